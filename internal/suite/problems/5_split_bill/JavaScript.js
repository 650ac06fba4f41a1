// ---- docstring
/* Split a bill among people so that the shares add up to it and no two differ by
  more than a cent. Larger shares come first.
  >>> splitBill(100, 3)
  [34, 33, 33]
  >>> splitBill(5, 2)
  [3, 2]
  */
// ---- declaration
const splitBill = (cents, people) => {
// ---- solution
  const share = Math.floor(cents / people)
  return Array.from({ length: people }, (_, i) => share + (i < cents % people ? 1 : 0))
}
// ---- example
const testSplitBill = () => {
  console.assert(JSON.stringify(splitBill(100, 3)) === '[34,33,33]')
  console.assert(JSON.stringify(splitBill(5, 2)) === '[3,2]')
}

testSplitBill()
// ---- test
const testSplitBill = () => {
  console.assert(JSON.stringify(splitBill(100, 3)) === '[34,33,33]')
  console.assert(JSON.stringify(splitBill(5, 2)) === '[3,2]')
  console.assert(JSON.stringify(splitBill(0, 2)) === '[0,0]')
  console.assert(JSON.stringify(splitBill(7, 1)) === '[7]')
  console.assert(JSON.stringify(splitBill(2, 4)) === '[1,1,0,0]')
  console.assert(JSON.stringify(splitBill(9, 3)) === '[3,3,3]')
  console.assert(JSON.stringify(splitBill(1000, 6)) === '[167,167,167,167,166,166]')
}

testSplitBill()
