// ---- docstring
/* Count words by their first character, made lower case. Empty words do not count.
  >>> firstLetters(["Apple", "avocado", "beet"])
  {"a": 2, "b": 1}
  >>> firstLetters([""])
  {}
  */
// ---- declaration
const firstLetters = (words) => {
// ---- solution
  const counts = {}
  for (const word of words) {
    if (word === '') continue
    const letter = word[0].toLowerCase()
    counts[letter] = (counts[letter] || 0) + 1
  }
  return counts
}
// ---- example
const testFirstLetters = () => {
  const sorted = (counts) => JSON.stringify(Object.entries(counts).sort())
  console.assert(sorted(firstLetters(['Apple', 'avocado', 'beet'])) === '[["a",2],["b",1]]')
  console.assert(sorted(firstLetters([''])) === '[]')
}

testFirstLetters()
// ---- test
const testFirstLetters = () => {
  const sorted = (counts) => JSON.stringify(Object.entries(counts).sort())
  console.assert(sorted(firstLetters([])) === '[]')
  console.assert(sorted(firstLetters([''])) === '[]')
  console.assert(sorted(firstLetters(['Apple', 'avocado', 'beet'])) === '[["a",2],["b",1]]')
  console.assert(sorted(firstLetters(['9 lives', 'Nine', ''])) === '[["9",1],["n",1]]')
  console.assert(sorted(firstLetters(['x', 'X', 'x'])) === '[["x",3]]')
  console.assert(sorted(firstLetters(['do', 're', 'mi', 'fa', 'so', 'la', 'ti', 'Do'])) ===
    '[["d",2],["f",1],["l",1],["m",1],["r",1],["s",1],["t",1]]')
}

testFirstLetters()
