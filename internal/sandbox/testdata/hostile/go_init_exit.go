// End well before main begins.
package main

import (
	"fmt"
	"os"
)

func init() { fmt.Println("ok  	all"); os.Exit(0) }

func main() { os.Exit(1) }
