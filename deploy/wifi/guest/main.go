// SPDX-License-Identifier: Apache-2.0

//go:build linux

// Command guest is what the check of Wi-Fi needs in its emulated machine besides programs
// of Debian: a button that a script presses, a client of Improv, and a panel on the network.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "guest:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "button":
		return button(os.Stdin)
	case len(args) == 6 && args[0] == "improv":
		return improv(args[1], args[2], args[3], args[4], args[5])
	case len(args) == 2 && args[0] == "panel":
		return panel(args[1])
	}
	return fmt.Errorf("usage: guest button | guest improv BUTTON NETWORK WRONG RIGHT URL | guest panel ADDRESS")
}
