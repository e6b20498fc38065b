// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"image"
	"log/slog"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api/lametric"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/mqtt"
	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// nowhere is the panel, the speaker and the disk of a device that has none.
type nowhere struct{}

func (nowhere) Show(render.Scene)                  {}
func (nowhere) Play(sounds.Track, ...sounds.Track) {}
func (nowhere) Save(device.Saved)                  {}

// objects are the objects of the HTTP API.
type objects struct {
	*lametric.Original
	*live.Live
}

// fleet is devices that run in this process.
type fleet struct {
	clients []*mqtt.Client
	running sync.WaitGroup
	cancel  context.CancelFunc
}

var size = image.Pt(37, 8)

// newFleet starts n devices, not yet on the broker.
func newFleet(ctx context.Context, n int, url string) (*fleet, error) {
	faces, err := fonts.Open(fonts.Options{})
	if err != nil {
		return nil, err
	}
	web, err := webfetch.New(webfetch.Config{})
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.DiscardHandler)
	pictures := icons.New(icons.Config{}, log)
	wall := device.NewWallClock(time.Time{}, time.Time{})
	ctx, cancel := context.WithCancel(ctx)
	f := &fleet{cancel: cancel}
	for i := range n {
		saved := device.Fresh()
		saved.Identity = device.Identity{ID: fmt.Sprint(i + 1), Serial: fmt.Sprintf("SA%08d", i), Name: fmt.Sprintf("Device %d", i),
			UUID: fmt.Sprintf("0a1b2c3d-0000-4000-8000-%012d", i)}
		dev := device.New(device.Config{
			Width: size.X, Height: size.Y, PanelType: "color", Audio: func() bool { return false }, Limits: device.DefaultLimits,
			Apps:    apps.All(kit.Env{Size: size, Fonts: faces, Icons: pictures, Clock: wall, Zone: time.UTC, Web: web}, nil).Apps,
			Widgets: apps.First(clock.Config{}, 20*time.Second), Fonts: faces, Icons: pictures, Location: time.UTC, Clock: wall,
		}, saved, device.Edges{Screen: nowhere{}, Speaker: nowhere{}, Keeper: nowhere{}})
		server := objects{lametric.New(lametric.Config{Device: dev, Version: "fleet"}), live.New(live.Config{Device: dev, Log: log})}
		f.clients = append(f.clients,
			mqtt.New(mqtt.Config{Broker: url, Discovery: "homeassistant", Groups: []string{"all"}}, dev, server, mqtt.About{Version: "fleet"}, log))
		f.running.Go(func() { dev.Run(ctx) })
	}
	return f, nil
}

// connect has all devices connect at once, as after a power cut.
func (f *fleet) connect(ctx context.Context) {
	for _, c := range f.clients {
		f.running.Go(func() { c.Run(ctx) })
	}
}

func (f *fleet) stop() {
	f.cancel()
	f.running.Wait()
}
