// ---- docstring
/*
 Return the places, from 0, of all levels that are higher than each of their
 neighbours. The first and the last level have only one neighbour, a level that
 stands alone has none and is a peak.
 >>> tide_peaks(vec![1, 3, 2])
 [1]
 >>> tide_peaks(vec![5, 4, 6])
 [0, 2]
*/
// ---- signature
fn tide_peaks(levels: Vec<i32>) -> Vec<i32> {
// ---- solution
    let n = levels.len();
    (0..n)
        .filter(|&i| i == 0 || levels[i - 1] < levels[i])
        .filter(|&i| i + 1 == n || levels[i + 1] < levels[i])
        .map(|i| i as i32)
        .collect()
}
// ---- example
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_tide_peaks() {
        assert_eq!(tide_peaks(vec![1, 3, 2]), vec![1]);
        assert_eq!(tide_peaks(vec![5, 4, 6]), vec![0, 2]);
    }
}
// ---- test
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_tide_peaks() {
        assert_eq!(tide_peaks(vec![]), Vec::<i32>::new());
        assert_eq!(tide_peaks(vec![7]), vec![0]);
        assert_eq!(tide_peaks(vec![1, 3, 2]), vec![1]);
        assert_eq!(tide_peaks(vec![5, 4, 6]), vec![0, 2]);
        assert_eq!(tide_peaks(vec![2, 2]), Vec::<i32>::new());
        assert_eq!(tide_peaks(vec![1, 2, 2, 1]), Vec::<i32>::new());
        assert_eq!(tide_peaks(vec![1, 2, 3]), vec![2]);
        assert_eq!(tide_peaks(vec![-3, -1, -2, -2, -1]), vec![1, 4]);
        assert_eq!(tide_peaks(vec![9, 1, 9, 1, 9]), vec![0, 2, 4]);
    }
}
