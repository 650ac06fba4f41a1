// ---- docstring
/*
 Say whether vowels (a, e, i, o, u) and other letters take turns in an English
 word, in upper or lower case. A word of one letter does, and so does the empty
 word.
 >>> alternates("Banana")
 true
 >>> alternates("tree")
 false
*/
// ---- signature
fn alternates(word: &str) -> bool {
// ---- solution
    let kinds: Vec<bool> = word.chars().map(|c| "aeiouAEIOU".contains(c)).collect();
    kinds.windows(2).all(|pair| pair[0] != pair[1])
}
// ---- example
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_alternates() {
        assert_eq!(alternates("Banana"), true);
        assert_eq!(alternates("tree"), false);
    }
}
// ---- test
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_alternates() {
        assert_eq!(alternates(""), true);
        assert_eq!(alternates("x"), true);
        assert_eq!(alternates("Banana"), true);
        assert_eq!(alternates("tree"), false);
        assert_eq!(alternates("Arizona"), true);
        assert_eq!(alternates("school"), false);
        assert_eq!(alternates("UNITE"), true);
        assert_eq!(alternates("AEon"), false);
        assert_eq!(alternates("bb"), false);
        assert_eq!(alternates("papaya"), true);
        assert_eq!(alternates("taxis"), true);
        assert_eq!(alternates("bananna"), false);
    }
}
