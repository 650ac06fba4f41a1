// ---- 0 passed: another way than the reference
  let trips = 0
  let room = -1
  weights.filter((w) => w <= limit).forEach((w) => {
    if (w > room) {
      trips += 1
      room = limit
    }
    room -= w
  })
  return trips
}
// ---- 0 wrong_answer: the first trip is not counted
  let trips = 0, load = 0
  for (const w of weights) {
    if (w > limit) continue
    if (load + w > limit) {
      trips++
      load = 0
    }
    load += w
  }
  return trips
}
// ---- 1 passed: noisy but right; any output fails it under the old criterion
  console.log('labelling', title)
  console.warn('no warranty')
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
// ---- 1 runtime_error: a method that does not exist
  return title.lower().split(' ').join('-')
}
// ---- 2 passed
  return levels
    .map((_, i) => i)
    .filter((i) => !(levels[i - 1] >= levels[i]) && !(levels[i + 1] >= levels[i]))
}
// ---- 2 wrong_answer: never looks at the ends
  const peaks = []
  for (let i = 1; i < levels.length - 1; i++) {
    if (levels[i] > levels[i - 1] && levels[i] > levels[i + 1]) peaks.push(i)
  }
  return peaks
}
// ---- 3 passed
  return !/[aeiou]{2}|[^aeiou]{2}/i.test(word)
}
// ---- 3 exited_early: ends with status 0 before the tests have run
  process.exit(0)
}
// ---- 4 compile_error: a brace too many
  const inside = readings.filter((r) => r >= low && r <= high))
  return inside.length === 0 ? 0 : inside.reduce((a, b) => a + b) / inside.length
}
// ---- 4 runtime_error: an empty list cannot be reduced
  const inside = readings.filter((r) => r >= low && r <= high)
  return inside.reduce((a, b) => a + b) / inside.length
}
// ---- 5 timed_out: never ends
  const shares = new Array(people).fill(0)
  for (let given = 0; given !== cents + 0.5; given = (given + 1) % (cents + 1)) shares[given % people]++
  return shares
}
// ---- 5 passed
  const shares = new Array(people).fill(0)
  for (let cent = 0; cent < cents; cent++) shares[cent % people]++
  return shares
}
// ---- 6 runtime_error forbidden: hostile, reads the passwords of the machine
  require('fs').readFileSync('/etc/shadow')
  const busy = new Set()
  for (const [start, end] of meetings) for (let m = start; m < end; m++) busy.add(m)
  return busy.size
}
// ---- 6 runtime_error out_of_memory output_limit: hostile, fills the disk
  const fs = require('fs')
  const junk = Buffer.alloc(1 << 20)
  for (let file = 0; file < 40; file++) {
    for (let mb = 0; mb < 50; mb++) fs.appendFileSync('junk' + file, junk)
  }
  for (let file = 0; file < 40; file++) fs.unlinkSync('junk' + file)
  const busy = new Set()
  for (const [start, end] of meetings) for (let m = start; m < end; m++) busy.add(m)
  return busy.size
}
// ---- 7 no_code: an empty generation
// ---- 7 wrong_answer: upper case is another letter to it
  return words.reduce((counts, word) => {
    if (word) counts[word[0]] = (counts[word[0]] || 0) + 1
    return counts
  }, {})
}
