// ---- 0 passed: another way than the reference
    let mut trips = 0;
    let mut room = -1;
    for weight in weights.into_iter().filter(|&w| w <= limit) {
        if weight > room {
            trips += 1;
            room = limit;
        }
        room -= weight;
    }
    trips
}
// ---- 0 wrong_answer: forgets the first trip
    let mut trips = 0;
    let mut load = 0;
    for weight in weights {
        if weight <= limit {
            if load + weight > limit {
                trips += 1;
                load = 0;
            }
            load += weight;
        }
    }
    trips
}
// ---- 1 passed
    let mut label = String::new();
    let mut gap = false;
    for c in title.chars() {
        if c.is_ascii_alphanumeric() {
            if gap && !label.is_empty() {
                label.push('-');
            }
            gap = false;
            label.push(c.to_ascii_lowercase());
        } else {
            gap = true;
        }
    }
    label
}
// ---- 1 runtime_error: unwraps nothing
    let first = title.split(' ').next().and_then(|word| word.chars().next()).unwrap();
    first.to_string()
}
// ---- 2 passed: noisy but right
    let mut peaks = vec![];
    for i in 0..levels.len() {
        println!("level {}", levels[i]);
        let left = i == 0 || levels[i - 1] < levels[i];
        let right = i + 1 == levels.len() || levels[i + 1] < levels[i];
        if left && right {
            peaks.push(i as i32);
        }
    }
    peaks
}
// ---- 2 compile_error: a usize is no i32
    let mut peaks = vec![];
    for (i, _) in levels.iter().enumerate() {
        peaks.push(i);
    }
    peaks
}
// ---- 3 passed
    let vowel = |c: u8| b"aeiouAEIOU".contains(&c);
    word.as_bytes().windows(2).all(|w| vowel(w[0]) != vowel(w[1]))
}
// ---- 3 exited_early: ends with status 0 before the tests have run
    std::process::exit(0)
}
// ---- 4 compile_error: uses what was moved away
    let total = readings.into_iter().filter(|&r| low <= r && r <= high).sum::<f64>();
    total / readings.len() as f64
}
// ---- 4 passed
    let mut sum = 0.0;
    let mut count = 0;
    for r in readings {
        if r >= low && r <= high {
            sum += r;
            count += 1;
        }
    }
    if count > 0 { sum / count as f64 } else { 0.0 }
}
// ---- 5 timed_out: never ends
    let mut shares = vec![0; people as usize];
    while shares[0] != -1 {
        shares[0] = cents;
    }
    shares
}
// ---- 5 wrong_answer: loses the odd cents
    vec![cents / people; people as usize]
}
// ---- 6 runtime_error forbidden: hostile, writes outside its folder
    std::fs::write("/usr/xeval-demo-outside", "x").unwrap();
    std::fs::remove_file("/usr/xeval-demo-outside").unwrap();
    let mut busy = std::collections::HashSet::new();
    for (start, end) in meetings {
        busy.extend(start..end);
    }
    busy.len() as i32
}
// ---- 6 passed
    let mut busy = std::collections::HashSet::new();
    for (start, end) in meetings {
        busy.extend(start..end);
    }
    busy.len() as i32
}
// ---- 7 no_code: an empty generation
// ---- 7 out_of_memory: hostile, fills the memory
    let hoard: Vec<Vec<u8>> = (0..4096).map(|i| vec![i as u8 | 1; 1 << 20]).collect();
    let mut counts = HashMap::new();
    for word in words {
        counts.insert(word.to_string(), hoard.len() as i32);
    }
    counts
}
