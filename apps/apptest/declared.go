// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// A Sample is data that an app can show on its widget "a": settings, and what it kept.
type Sample struct {
	Settings json.RawMessage `json:"settings,omitempty"` // nil = none
	Keep     json.RawMessage `json:"keep,omitempty"`     // nil = nothing
}

// Samples returns the samples of an app: those that it lists in a JSON file, or, if there is no
// file, the settings that follow from what it declares, with nothing kept.
func Samples(t *testing.T, a kit.App, path string) (all []Sample, listed bool) {
	t.Helper()
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		c := newChecker(t, a)
		c.configures()
		for _, s := range c.taken {
			all = append(all, Sample{Settings: s.raw})
		}
		return all, false
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := errors.Join(err, d.Decode(&all)); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return all, true
}

// Keeps reports whether an app keeps anything, by itself or after one of its actions.
func Keeps(t *testing.T, a kit.App) bool {
	t.Helper()
	c := newChecker(t, a)
	app := c.fresh(panels[0], nil)
	keeps := c.shown(app, sampleOf(nil)).Keep != nil
	for _, action := range c.about.Actions {
		for _, args := range arguments(action) {
			if action.Check(args) == nil && app.Do("a", action.ID, args, Noon) == nil {
				keeps = keeps || app.Step(Noon).Keep != nil
			}
		}
	}
	return keeps
}

// newChecker returns a checker of an app that has found nothing yet.
func newChecker(t *testing.T, a kit.App) *checker {
	return &checker{t: t, app: a, about: a.New(kit.Env{Size: panels[0]}, nil, 0).About()}
}

// Feed tells an app what sensors measure, and pushes a text to its widget "a", if it takes those.
// An error says that it refuses the text.
func Feed(app device.App, text string) error {
	if p, ok := app.(device.Senser); ok {
		known := func(v float64) device.Measured { return device.Measured{Value: v, Known: true} }
		p.Sense(device.Sensed{Climate: device.Climate{Temperature: known(-11.5), Humidity: known(100)}, Lux: known(120)})
	}
	if p, ok := app.(device.Pusher); ok {
		return p.Push("a", []note.Frame{{Text: []note.Fragment{{Text: text}}}}, Noon)
	}
	return nil
}
