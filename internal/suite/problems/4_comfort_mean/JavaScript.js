// ---- docstring
/* Return the mean of those readings of a thermometer that are neither below low
  nor above high, and 0 when there are none.
  >>> comfortMean([18.0, 21.0, 23.0, 40.0], 20.0, 25.0)
  22.0
  >>> comfortMean([10.0], 20.0, 25.0)
  0.0
  */
// ---- declaration
const comfortMean = (readings, low, high) => {
// ---- solution
  const inside = readings.filter((r) => r >= low && r <= high)
  if (inside.length === 0) return 0
  return inside.reduce((a, b) => a + b, 0) / inside.length
}
// ---- example
const testComfortMean = () => {
  console.assert(Math.abs(comfortMean([18.0, 21.0, 23.0, 40.0], 20.0, 25.0) - 22.0) < 1e-6)
  console.assert(Math.abs(comfortMean([10.0], 20.0, 25.0)) < 1e-6)
}

testComfortMean()
// ---- test
const testComfortMean = () => {
  console.assert(Math.abs(comfortMean([], 0.0, 1.0)) < 1e-6)
  console.assert(Math.abs(comfortMean([18.0, 21.0, 23.0, 40.0], 20.0, 25.0) - 22.0) < 1e-6)
  console.assert(Math.abs(comfortMean([10.0], 20.0, 25.0)) < 1e-6)
  console.assert(Math.abs(comfortMean([20.0, 25.0], 20.0, 25.0) - 22.5) < 1e-6)
  console.assert(Math.abs(comfortMean([-5.5, -4.5, 3.0], -6.0, -4.0) + 5.0) < 1e-6)
  console.assert(Math.abs(comfortMean([1.0, 2.0, 4.0], 1.0, 4.0) - 7 / 3) < 1e-6)
  console.assert(Math.abs(comfortMean([19.9, 25.1], 20.0, 25.0)) < 1e-6)
}

testComfortMean()
