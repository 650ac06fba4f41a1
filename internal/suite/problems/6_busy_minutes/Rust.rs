// ---- docstring
/*
 Each meeting is a pair of minutes, its start and its end, in no order. Return
 how many minutes are taken by at least one meeting.
 >>> busy_minutes(vec![(0, 30), (15, 45)])
 45
 >>> busy_minutes(vec![(10, 20), (40, 45)])
 15
*/
// ---- signature
fn busy_minutes(meetings: Vec<(i32, i32)>) -> i32 {
// ---- solution
    let mut sorted = meetings;
    sorted.sort();
    let mut total = 0;
    let mut until = i32::MIN;
    for (start, end) in sorted {
        total += (end - start.max(until)).max(0);
        until = until.max(end);
    }
    total
}
// ---- example
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_busy_minutes() {
        assert_eq!(busy_minutes(vec![(0, 30), (15, 45)]), 45);
        assert_eq!(busy_minutes(vec![(10, 20), (40, 45)]), 15);
    }
}
// ---- test
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_busy_minutes() {
        assert_eq!(busy_minutes(vec![]), 0);
        assert_eq!(busy_minutes(vec![(5, 5)]), 0);
        assert_eq!(busy_minutes(vec![(0, 30), (15, 45)]), 45);
        assert_eq!(busy_minutes(vec![(10, 20), (40, 45)]), 15);
        assert_eq!(busy_minutes(vec![(0, 100), (20, 30)]), 100);
        assert_eq!(busy_minutes(vec![(50, 60), (0, 10), (10, 20)]), 30);
        assert_eq!(busy_minutes(vec![(8, 10), (1, 4), (9, 12), (2, 6)]), 9);
        assert_eq!(busy_minutes(vec![(3, 9), (3, 9)]), 6);
        assert_eq!(busy_minutes(vec![(0, 50), (10, 20), (30, 60)]), 60);
    }
}
