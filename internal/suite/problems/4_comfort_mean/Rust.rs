// ---- docstring
/*
 Return the mean of those readings of a thermometer that are neither below low
 nor above high, and 0 when there are none.
 >>> comfort_mean(vec![18.0, 21.0, 23.0, 40.0], 20.0, 25.0)
 22.0
 >>> comfort_mean(vec![10.0], 20.0, 25.0)
 0.0
*/
// ---- signature
fn comfort_mean(readings: Vec<f64>, low: f64, high: f64) -> f64 {
// ---- solution
    let inside: Vec<f64> = readings.into_iter().filter(|&r| low <= r && r <= high).collect();
    if inside.is_empty() {
        return 0.0;
    }
    inside.iter().sum::<f64>() / inside.len() as f64
}
// ---- example
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_comfort_mean() {
        assert!((comfort_mean(vec![18.0, 21.0, 23.0, 40.0], 20.0, 25.0) - 22.0).abs() < 1e-6);
        assert!(comfort_mean(vec![10.0], 20.0, 25.0).abs() < 1e-6);
    }
}
// ---- test
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_comfort_mean() {
        assert!(comfort_mean(vec![], 0.0, 1.0).abs() < 1e-6);
        assert!((comfort_mean(vec![18.0, 21.0, 23.0, 40.0], 20.0, 25.0) - 22.0).abs() < 1e-6);
        assert!(comfort_mean(vec![10.0], 20.0, 25.0).abs() < 1e-6);
        assert!((comfort_mean(vec![20.0, 25.0], 20.0, 25.0) - 22.5).abs() < 1e-6);
        assert!((comfort_mean(vec![-5.5, -4.5, 3.0], -6.0, -4.0) + 5.0).abs() < 1e-6);
        assert!((comfort_mean(vec![1.0, 2.0, 4.0], 1.0, 4.0) - 7.0 / 3.0).abs() < 1e-6);
        assert!(comfort_mean(vec![19.9, 25.1], 20.0, 25.0).abs() < 1e-6);
    }
}
