// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"

	"github.com/ledpost/ledpost/hw"
)

// displayPath is the object of the display.
const displayPath = "/api/v2/device/display"

// screen is how a device shows something.
type screen struct {
	size       image.Point
	kind       hw.Kind
	brightness float64 // above 0 to 1
}

// maxSide bounds the width and the height of a display, in pixels.
const maxSide = 1024

// screen asks the device how it shows something now. One that does not say how bright it
// is has full brightness.
func (d *Device) screen() (s screen, err error) {
	text, err := d.ask("GET", displayPath, "")
	if err != nil {
		return s, err
	}
	var display struct {
		Width, Height int
		Type          string
		Now           *float64 `json:"brightness_now"`
	}
	if err := json.Unmarshal(text, &display); err != nil {
		return s, fmt.Errorf("the display of the device: %w", err)
	}
	if display.Width < 1 || display.Height < 1 || display.Width > maxSide || display.Height > maxSide {
		return s, fmt.Errorf("the display of the device has %d×%d pixels", display.Width, display.Height)
	}
	s = screen{image.Pt(display.Width, display.Height), hw.Kind(display.Type), 1}
	if display.Now != nil {
		s.brightness = min(*display.Now/100, 1)
	}
	if s.brightness <= 0 {
		return s, errors.New("the display of the device is off, or its brightness is 0: it shows nothing")
	}
	return s, nil
}
