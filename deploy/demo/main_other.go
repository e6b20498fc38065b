// SPDX-License-Identifier: Apache-2.0

//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "demo: it runs in a browser alone; deploy/demo/build makes it")
	os.Exit(2)
}
