// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bufio"
	"fmt"
	"image"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/picture"
	"github.com/ledpost/ledpost/hw/photo"
)

// A dialog asks the person before the panel.
type dialog struct {
	in      *bufio.Scanner
	out     io.Writer
	corners string // of the panel in photographs, see picture.Corners
}

// photographs adds the flag for answers by a photograph.
func (d *dialog) photographs(set *pflag.FlagSet) {
	set.StringVar(&d.corners, "corners", "",
		"middles of the four corner LEDs in photographs, clockwise from the top left: `X,Y;X,Y;X,Y;X,Y` (default: "+
			"four marks)")
}

func (d *dialog) begin(std command.Streams) {
	d.in, d.out = bufio.NewScanner(io.LimitReader(std.In, 1<<20)), std.Out
}

// line reads what somebody types.
func (d *dialog) line() (text string, ok bool) {
	fmt.Fprint(d.out, "> ")
	ok = d.in.Scan()
	return strings.TrimSpace(d.in.Text()), ok
}

// photograph reads the LEDs of a panel of that size from "FILE" or "FILE CORNERS". The corners
// count for the next ones, too.
func (d *dialog) photograph(words string, size image.Point) (*photo.Reading, error) {
	name := strings.TrimSpace(words)
	if at := strings.LastIndexByte(name, ' '); at > 0 && strings.Contains(name[at:], ";") {
		name, d.corners = strings.TrimSpace(name[:at]), name[at+1:]
	}
	corners, err := picture.Corners(d.corners)
	if err != nil {
		return nil, err
	}
	m, err := picture.OpenPhoto(name)
	if err != nil {
		return nil, err
	}
	r, err := photo.Read(m, size, corners)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}
