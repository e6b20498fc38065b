// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bytes"
	"context"
	"math"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// PutPlaying tells the device what another player plays; null, and the state stopped, are
// silence. All of the earlier sound is replaced.
func PutPlaying(ctx context.Context, d *device.Device, body []byte) (note.Playing, error) {
	if string(bytes.TrimSpace(body)) == null {
		return d.SetPlaying(ctx, note.Playing{})
	}
	var b struct {
		State    Word    `json:"state"`
		Title    Label   `json:"title"`
		Artist   Label   `json:"artist"`
		Album    Label   `json:"album"`
		Art      Label   `json:"art"`
		Duration Decimal `json:"duration"`
		Position Decimal `json:"position"`
	}
	if err := Decode(body, &b); err != nil {
		return note.Playing{}, err
	}
	var f Faults
	state, _ := Choice(&f, "state", b.State, OneOf("playing", "paused", "stopped"))
	p := note.Playing{
		Title: label(&f, "title", b.Title), Artist: label(&f, "artist", b.Artist), Album: label(&f, "album", b.Album),
		Cover: label(&f, "art", b.Art), Length: seconds(&f, "duration", b.Duration),
		Position: seconds(&f, "position", b.Position), Paused: state == "paused",
	}
	f.Rest(p.Validate())
	if p.Title == "" && state != "stopped" && !b.Title.Set {
		f.Join(Missing("title"))
	}
	if f.Err() != nil {
		return note.Playing{}, f.Err()
	}
	if state == "stopped" {
		p = note.Playing{}
	}
	now, err := d.SetPlaying(ctx, p)
	return now, f.Explain(err)
}

// label reads a text.
func label(f *Faults, field string, l Label) string {
	if !f.Check(field, l.Value) {
		return ""
	}
	return strings.TrimSpace(l.Text)
}

// seconds reads a time of up to a day and more, for which the device has a limit.
func seconds(f *Faults, field string, n Decimal) time.Duration {
	if !f.Check(field, n.Value) {
		return 0
	}
	const far = 1e6 // s: beyond each limit
	return time.Duration(math.Min(math.Max(n.Float, -1), far) * float64(time.Second))
}

// Playing is the sound of another player, for encoding.
type Playing struct {
	State    string  `json:"state"`
	Title    string  `json:"title,omitempty"`
	Artist   string  `json:"artist,omitempty"`
	Album    string  `json:"album,omitempty"`
	Duration float64 `json:"duration,omitempty"` // seconds
	Position float64 `json:"position,omitempty"` // seconds, now
	Art      bool    `json:"art"`                // there is a cover; its address may be a secret
}

// PlayingOf returns p as it is now, in the form of the API.
func PlayingOf(p note.Playing) Playing {
	if p.IsZero() {
		return Playing{State: "stopped"}
	}
	out := Playing{
		State: "playing", Title: p.Title, Artist: p.Artist, Album: p.Album, Art: p.Cover != "",
		Duration: tenths(p.Length), Position: tenths(p.PositionAt(time.Now())),
	}
	if p.Paused {
		out.State = "paused"
	}
	return out
}

func tenths(d time.Duration) float64 { return math.Round(10*d.Seconds()) / 10 }

// Audio is the audio object.
type Audio struct {
	Available   bool  `json:"available"`
	Volume      int   `json:"volume"`
	VolumeRange Range `json:"volume_range"`
	VolumeLimit Range `json:"volume_limit"`
}

// AudioOf returns the state of the sound as a GET answers it.
func AudioOf(a device.Audio) Audio {
	return Audio{a.Available, a.Volume, Range(a.Range), Range(a.Limit)}
}

// PutAudio changes the volume.
func PutAudio(ctx context.Context, d *device.Device, body []byte) (device.Audio, error) {
	var p struct {
		Volume Integer `json:"volume"`
	}
	if err := Decode(body, &p); err != nil {
		return device.Audio{}, err
	}
	var f Faults
	if !f.Need("volume", p.Volume.Value) {
		return device.Audio{}, f.Err()
	}
	now, err := d.SetVolume(ctx, p.Volume.Int)
	return now, f.Explain(err)
}
