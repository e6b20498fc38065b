// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"fmt"
	"image"
	"os"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/hw/photo"
)

// OpenPhoto reads the file of a photograph.
func OpenPhoto(name string) (image.Image, error) {
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

// Corners reads the flag --corners, four points as "1,2;3,4;5,6;7,8"; nil for "".
func Corners(text string) (*[4]image.Point, error) {
	if text == "" {
		return nil, nil
	}
	var out [4]image.Point
	points := strings.Split(text, ";")
	if len(points) != len(out) {
		return nil, command.Usagef("--corners has %d points, want 4, as 10,10;200,12;198,60;11,58", len(points))
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
			return nil, command.Usagef("--corners: %q is not a point, want X,Y in pixels", point)
		}
	}
	return &out, nil
}
