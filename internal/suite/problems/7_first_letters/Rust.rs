// ---- docstring
/*
 Count words by their first character, made lower case. Empty words do not count.
 >>> first_letters(vec!["Apple", "avocado", "beet"])
 {"a": 2, "b": 1}
 >>> first_letters(vec![""])
 {}
*/
// ---- signature
use std::collections::HashMap;

fn first_letters(words: Vec<&str>) -> HashMap<String, i32> {
// ---- solution
    let mut counts = HashMap::new();
    for word in words {
        if let Some(c) = word.chars().next() {
            *counts.entry(c.to_lowercase().to_string()).or_insert(0) += 1;
        }
    }
    counts
}
// ---- example
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_first_letters() {
        assert_eq!(first_letters(vec!["Apple", "avocado", "beet"]), HashMap::from([("a".to_string(), 2), ("b".to_string(), 1)]));
        assert!(first_letters(vec![""]).is_empty());
    }
}
// ---- test
#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: Vec<&str>, want: &[(&str, i32)]) {
        let want: HashMap<String, i32> = want.iter().map(|(letter, n)| (letter.to_string(), *n)).collect();
        assert_eq!(first_letters(words), want);
    }

    #[test]
    fn test_first_letters() {
        check(vec![], &[]);
        check(vec![""], &[]);
        check(vec!["Apple", "avocado", "beet"], &[("a", 2), ("b", 1)]);
        check(vec!["9 lives", "Nine", ""], &[("9", 1), ("n", 1)]);
        check(vec!["x", "X", "x"], &[("x", 3)]);
        check(
            vec!["do", "re", "mi", "fa", "so", "la", "ti", "Do"],
            &[("d", 2), ("r", 1), ("m", 1), ("f", 1), ("s", 1), ("l", 1), ("t", 1)],
        );
    }
}
