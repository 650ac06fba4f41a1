// ---- docstring
/* Make a shelf label of an English title: letters become lower case, digits stay,
  and each run of other characters becomes one dash, but not at the beginning and
  not at the end.
  >>> shelfLabel("Tea & Coffee")
  "tea-coffee"
  >>> shelfLabel("  No. 7  ")
  "no-7"
  */
// ---- declaration
const shelfLabel = (title) => {
// ---- solution
  const words = title.toLowerCase().match(/[a-z0-9]+/g)
  return words === null ? '' : words.join('-')
}
// ---- example
const testShelfLabel = () => {
  console.assert(shelfLabel('Tea & Coffee') === 'tea-coffee')
  console.assert(shelfLabel('  No. 7  ') === 'no-7')
}

testShelfLabel()
// ---- test
const testShelfLabel = () => {
  console.assert(shelfLabel('') === '')
  console.assert(shelfLabel('---') === '')
  console.assert(shelfLabel('A') === 'a')
  console.assert(shelfLabel('Tea & Coffee') === 'tea-coffee')
  console.assert(shelfLabel('  No. 7  ') === 'no-7')
  console.assert(shelfLabel('x__Y..z') === 'x-y-z')
  console.assert(shelfLabel('already-fine') === 'already-fine')
  console.assert(shelfLabel('Zoo2Go!') === 'zoo2go')
  console.assert(shelfLabel('@a[z`A{Z}/0:9') === 'a-z-a-z-0-9')
}

testShelfLabel()
