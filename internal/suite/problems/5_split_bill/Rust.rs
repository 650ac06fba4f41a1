// ---- docstring
/*
 Split a bill among people so that the shares add up to it and no two differ by
 more than a cent. Larger shares come first.
 >>> split_bill(100, 3)
 [34, 33, 33]
 >>> split_bill(5, 2)
 [3, 2]
*/
// ---- signature
fn split_bill(cents: i32, people: i32) -> Vec<i32> {
// ---- solution
    (0..people)
        .map(|i| cents / people + if i < cents % people { 1 } else { 0 })
        .collect()
}
// ---- example
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_split_bill() {
        assert_eq!(split_bill(100, 3), vec![34, 33, 33]);
        assert_eq!(split_bill(5, 2), vec![3, 2]);
    }
}
// ---- test
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_split_bill() {
        assert_eq!(split_bill(100, 3), vec![34, 33, 33]);
        assert_eq!(split_bill(5, 2), vec![3, 2]);
        assert_eq!(split_bill(0, 2), vec![0, 0]);
        assert_eq!(split_bill(7, 1), vec![7]);
        assert_eq!(split_bill(2, 4), vec![1, 1, 0, 0]);
        assert_eq!(split_bill(9, 3), vec![3, 3, 3]);
        assert_eq!(split_bill(1000, 6), vec![167, 167, 167, 167, 166, 166]);
    }
}
