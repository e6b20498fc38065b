// SPDX-License-Identifier: Apache-2.0

// Package hil is the commands that test a device from outside: by the wires of its panel, by a
// photograph, and by its API.
package hil

import "github.com/ledpost/ledpost/cli/command"

// Commands returns the commands of this room.
func Commands() []command.Command {
	return command.Told(
		command.Command{Name: "hil compare", Args: "CAPTURE.vcd...", New: newCompare,
			Help: "Compare a recording of the wires with a notification."},
		command.Command{Name: "hil wait", Args: "CAPTURE.vcd", New: newWait,
			Help: "Wait until a recording that grows shows a notification."},
		command.Command{Name: "hil capture", Help: "Record a panel's wires with a logic analyser, by sigrok-cli.", New: newCapture},
		command.Command{Name: "conform", Args: "URL", Help: "Test any device over HTTP against the documented API.", New: newConform},
	)
}
