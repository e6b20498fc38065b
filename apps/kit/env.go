// SPDX-License-Identifier: Apache-2.0

// Package kit is what all apps share: what they are made with, what they publish for each
// other, the cards on which most of them draw, and how they repeat requests. It knows no app.
package kit

import (
	"errors"
	"image"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/sounds"
)

// Env is what apps are made with. Its fields are shared and must not be changed.
type Env struct {
	Size    image.Point // of the panel, pixels
	Fonts   *fonts.Set
	Icons   paint.IconSource
	Clock   device.WallClock // whether wall times can be trusted
	Zone    *device.Zone     // of the device
	Web     *webfetch.Client // asks the servers named in settings; nil = there is no network
	Memory  *budget.Budget   // what pictures from outside are taken from while they are decoded; nil = no bounds
	Weather WeatherConfig
	Gallery GalleryConfig
	// Signed checks that one of signatures, in minisign's form, is of data and by a key of this project's releases; its
	// error says why not. Each call reads the keys from the disk. nil = this program cannot check signatures
	Signed func(data, signatures []byte) error

	Heard  <-chan sounds.Heard  // reports of the player, for the radio only; nil = no player
	Levels func() sounds.Levels // of what the player plays, for frames: it never waits; nil = no player

	Dir  string // the device's data directory, which holds the pictures; "" = no directory
	Boot string // of the machine: apps count no failures over several of them; "" = unknown

	Feeds *Feeds // records which servers cannot be reached; nil = nobody asks

	Shared *Shared // shared between the apps; All makes it if it is nil, or else each app its own

	Monochrome bool // the LEDs of the panel are only on or off; see Dimmed
}

// WeatherConfig is the [weather] table: the server to ask. The zero value
// is Open-Meteo's free one.
type WeatherConfig struct {
	URL    string `toml:"url"`    // of the server, without a path; "" = https://api.open-meteo.com
	Places string `toml:"places"` // of the server that finds places by name; "" = https://geocoding-api.open-meteo.com
	Key    string `toml:"key"`    // for servers that want one
}

// GalleryConfig is the [gallery] table: where the community's apps are from. The zero value is the
// catalogue on the project's site.
type GalleryConfig struct {
	URL string `toml:"url"` // of a catalogue; "" = that of the project's site
}

// Check returns invalid values as errors of package keyerr.
func (c GalleryConfig) Check() error { return checkServer("url", c.URL) }

// Check returns invalid values as errors of package keyerr.
func (c WeatherConfig) Check() error {
	return errors.Join(checkServer("url", c.URL), checkServer("places", c.Places))
}

// checkServer returns the fault of a key with the address of a server; none is set where it is "".
func checkServer(key, url string) error {
	if url == "" {
		return nil
	}
	return keyerr.In(key, webfetch.Check(url))
}
