// SPDX-License-Identifier: Apache-2.0

// Package network is the commands that speak to a running device, on this machine or another: they find
// it, prove who it is, and send it requests.
package network

import "github.com/ledpost/ledpost/cli/command"

// Commands returns the commands of this room.
func Commands() []command.Command {
	return command.Told(
		command.Command{Name: "find", Help: "List the devices on the network.", New: newFind},
		command.Command{Name: "push", Args: "TEXT", Help: "Send a notification to a device; prints its id.", New: newPush},
		command.Command{Name: "send", Args: "FILE|-", Help: "Stream a GIF, a picture, a video or raw frames to a device.",
			New: newSend},
		command.Command{Name: "press", Args: "left|right|action|volume_up|volume_down", New: newPress,
			Help: "Press a button of the running device."},
		command.Command{Name: "mcp", New: newMCP,
			Help: "Give an agent's host, which starts this, the tools of a device, over standard input and output."},
		command.Command{Name: "update", Args: "[check|install|defer|back]", New: newUpdate,
			Help: "Show the state of updates; look for a release, install it, defer it for a week, " +
				"or go back to the previous version."},
		command.Command{Name: "backup", Args: "FILE", New: newBackup,
			Help: "Write a backup of a device: settings, widgets, icons, configuration."},
		command.Command{Name: "restore", Args: "FILE", New: newRestore,
			Help: "Restore a backup on a device, or confirm the configuration that came with one."},
		command.Command{Name: "panel find", Help: "Find out by questions which HUB75 panel is connected to a device.",
			New: newPanelFind},
		command.Command{Name: "selftest", Help: "Test a device step by step: panel, sensors, buttons, sound, network.",
			New: newSelfTest},
	)
}
