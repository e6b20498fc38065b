// SPDX-License-Identifier: Apache-2.0

package device

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
)

// Config is fixed for a run of the device.
type Config struct {
	Width, Height int    // of the panel, pixels
	PanelType     string // Monochrome, "grayscale", "color", "mixed"; "" = color

	// Audio reports whether something would be heard now. It is called by Run and
	// must not block; nil means that there is never a speaker.
	Audio func() bool

	Limits           Limits
	RefuseWhenHidden bool       // answer ErrHidden as real firmware does (docs/decisions.md 4)
	Look             paint.Look // defaults for what nobody has set
	Light            Light
	LightSimulated   bool  // the readings that SetLux takes are made up: no sensor measures them
	Quiet            Quiet // until a client sets quiet hours
	// Absence is for how long nobody is there before the display becomes dark, by
	// SetPresence; 0 = nothing tells who is there.
	Absence time.Duration
	// LongPress is from when on a press is long; 0 = 600 ms.
	LongPress time.Duration

	// Apps are the available apps; the screensaver shows the first one unless another
	// is chosen. Widgets and Schedule hold until a client sets them. A package that is
	// not in Widgets has one widget, which is visible if its app is the first and
	// Widgets is empty.
	Apps     []App
	Widgets  []WidgetSettings
	Schedule []Block

	Region Region // until somebody sets one; zero fields = the defaults

	Fonts *fonts.Set
	Icons paint.IconSource
	Zone  *Zone // of wall times; nil = one of the device's own, as the system has it
	Clock WallClock
}

// Monochrome is the PanelType of LEDs that are only on or off.
const Monochrome = "monochrome"

// painter draws for the panel in the look l.
func (c *Config) painter(l paint.Look) paint.Painter {
	return paint.Painter{
		Size: image.Pt(c.Width, c.Height), Monochrome: c.PanelType == Monochrome,
		Fonts: c.Fonts, Icons: c.Icons, Look: l,
	}
}

// warm requests the icons of n while it waits, so that those from the disk or the
// gallery are ready when it shows. Pictures inside the notification already are.
func (c *Config) warm(n *note.Notification) {
	for i := range n.Frames {
		if icon := n.Frames[i].Icon; !icon.IsZero() && !strings.HasPrefix(icon.String(), "data:") {
			c.Icons.Icon(icon)
		}
	}
}

// iconFault says which icons of n a sign stands for, and why, each cause once; "" = none that is known.
func (c *Config) iconFault(n *note.Notification) string {
	source, ok := c.Icons.(interface{ Fault(icons.Ref) string })
	if !ok {
		return ""
	}
	var causes, all []string
	for i := range n.Frames {
		if why := source.Fault(n.Frames[i].Icon); why != "" && !slices.Contains(causes, why) {
			causes = append(causes, why)
			all = append(all, fmt.Sprintf("frames[%d].icon: %s", i, why))
		}
	}
	return strings.Join(all, "; ")
}

// size is the size of the panel, in pixels.
func (c *Config) size() image.Point { return image.Pt(c.Width, c.Height) }
