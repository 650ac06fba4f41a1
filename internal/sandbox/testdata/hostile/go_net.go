// Reach anybody by Go's own means.
package main

import (
	"fmt"
	"net"
	"os"
	"time"
)

func main() {
	hit := ""
	for _, a := range [][2]string{{"tcp", "127.0.0.1:18999"}, {"tcp", "[::1]:18999"}, {"unix", "@harness-test"}, {"unix", "/var/run/docker.sock"}} {
		if c, err := net.DialTimeout(a[0], a[1], 300*time.Millisecond); err == nil {
			c.Close()
			hit += " " + a[1]
		}
	}
	if c, err := net.Dial("udp", "192.0.2.53:53"); err == nil {
		if _, err := c.Write([]byte("x")); err == nil {
			hit += " udp"
		}
	}
	if hit != "" {
		fmt.Println("BREACH", hit)
		os.Exit(42)
	}
	fmt.Println("BLOCKED")
	os.Exit(13)
}
