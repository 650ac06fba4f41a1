// A few bytes of source, gigabytes of object file.
package main

var a = [1 << 31]byte{1<<31 - 1: 1}

func main() { println(a[0]) }
