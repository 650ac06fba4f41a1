// ---- docstring
/* Return the places, from 0, of all levels that are higher than each of their
  neighbours. The first and the last level have only one neighbour, a level that
  stands alone has none and is a peak.
  >>> tidePeaks([1, 3, 2])
  [1]
  >>> tidePeaks([5, 4, 6])
  [0, 2]
  */
// ---- declaration
const tidePeaks = (levels) => {
// ---- solution
  const peaks = []
  levels.forEach((level, i) => {
    const above = (other) => other === undefined || other < level
    if (above(levels[i - 1]) && above(levels[i + 1])) peaks.push(i)
  })
  return peaks
}
// ---- example
const testTidePeaks = () => {
  console.assert(JSON.stringify(tidePeaks([1, 3, 2])) === '[1]')
  console.assert(JSON.stringify(tidePeaks([5, 4, 6])) === '[0,2]')
}

testTidePeaks()
// ---- test
const testTidePeaks = () => {
  console.assert(JSON.stringify(tidePeaks([])) === '[]')
  console.assert(JSON.stringify(tidePeaks([7])) === '[0]')
  console.assert(JSON.stringify(tidePeaks([1, 3, 2])) === '[1]')
  console.assert(JSON.stringify(tidePeaks([5, 4, 6])) === '[0,2]')
  console.assert(JSON.stringify(tidePeaks([2, 2])) === '[]')
  console.assert(JSON.stringify(tidePeaks([1, 2, 2, 1])) === '[]')
  console.assert(JSON.stringify(tidePeaks([1, 2, 3])) === '[2]')
  console.assert(JSON.stringify(tidePeaks([-3, -1, -2, -2, -1])) === '[1,4]')
  console.assert(JSON.stringify(tidePeaks([9, 1, 9, 1, 9])) === '[0,2,4]')
}

testTidePeaks()
