// Constants that double with every line.
package main

const (
	a = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	b = a + a + a + a + a + a + a + a
	c = b + b + b + b + b + b + b + b
	d = c + c + c + c + c + c + c + c
	e = d + d + d + d + d + d + d + d
	f = e + e + e + e + e + e + e + e
	g = f + f + f + f + f + f + f + f
	h = g + g + g + g + g + g + g + g
	i = h + h + h + h + h + h + h + h
)

func main() { println(len(i)) }
