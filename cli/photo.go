// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"image"
	"os"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/panelfind"
	"github.com/ledpost/ledpost/hw/photo"
)

// comparePhoto is compare for a photograph.
func (c *hilCompareCmd) comparePhoto(ctx context.Context, std Streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	if len(c.lines) > 0 {
		return usagef("--line is for a capture, not for a photograph")
	}
	corners, err := parseCorners(c.corners)
	if err != nil {
		return err
	}
	panel, want, err := c.expected(ctx, std)
	if err != nil {
		return err
	}
	m, err := openPhoto(c.image)
	if err != nil {
		return err
	}
	r, err := hw.ReadPhoto(panel, m, corners)
	if err != nil {
		return fmt.Errorf("%s: %w", c.image, err)
	}
	return hw.ComparePhoto(panel, r, want)
}

// openPhoto reads the file of a photograph.
func openPhoto(name string) (image.Image, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	m, err := photo.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// parseCorners returns four points as "1,2;3,4;5,6;7,8"; nil for "".
func parseCorners(text string) (*[4]image.Point, error) {
	if text == "" {
		return nil, nil
	}
	var out [4]image.Point
	points := strings.Split(text, ";")
	if len(points) != len(out) {
		return nil, usagef("--corners has %d points, want 4, as 10,10;200,12;198,60;11,58", len(points))
	}
	for i, point := range points {
		x, y, ok := strings.Cut(point, ",")
		var err error
		if ok {
			if out[i].X, err = strconv.Atoi(strings.TrimSpace(x)); err == nil {
				out[i].Y, err = strconv.Atoi(strings.TrimSpace(y))
			}
		}
		if !ok || err != nil {
			return nil, usagef("--corners: %q is not a point, want X,Y in pixels", point)
		}
	}
	return &out, nil
}

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
	corners, err := parseCorners(c.corners)
	if err != nil {
		return "", err
	}
	m, err := openPhoto(name)
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
