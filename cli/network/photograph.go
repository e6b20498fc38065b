// SPDX-License-Identifier: Apache-2.0

package network

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/cli/picture"
	"github.com/ledpost/ledpost/hw/panelfind"
	"github.com/ledpost/ledpost/hw/photo"
)

// photograph answers the question of a kind by a photograph: its file, and the corners in it,
// which count for the next ones, too. The photograph is read here; the device gets the answer alone.
func (c *panelFindCmd) photograph(kind, words string) (answer string, err error) {
	if panelfind.Kind(kind) == panelfind.Size {
		return panelfind.Photographed(panelfind.Size, nil)
	}
	name := strings.TrimSpace(words)
	if at := strings.LastIndexByte(name, ' '); at > 0 && strings.Contains(name[at:], ";") {
		name, c.corners = strings.TrimSpace(name[:at]), name[at+1:]
	}
	corners, err := picture.Corners(c.corners)
	if err != nil {
		return "", err
	}
	m, err := picture.OpenPhoto(name)
	if err != nil {
		return "", err
	}
	r, err := photo.Read(m, c.size(), corners)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return panelfind.Photographed(panelfind.Kind(kind), r)
}

// size is the panel's, as it was answered to the first question; 0 before.
func (c *panelFindCmd) size() (size image.Point) {
	if len(c.answers) > 0 {
		cols, rows, _ := strings.Cut(strings.ToLower(c.answers[0]), "x")
		size.X, _ = strconv.Atoi(strings.TrimSpace(cols))
		size.Y, _ = strconv.Atoi(strings.TrimSpace(rows))
	}
	return size
}
