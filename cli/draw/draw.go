// SPDX-License-Identifier: Apache-2.0

// Package draw is the commands that show without a device what one would: notifications, icons and
// sounds, as files or at once.
package draw

import "github.com/ledpost/ledpost/cli/command"

// Commands returns the commands of this room.
func Commands() []command.Command {
	return []command.Command{
		{Name: "render", Args: "NOTIFICATION.json|-", New: newRender,
			Help: "Draw a notification without a server: GIF, PNG, or text."},
		{Name: "icon", Args: "REF|FILE", Help: "Write an icon's composited frames as PNG.", New: newIcon},
		{Name: "play", Args: "ID|FILE|URL", Help: "Play or write a built-in sound, a file or a URL.", New: newPlay},
		{Name: "apps try", Args: "FILE.star", New: newAppsTry,
			Help: "Draw an own app on a panel of any size: GIF or text."},
	}
}
