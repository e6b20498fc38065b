// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bytes"
	"context"

	"github.com/ledpost/ledpost/device"
)

// PutDistance tells the device how far away its reader is: body is an object or its number alone, or null if nobody
// knows.
func PutDistance(ctx context.Context, d *device.Device, body []byte) (device.DistanceNow, error) {
	var f Faults
	m, err := distance(&f, bytes.TrimSpace(body))
	if err != nil {
		return device.DistanceNow{}, err
	}
	now, err := d.SetDistance(ctx, m)
	return now, f.Explain(err)
}

// distance reads a body without spaces around it.
func distance(f *Faults, body []byte) (m device.Measured, err error) {
	var b struct {
		Distance Decimal `json:"distance"`
	}
	if string(body) == null {
		return m, nil
	}
	if v, ok := parseNumber(body); ok { // as a sensor's state is published
		return device.Measured{Value: v, Known: true}, nil
	}
	if err := Decode(body, &b); err != nil {
		return m, err
	}
	if !f.Need("distance", b.Distance.Value) {
		return m, f.Err()
	}
	return device.Measured{Value: b.Distance.Float, Known: true}, nil
}

// Distance is how far away the reader of the panel is.
type Distance struct {
	Distance *float64 `json:"distance"` // metres; null: nobody has told it for ten minutes
	Far      bool     `json:"far"`      // apps show one value
}

// DistanceOf returns the distance as a GET answers it.
func DistanceOf(d device.DistanceNow) Distance { return Distance{d.Metres.Pointer(), d.Far} }
