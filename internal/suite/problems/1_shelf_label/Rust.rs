// ---- docstring
/*
 Make a shelf label of an English title: letters become lower case, digits stay,
 and each run of other characters becomes one dash, but not at the beginning and
 not at the end.
 >>> shelf_label("Tea & Coffee")
 "tea-coffee"
 >>> shelf_label("  No. 7  ")
 "no-7"
*/
// ---- signature
fn shelf_label(title: &str) -> String {
// ---- solution
    title
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| word.to_ascii_lowercase())
        .collect::<Vec<_>>()
        .join("-")
}
// ---- example
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_shelf_label() {
        assert_eq!(shelf_label("Tea & Coffee"), "tea-coffee");
        assert_eq!(shelf_label("  No. 7  "), "no-7");
    }
}
// ---- test
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_shelf_label() {
        assert_eq!(shelf_label(""), "");
        assert_eq!(shelf_label("---"), "");
        assert_eq!(shelf_label("A"), "a");
        assert_eq!(shelf_label("Tea & Coffee"), "tea-coffee");
        assert_eq!(shelf_label("  No. 7  "), "no-7");
        assert_eq!(shelf_label("x__Y..z"), "x-y-z");
        assert_eq!(shelf_label("already-fine"), "already-fine");
        assert_eq!(shelf_label("Zoo2Go!"), "zoo2go");
        assert_eq!(shelf_label("@a[z`A{Z}/0:9"), "a-z-a-z-0-9");
    }
}
