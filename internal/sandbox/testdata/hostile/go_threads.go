// Threads until refused; Go's runtime then gives up.
package main

import "runtime"

func main() {
	for {
		go func() {
			runtime.LockOSThread()
			for {
			}
		}()
		runtime.Gosched()
	}
}
