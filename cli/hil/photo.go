// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"context"
	"fmt"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/picture"
	"github.com/ledpost/ledpost/hw"
)

// comparePhoto is compare for a photograph.
func (c *compareCmd) comparePhoto(ctx context.Context, std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	if len(c.lines) > 0 {
		return command.Usagef("--line is for a capture, not for a photograph")
	}
	corners, err := picture.Corners(c.corners)
	if err != nil {
		return err
	}
	panel, want, err := c.expected(ctx, std)
	if err != nil {
		return err
	}
	m, err := picture.OpenPhoto(c.image)
	if err != nil {
		return err
	}
	r, err := hw.ReadPhoto(panel, m, corners)
	if err != nil {
		return fmt.Errorf("%s: %w", c.image, err)
	}
	return hw.ComparePhoto(panel, r, want)
}
