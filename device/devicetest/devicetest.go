// SPDX-License-Identifier: Apache-2.0

// Package devicetest helps tests that need a device and neither see nor hear it.
package devicetest

import (
	"context"
	"image"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// Nowhere are edges that lead nowhere: pictures, sounds and state are dropped.
func Nowhere() device.Edges {
	return device.Edges{Screen: nowhere{}, Speaker: nowhere{}, Keeper: nowhere{}}
}

type nowhere struct{}

func (nowhere) Show(render.Scene)                  {}
func (nowhere) Play(sounds.Track, ...sounds.Track) {}
func (nowhere) Save(device.Saved)                  {}

// blank is an icon without a pixel for every reference.
type blank struct{}

func (blank) Icon(icons.Ref) *icons.Icon {
	return &icons.Icon{Frames: []icons.Frame{{Image: image.NewRGBA(image.Rect(0, 0, 8, 8))}}}
}

// Run runs a new device with 37×8 pixels until the test ends.
func Run(t testing.TB) *device.Device {
	t.Helper()
	set := must.Get(fonts.Open(fonts.Options{Rows: 8}))(t)
	d := device.New(device.Config{Width: 37, Height: 8, Fonts: set, Icons: blank{}}, device.Fresh(), Nowhere())
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = d.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	return d
}
