// SPDX-License-Identifier: Apache-2.0

// Package machine is the commands about this machine: they run a device on it, examine it, and keep its
// keys and its version.
package machine

import "github.com/ledpost/ledpost/cli/command"

// Commands returns the commands of this room.
func Commands() []command.Command {
	return []command.Command{
		{Name: "run", Help: "Run the device (the default).", New: newRun},
		{Name: "doctor", Told: true, New: newDoctor,
			Help: "Check this machine for the chosen hardware, and say how to mend each fault."},
		{Name: "wiring", New: newWiring,
			Help: "Show the wiring of the configured panel, sensors and buttons, and their parts."},
		{Name: "key", Help: "Print the API key, or a link with it, or make a new one.", New: newKey},
		{Name: "version", Help: "Print the version.", New: newVersion},
		{Name: "updater", Args: "install|keep|begin|judge|boot|rollback", Hidden: true, New: newUpdater,
			Help: "Do a step of an update, as root (docs/updates.md)."},
		{Name: "card", Hidden: true, New: newCard,
			Help: "Take ledpost.toml from the boot partition, as root (docs/install.md)."},
	}
}
