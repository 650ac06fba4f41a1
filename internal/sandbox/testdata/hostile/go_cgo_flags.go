// Flags for the C compiler and the linker, from the source.
package main

// #cgo CFLAGS: -include /etc/shadow -fplugin=/tmp/x.so
// #cgo LDFLAGS: -Wl,-T,/etc/shadow
import "C"

func main() {}
