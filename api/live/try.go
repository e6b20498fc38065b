// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/testcard"
)

// faces is the app whose faces are tried.
const faces = "com.lametric.clock"

// longestTry is how long a look can be tried.
const longestTry = 10 * time.Second

// wireTry is the subject of a try: one of its words, or the model of a notification.
type wireTry struct {
	Face       wire.Word    `json:"face"`
	Effect     wire.Word    `json:"effect"`
	Transition wire.Word    `json:"transition"`
	Color      wire.Word    `json:"color"`
	Sunrise    wire.Word    `json:"sunrise"`
	Model      present      `json:"model"`
	Seconds    wire.Integer `json:"seconds"`
}

// present is whether a value is in the body.
type present bool

// UnmarshalJSON implements [json.Unmarshaler].
func (p *present) UnmarshalJSON(b []byte) error { *p = string(b) != "null"; return nil }

// postTry shows a face, an effect, a transition, a colour, a sunrise or a message on the panel for a moment,
// over everything below critical (docs/decisions.md 16). Nothing is saved.
func (l *Live) postTry(w http.ResponseWriter, r *http.Request) error {
	var body wireTry
	text, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	if err := wire.Decode(text, &body); err != nil {
		return err
	}
	var f wire.Faults
	length := secondsOf(&f, body.Seconds, 3*time.Second, longestTry)
	subjects := body.words(&f)
	if body.Model {
		subjects = append(subjects, [2]string{"model", string(text)})
	}
	if err := f.Err(); err != nil {
		return err
	}
	if len(subjects) != 1 && length > 0 {
		return wire.Complaint("face, effect, transition, color, sunrise or model: want one of them")
	}
	if length > 0 {
		if err := l.sketch(w, r); err != nil {
			return err
		}
	}
	ctx, done := rest.Patience(r)
	defer done()
	var root render.Widget
	if length > 0 { // 0 ends a try, and needs no word
		if root, err = tried(ctx, l.cfg.Device, subjects[0][0], subjects[0][1]); err != nil {
			return err
		}
	}
	return rest.WriteDone(w, l.cfg.Device.Try(ctx, root, length))
}

// words returns the words of the body, each behind its name.
func (t *wireTry) words(f *wire.Faults) (all [][2]string) {
	for _, word := range []struct {
		name string
		word wire.Word
	}{{"face", t.Face}, {"effect", t.Effect}, {"transition", t.Transition}, {"color", t.Color}, {"sunrise", t.Sunrise}} {
		if f.Check(word.name, word.word.Value) && word.word.Set {
			all = append(all, [2]string{word.name, word.word.Text})
		}
	}
	return all
}

// tried returns the picture of a word, or of a whole body with a model.
func tried(ctx context.Context, d *device.Device, name, value string) (render.Widget, error) {
	if name == "face" || name == "sunrise" {
		root, _, err := d.Pose(ctx, faces, name, value)
		if errors.Is(err, device.ErrNoPose) || errors.Is(err, device.ErrNoApp) {
			err = unknown(name, value)
		}
		return root, err
	}
	n, err := sampleOfWord(name, value)
	if err != nil {
		return nil, err
	}
	root, _, err := d.Preview(ctx, n, device.MaxTry)
	return root, err
}

// sampleOfWord returns a notification that shows an effect, a transition or a colour.
func sampleOfWord(name, value string) (note.Notification, error) {
	switch name {
	case "color":
		return coloured(value)
	case "model":
		return wire.ParseNotification([]byte(value))
	}
	kinds := []string{"transitions"}
	if name == "effect" {
		kinds = []string{"text", "backgrounds", "overlays"} // one name may be in several: text first
	}
	for _, kind := range kinds {
		if n, err := sampleOf(kind, value); err == nil {
			return n, nil
		}
	}
	return note.Notification{}, unknown(name, value)
}

// coloured returns a notification of letters in a colour.
func coloured(color string) (note.Notification, error) {
	n, err := framed(map[string]any{"text": "Abc", "color": color})
	if err != nil {
		err = wire.Complaint(fmt.Sprintf("color: %s, want #RRGGBB", wire.Excerpt([]byte(color))))
	}
	return n, err
}

func unknown(name, value string) error {
	return wire.Complaint(fmt.Sprintf("%s: %s is unknown", name, wire.Excerpt([]byte(value))))
}

// postTestCard shows a test pattern, or ends it.
func (l *Live) postTestCard(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Pattern wire.Word    `json:"pattern"`
		Seconds wire.Integer `json:"seconds"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	if !body.Pattern.Set {
		return wire.Missing("pattern")
	}
	var f wire.Faults
	pattern, _ := wire.Choice(&f, "pattern", body.Pattern, testcard.Parse)
	length := secondsOf(&f, body.Seconds, 10*time.Second, device.MaxTest)
	if err := f.Err(); err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	return rest.WriteDone(w, l.cfg.Device.Test(ctx, pattern, length))
}

// secondsOf returns the body's field seconds, 0 to most; usual if it is absent.
func secondsOf(f *wire.Faults, sent wire.Integer, usual, most time.Duration) time.Duration {
	if !f.Int32("seconds", sent) || !sent.Set {
		return usual
	}
	if limit := int(most / time.Second); sent.Int < 0 || sent.Int > limit {
		f.Wrong("seconds", sent.Value, fmt.Sprintf("want 0 to %d", limit))
	}
	return time.Duration(sent.Int) * time.Second
}
