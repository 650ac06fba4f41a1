// ---- docstring
/* Cars wait in line for a ferry that carries at most limit kilograms. They board
  in order; when the next car does not fit any more, the ferry leaves, and that
  car is the first of the next trip. A car heavier than limit by itself is turned
  away and delays nobody. Return the number of trips.
  >>> ferryTrips([900, 700, 800], 1600)
  2
  >>> ferryTrips([2000, 500], 1000)
  1
  */
// ---- declaration
const ferryTrips = (weights, limit) => {
// ---- solution
  let trips = 0, load = 0
  for (const weight of weights) {
    if (weight > limit) continue
    if (trips === 0 || load + weight > limit) {
      trips++
      load = 0
    }
    load += weight
  }
  return trips
}
// ---- example
const testFerryTrips = () => {
  console.assert(ferryTrips([900, 700, 800], 1600) === 2)
  console.assert(ferryTrips([2000, 500], 1000) === 1)
}

testFerryTrips()
// ---- test
const testFerryTrips = () => {
  console.assert(ferryTrips([], 10) === 0)
  console.assert(ferryTrips([5], 5) === 1)
  console.assert(ferryTrips([10, 10], 9) === 0)
  console.assert(ferryTrips([1, 1, 1, 1], 2) === 2)
  console.assert(ferryTrips([3, 3, 3], 5) === 3)
  console.assert(ferryTrips([4, 9, 4, 4], 8) === 2)
  console.assert(ferryTrips([900, 700, 800], 1600) === 2)
  console.assert(ferryTrips([2000, 500], 1000) === 1)
  console.assert(ferryTrips([5, 5, 5, 5, 5], 10) === 3)
}

testFerryTrips()
