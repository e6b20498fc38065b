// SPDX-License-Identifier: Apache-2.0

// Package panel is what all panels have in common: how a picture is shown on an open
// one, and what a driver knows of a configured one.
//
// It knows no driver. The table of drivers is in package hw.
package panel

import (
	"image"
	"net/netip"
	"time"

	"github.com/ledpost/ledpost/hw/refresh"
)

// A Panel shows pictures. All methods are called by one goroutine at a time, except
// the methods of [PowerMeter] and [Refreshed].
type Panel interface {
	// Bounds is the size of the picture, its Min at (0, 0). It never changes.
	Bounds() image.Rectangle
	// Draw shows the part of src that begins at sp in the rectangle r of the
	// panel. The rest of the panel keeps its picture. It may take as long as
	// the bus does, does not keep src, and allocates nothing when src is an
	// *image.RGBA; what a periph driver beneath it does is another matter.
	Draw(r image.Rectangle, src image.Image, sp image.Point) error
	// SetBrightness takes a perceived brightness, 0 (dark) to 1 (full); values
	// outside are clamped. It takes effect with the next Draw, sends nothing
	// and allocates nothing. A new panel has brightness 1.
	SetBrightness(level float64) error
	// Close blanks the panel and releases the bus.
	Close() error
}

// A Refresher is a panel that wants the picture sent again though it stands still: to
// bring back a panel after a dip of its supply or noise, as all do, or to dither in
// time.
type Refresher interface {
	// RefreshAfter is how long after the last Draw or Refresh the next Refresh
	// is due; 0 means not before the next Draw. It may change at each Draw.
	RefreshAfter() time.Duration
	// Refresh sends the picture of the last Draw again. It is called by the
	// goroutine that draws, and allocates nothing.
	Refresh() error
}

// A PowerMeter is a panel that estimates and limits the power of its LEDs. Any
// goroutine may ask it.
type PowerMeter interface {
	// Power is the estimate for the frame last sent, in watts, and the factor,
	// above 0 and at most 1, by which the limit dimmed that frame.
	Power() (watts, scale float64)
}

// Refreshed is a panel that may have a refresher process, see package refresh.
// Any goroutine may ask it.
type Refreshed interface {
	// Stats is what the refresher measures, and whether there is one.
	Stats() (stats refresh.Stats, ok bool)
	// Note is what the refresher lacks, for the log; empty if nothing.
	Note() string
}

// A Sending is a panel over the network. Any goroutine may ask it.
type Sending interface {
	// SendsTo reports whether pictures go to an address: what comes from there may be
	// one of them.
	SendsTo(netip.Addr) bool
	// Away returns the hosts that pictures do not reach now. The others have theirs, and
	// those that are away are tried again.
	Away() []Away
}

// Away is a host of a panel over the network that pictures do not reach.
type Away struct {
	Host string // by name or address, as configured
	Err  error  // why; it does not name the host
}

// String is the host and the reason.
func (a Away) String() string { return a.Host + ": " + a.Err.Error() }

// Kind tells the colours that a panel shows, by the names of the device API.
type Kind string

// The kinds of panel.
const (
	Monochrome Kind = "monochrome" // on and off
	Grayscale  Kind = "grayscale"  // levels of one colour
	Color      Kind = "color"      // every pixel any colour
	Mixed      Kind = "mixed"      // a composite of different kinds
)
