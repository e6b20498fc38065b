// SPDX-License-Identifier: Apache-2.0

package command

import (
	"fmt"
	"image"
)

// One returns the only argument; what describes it in messages.
func One(args []string, what string) (string, error) {
	if len(args) != 1 {
		return "", Usagef("want one %s, not %d", what, len(args))
	}
	return args[0], nil
}

// None returns an error if there are arguments, for commands that take none.
func None(args []string) error {
	if len(args) > 0 {
		return Usagef("unexpected argument %q", args[0])
	}
	return nil
}

// Size reads the size of a panel, WIDTHxHEIGHT in pixels: 8x8 to 512x256.
func Size(s string) (image.Point, error) {
	var size image.Point
	if _, err := fmt.Sscanf(s, "%dx%d", &size.X, &size.Y); err != nil || size.X < 8 || size.Y < 8 ||
		size.X > 512 || size.Y > 256 || fmt.Sprintf("%dx%d", size.X, size.Y) != s {
		return image.Point{}, Usagef("size %q is not WxH, 8x8 to 512x256", s)
	}
	return size, nil
}
