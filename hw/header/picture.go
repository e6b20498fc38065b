// SPDX-License-Identifier: Apache-2.0

package header

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Measures of the picture, in units of its view box.
const (
	pitch   = 24.0  // from pin to pin, and from terminal to terminal
	top     = 64.0  // of the first row
	left    = 46.0  // of the column of odd pins
	boxes   = 400.0 // left edge of the devices
	width   = 760.0
	between = 30.0 // from device to device
	radius  = 9.0  // of a pin
)

// colours tell the wires of lines apart; they are readable on white and on black.
var colours = []string{
	"#d9534f", "#2e8b57", "#3b78d8", "#b8860b", "#8e44ad", "#0097a7", "#c2185b", "#6b8e23", "#e67e22", "#5c6bc0",
	"#00897b", "#a1552a",
}

// style follows the colours of the page that the picture is on.
const style = `text{font:13px sans-serif;fill:#222}.pin text{font-size:10px;fill:#fff;text-anchor:middle}.faint{fill:#666}
.board{fill:#e8eee8;stroke:#888}.device{fill:#f4f4f8;stroke:#888}path{fill:none;stroke-width:2.2}.shift{fill:#fff;stroke-width:1.6}
@media(prefers-color-scheme:dark){text{fill:#eee}.faint{fill:#aaa}.board{fill:#243024}.device{fill:#23232b}.shift{fill:#222}}`

// WritePicture writes an SVG of the header, or of the lines of a Compute Module, with the wires of the devices.
func WritePicture(w io.Writer, title string, devices []Device) error {
	p := &picture{in: socketOf(devices), used: map[int]string{}}
	if p.in.module {
		title += ": the numbers are GPIO lines of the Compute Module"
	}
	y := top - pitch
	for _, d := range devices {
		y = p.device(y, d) + between
	}
	height := max(y, top+pitch*float64(p.in.pins()/2)+10)
	_, err := fmt.Fprintf(w,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" role=\"img\">\n<title>%s</title>\n<style>%s</style>\n"+
			"<text x=\"12\" y=\"24\">%s</text>\n%s%s%s</svg>\n",
		width, height, escape(title), style, escape(title), p.board(), p.out.String(), p.pins())
	return err
}

// A picture is being drawn.
type picture struct {
	in   socket
	out  strings.Builder
	used map[int]string // colours of the pins in use
	n    int            // of coloured wires
}

// device draws a device below y and returns where it ends.
func (p *picture) device(y float64, d Device) float64 {
	end := y + pitch*float64(len(d.Terminals)+1) + 10
	fmt.Fprintf(&p.out, "<rect class=\"device\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"6\"/>\n", boxes, y,
		width-boxes-10, end-y)
	fmt.Fprintf(&p.out, "<text x=\"%g\" y=\"%g\" font-weight=\"bold\">%s</text>\n", boxes+12, y+18, escape(d.title()))
	pins := d.pins(p.in)
	for i, t := range d.Terminals {
		p.terminal(y+pitch*float64(i+1)+12, d, t, pins[i])
	}
	return end
}

// terminal draws a terminal and its wire.
func (p *picture) terminal(y float64, d Device, t Terminal, pin int) {
	colour := p.colour(t.Source)
	says := d.source(t)
	if pin > 0 {
		if !p.in.module {
			says = p.in.place(t.Source, pin) + ", " + says
		}
		p.used[pin] = colour
		p.wire(pin, y, colour)
	}
	fmt.Fprintf(&p.out, "<circle cx=\"%g\" cy=\"%g\" r=\"4\" fill=\"%s\"/>\n", boxes, y, colour)
	if d.remark(t) != "" {
		fmt.Fprintf(&p.out, "<path class=\"shift\" stroke=\"%s\" d=\"M%g %gl14 7l-14 7z\"/>\n", colour, boxes-26, y-7)
		says += ", level shifter"
	}
	fmt.Fprintf(&p.out, "<text x=\"%g\" y=\"%g\">%s <tspan class=\"faint\">%s</tspan></text>\n", boxes+12, y+4,
		escape(t.Name), escape(says))
}

// wire draws a wire from a pin to the height y of a terminal. The wire of an odd
// pin runs below the even pin beside it.
func (p *picture) wire(pin int, y float64, colour string) {
	px, py := at(pin)
	out := left + pitch + 2*radius
	if pin%2 == 1 {
		fmt.Fprintf(&p.out, "<path stroke=\"%s\" d=\"M%g %gL%g %gH%g", colour, px, py, px+pitch/2, py+pitch/2, out)
		py += pitch / 2
	} else {
		fmt.Fprintf(&p.out, "<path stroke=\"%s\" d=\"M%g %gH%g", colour, px, py, out)
	}
	fmt.Fprintf(&p.out, "C%g %g %g %g %g %g\"/>\n", out+160, py, boxes-190, y, boxes, y)
}

// colour returns the colour of a wire: fixed for ground and supplies, the next one
// for a line.
func (p *picture) colour(s Source) string {
	switch s {
	case Ground:
		return "#777777"
	case Volts33:
		return "#e08000"
	case Volts5, Supply:
		return "#d00000"
	}
	p.n++
	return colours[(p.n-1)%len(colours)]
}

// board draws what the pins stand on.
func (p *picture) board() string {
	return fmt.Sprintf("<rect class=\"board\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"6\"/>\n",
		left-20, top-20, pitch+40, pitch*float64(p.in.pins()/2-1)+40)
}

// pins draws the pins, with the pins in use in the colours of their wires.
func (p *picture) pins() string {
	var out strings.Builder
	for pin := 1; pin <= p.in.pins(); pin++ {
		x, y := at(pin)
		fill := p.used[pin]
		fill = cmp.Or(fill, "#b0b0b0")
		fmt.Fprintf(&out,
			"<g class=\"pin\"><circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"%s\"/><text x=\"%g\" y=\"%g\">%d</text></g>\n",
			x, y, radius, fill, x, y+3.5, p.in.label(pin))
	}
	return out.String()
}

// at returns where a pin is: odd ones at the left, pin 1 at the top.
func at(pin int) (x, y float64) {
	return left + pitch*float64((pin+1)%2), top + pitch*float64((pin-1)/2)
}

// escape returns text as XML has it.
func escape(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // a Builder takes everything
	return out.String()
}

// WriteTable writes a table of the devices' wires: terminal, pin, line.
func WriteTable(w io.Writer, devices []Device) error {
	out := &strings.Builder{}
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	in := socketOf(devices)
	for i, d := range devices {
		if i > 0 {
			fmt.Fprintln(tab)
		}
		fmt.Fprintln(tab, d.title())
		pins := d.pins(in)
		for i, t := range d.Terminals {
			fmt.Fprintf(tab, "  %s\t%s\t%s\t%s\n", t.Name, in.place(t.Source, pins[i]), d.source(t), d.remark(t))
		}
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(out.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// title returns the device's name, and how it is connected if not by wires.
func (d Device) title() string {
	if d.Board {
		return d.Name + ", plugged onto the header"
	}
	return d.Name
}

// source returns the connection of a terminal. Where a device has a separate supply, the
// grounds belong together.
func (d Device) source(t Terminal) string {
	own := slices.ContainsFunc(d.Terminals, func(t Terminal) bool { return t.Source == Supply })
	if t.Source == Ground && own {
		return "ground, and − of its supply"
	}
	return t.Source.String()
}

// remark returns what belongs on the way to the terminal.
func (d Device) remark(t Terminal) string {
	if t.Shifted && !d.Board {
		return "through a level shifter"
	}
	return ""
}
