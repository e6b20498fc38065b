// SPDX-License-Identifier: Apache-2.0

// Package radio is an app that plays stations of the internet.
package radio

import (
	"cmp"
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/sounds"
)

// Package is the name that clients know the radio by (docs/decisions.md 6).
const Package = "com.lametric.radio"

// App is the radio, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Config are the settings of a radio. The zero value has no stations.
type Config struct {
	Stations []Station `json:"stations,omitempty"`
	Sleep    int       `json:"sleep,omitempty"` // minutes after which it stops by itself; 0 = never
	Color    string    `json:"color,omitempty"` // #RRGGBB; "" = the device's text colour
}

// Station is a radio station.
type Station struct {
	Name string `json:"name,omitempty"` // "" = the host of URL
	URL  string `json:"url"`            // of a stream, or of an M3U or PLS playlist
}

const (
	maxStations = 32
	maxSleep    = 12 * 60 // minutes
	// A station that cannot be played is retried after retryFirst, then half
	// as often each time. (A broken connection is reopened by the player.)
	retryFirst, retryMost = 30 * time.Second, 10 * time.Minute
	// A radio that was playing at maxTries unclean ends in a row, each within
	// calm and all in one boot of the machine, may be the cause: it does not resume by itself.
	maxTries = 3
	calm     = time.Minute
)

// Radio plays stations, one at a time, even while something else shows.
type Radio struct {
	kit.Base
	tuners   []*tuner
	kept     saved
	on       *tuner      // the one that plays; nil = none
	begun    time.Time   // when it began to play
	plays    int         // number of tracks begun; used as the track's key
	sleep    kit.Instant // when it stops by itself; zero = never
	tries    int         // resumed this often at a start of the device without being calm since
	heard    sounds.Heard
	failures int
	again    time.Time // when a failed station is retried; zero = none failed
}

// tuner is the radio of one widget.
type tuner struct {
	kit.Owned
	cfg   Config
	index int // of the chosen station, in range if there are any

	key  string // what seen was drawn for; "" = nothing yet
	seen device.View
}

// saved is the saved state of a radio. The zero value plays nothing.
type saved struct {
	Index map[string]int `json:"index,omitempty"` // of the chosen station, by widget
	On    string         `json:"on,omitempty"`    // the widget that plays
	Sleep kit.Instant    `json:"sleep,omitzero"`
	Tries int            `json:"tries,omitempty"` // starts of the device while it played
	Boot  string         `json:"boot,omitempty"`  // of the machine, in which those were
}

// New is the factory of the radio app.
func New(env kit.Env, kept json.RawMessage, _ int) device.App {
	r := &Radio{Base: kit.NewBase(env), kept: kit.ReadKept[saved](kept)}
	r.Redraw = r.Refresh
	if r.kept.Boot != env.Boot {
		r.kept.Tries = 0 // the power was cut, which says nothing about the station
	}
	return r
}

// About implements [device.App].
func (r *Radio) About() device.About {
	about := kit.About(Package, "Radio", []device.Property{
		{Name: "stations", Schema: device.Schema{Type: "array", Title: "Stations", MaxLen: maxStations,
			Items: &device.Schema{Properties: []device.Property{
				{Name: "name", Schema: device.Schema{Type: "string", Title: "Name", MaxLen: 64}},
				{Name: "url", Schema: device.Schema{Type: "string", Title: "URL", Format: "uri", MaxLen: 512,
					Description: "Of a stream, or an M3U or PLS playlist"}},
			}}}},
		{Name: "sleep", Schema: device.Schema{Type: "integer", Title: "Sleep timer", Min: 0, Max: maxSleep, Default: 0,
			Description: "Minutes after which it stops by itself; 0 is never"}},
		kit.ColorProperty,
	})
	about.Actions = []device.Action{
		{ID: "radio.play"}, {ID: "radio.stop"}, {ID: "radio.next"}, {ID: "radio.prev"},
		{ID: "radio.play.at", Params: []device.Param{{Name: "idx", Type: device.IntParam, Required: true}}},
		{ID: "radio.state"},
		{ID: "radio.sleep", Params: []device.Param{{Name: "minutes", Type: device.IntParam, Required: true}}},
	}
	return about
}

// station returns the chosen station; its URL is "" if there are none.
func (d *tuner) station() (s Station) {
	if len(d.cfg.Stations) > 0 {
		s = d.cfg.Stations[d.index]
	}
	return s
}

// chosen returns the tuner that plays, or else the first.
func (r *Radio) chosen() *tuner {
	if r.on != nil {
		return r.on
	}
	return r.tuners[0]
}

// share publishes the station for apps that play it, and what sounds for pages that several apps share.
func (r *Radio) share() {
	if len(r.tuners) > 0 {
		r.Env.Shared.Station = r.chosen().station().URL
	}
	all := map[string]kit.Brief{}
	if d := r.on; d != nil && r.heard.Fault == "" {
		b := kit.Brief{Kind: kit.Playing, Icon: playing,
			Text: cmp.Or(kit.Printable(d.station().Name), hostname(d.station().URL))}
		if title := r.heard.Title; title != "" && title != b.Text {
			b.Lead, b.Text = b.Text, title
		}
		all[d.ID] = b
	}
	r.Env.Shared.Tell(Package, all)
}
