// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render"
)

// faces is the app whose faces are tried.
const faces = "com.lametric.clock"

// wireTry is what is tried: one of its words.
type wireTry struct {
	Face       wire.Word    `json:"face"`
	Effect     wire.Word    `json:"effect"`
	Transition wire.Word    `json:"transition"`
	Color      wire.Word    `json:"color"`
	Seconds    wire.Integer `json:"seconds"`
}

// postTry shows a face, an effect, a transition or a colour on the panel for a moment, over everything
// below critical (docs/decisions.md 16). Nothing is saved.
func (l *Live) postTry(w http.ResponseWriter, r *http.Request) error {
	var body wireTry
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	seconds, most := 3, int(device.MaxTry/time.Second)
	if f.Int32("seconds", body.Seconds) && body.Seconds.Set {
		if seconds = body.Seconds.Int; seconds < 0 || seconds > most {
			f.Wrong("seconds", body.Seconds.Value, fmt.Sprintf("want 0 to %d", most))
		}
	}
	words := body.words(&f)
	if err := f.Err(); err != nil {
		return err
	}
	if len(words) != 1 && seconds > 0 {
		return wire.Complaint("face, effect, transition or color: want one of them")
	}
	ctx, done := rest.Patience(r)
	defer done()
	var root render.Widget
	if seconds > 0 {
		var err error
		if root, err = tried(ctx, l.cfg.Device, words[0][0], words[0][1]); err != nil {
			return err
		}
	}
	if err := l.cfg.Device.Try(ctx, root, time.Duration(seconds)*time.Second); err != nil {
		return err
	}
	return rest.WriteDone(w)
}

// words returns what is named, each with its name in the body.
func (t *wireTry) words(f *wire.Faults) (all [][2]string) {
	for _, word := range []struct {
		name string
		word wire.Word
	}{{"face", t.Face}, {"effect", t.Effect}, {"transition", t.Transition}, {"color", t.Color}} {
		if f.Check(word.name, word.word.Value) && word.word.Set {
			all = append(all, [2]string{word.name, word.word.Text})
		}
	}
	return all
}

// tried returns the picture of what is tried.
func tried(ctx context.Context, d *device.Device, what, value string) (render.Widget, error) {
	unknown := wire.Complaint(fmt.Sprintf("%s: %s is unknown", what, wire.Excerpt([]byte(value))))
	if what == "face" {
		root, _, err := d.Pose(ctx, faces, "face", value)
		if err != nil {
			return nil, unknown
		}
		return root, nil
	}
	if what == "color" {
		body, err := json.Marshal(map[string]any{"model": map[string]any{"frames": []any{map[string]any{"text": "Abc", "color": value}}}})
		if err != nil {
			return nil, fmt.Errorf("api: %w", err)
		}
		n, err := wire.ParseNotification(body)
		if err != nil {
			return nil, wire.Complaint(fmt.Sprintf("color: %s, want #RRGGBB", wire.Excerpt([]byte(value))))
		}
		root, _, err := d.Preview(ctx, n)
		return root, err
	}
	for _, kind := range map[string][]string{"effect": {"text", "backgrounds", "overlays"}, "transition": {"transitions"}}[what] {
		if n, err := sampleOf(kind, value); err == nil {
			root, _, err := d.Preview(ctx, n)
			return root, err
		}
	}
	return nil, unknown
}
