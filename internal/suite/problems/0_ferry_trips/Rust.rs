// ---- docstring
/*
 Cars wait in line for a ferry that carries at most limit kilograms. They board
 in order; when the next car does not fit any more, the ferry leaves, and that
 car is the first of the next trip. A car heavier than limit by itself is turned
 away and delays nobody. Return the number of trips.
 >>> ferry_trips(vec![900, 700, 800], 1600)
 2
 >>> ferry_trips(vec![2000, 500], 1000)
 1
*/
// ---- signature
fn ferry_trips(weights: Vec<i32>, limit: i32) -> i32 {
// ---- solution
    let mut trips = 0;
    let mut load = 0;
    for weight in weights {
        if weight > limit {
            continue;
        }
        if trips == 0 || load + weight > limit {
            trips += 1;
            load = 0;
        }
        load += weight;
    }
    trips
}
// ---- example
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_ferry_trips() {
        assert_eq!(ferry_trips(vec![900, 700, 800], 1600), 2);
        assert_eq!(ferry_trips(vec![2000, 500], 1000), 1);
    }
}
// ---- test
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_ferry_trips() {
        assert_eq!(ferry_trips(vec![], 10), 0);
        assert_eq!(ferry_trips(vec![5], 5), 1);
        assert_eq!(ferry_trips(vec![10, 10], 9), 0);
        assert_eq!(ferry_trips(vec![1, 1, 1, 1], 2), 2);
        assert_eq!(ferry_trips(vec![3, 3, 3], 5), 3);
        assert_eq!(ferry_trips(vec![4, 9, 4, 4], 8), 2);
        assert_eq!(ferry_trips(vec![900, 700, 800], 1600), 2);
        assert_eq!(ferry_trips(vec![2000, 500], 1000), 1);
        assert_eq!(ferry_trips(vec![5, 5, 5, 5, 5], 10), 3);
    }
}
