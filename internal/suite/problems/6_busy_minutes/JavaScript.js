// ---- docstring
/* Each meeting is a pair of minutes, its start and its end, in no order. Return
  how many minutes are taken by at least one meeting.
  >>> busyMinutes([[0, 30], [15, 45]])
  45
  >>> busyMinutes([[10, 20], [40, 45]])
  15
  */
// ---- declaration
const busyMinutes = (meetings) => {
// ---- solution
  let total = 0, until = -Infinity
  for (const [start, end] of [...meetings].sort((a, b) => a[0] - b[0])) {
    total += Math.max(0, end - Math.max(start, until))
    until = Math.max(until, end)
  }
  return total
}
// ---- example
const testBusyMinutes = () => {
  console.assert(busyMinutes([[0, 30], [15, 45]]) === 45)
  console.assert(busyMinutes([[10, 20], [40, 45]]) === 15)
}

testBusyMinutes()
// ---- test
const testBusyMinutes = () => {
  console.assert(busyMinutes([]) === 0)
  console.assert(busyMinutes([[5, 5]]) === 0)
  console.assert(busyMinutes([[0, 30], [15, 45]]) === 45)
  console.assert(busyMinutes([[10, 20], [40, 45]]) === 15)
  console.assert(busyMinutes([[0, 100], [20, 30]]) === 100)
  console.assert(busyMinutes([[50, 60], [0, 10], [10, 20]]) === 30)
  console.assert(busyMinutes([[8, 10], [1, 4], [9, 12], [2, 6]]) === 9)
  console.assert(busyMinutes([[3, 9], [3, 9]]) === 6)
  console.assert(busyMinutes([[0, 50], [10, 20], [30, 60]]) === 60)
}

testBusyMinutes()
