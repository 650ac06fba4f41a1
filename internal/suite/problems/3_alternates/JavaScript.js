// ---- docstring
/* Say whether vowels (a, e, i, o, u) and other letters take turns in an English
  word, in upper or lower case. A word of one letter does, and so does the empty
  word.
  >>> alternates("Banana")
  true
  >>> alternates("tree")
  false
  */
// ---- declaration
const alternates = (word) => {
// ---- solution
  const kinds = [...word].map((c) => 'aeiou'.includes(c.toLowerCase()))
  return kinds.every((kind, i) => i === 0 || kind !== kinds[i - 1])
}
// ---- example
const testAlternates = () => {
  console.assert(alternates('Banana') === true)
  console.assert(alternates('tree') === false)
}

testAlternates()
// ---- test
const testAlternates = () => {
  console.assert(alternates('') === true)
  console.assert(alternates('x') === true)
  console.assert(alternates('Banana') === true)
  console.assert(alternates('tree') === false)
  console.assert(alternates('Arizona') === true)
  console.assert(alternates('school') === false)
  console.assert(alternates('UNITE') === true)
  console.assert(alternates('AEon') === false)
  console.assert(alternates('bb') === false)
  console.assert(alternates('papaya') === true)
  console.assert(alternates('taxis') === true)
  console.assert(alternates('bananna') === false)
}

testAlternates()
