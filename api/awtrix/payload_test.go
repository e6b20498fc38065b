// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/jpeg"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
)

// TestFrame: what keys become, as the frame is written in JSON, where TestGolden does not show it in the picture.
func TestFrame(t *testing.T) {
	for _, row := range []struct{ why, body, want string }{
		{"capitals of the device's own fonts", `{"text":"Počasí","textCase":1}`, `{"text":[{"t":"POČASÍ"}]}`},
		{"a colour", `{"text":"a","color":"#0f0"}`, `{"text":[{"t":"a"}],"color":"#00FF00"}`},
		{"a colour as a number", `{"text":"a","color":255}`, `{"text":[{"t":"a"}],"color":"#0000FF"}`},
		{"a malformed colour", `{"text":"a","color":"red"}`, `{"text":[{"t":"a"}]}`},
		{"slow text", `{"text":"a","scrollSpeed":50}`, `{"text":[{"t":"a"}],"speed":10}`},
		{"an icon", `{"icon":"2355","text":"a"}`, `{"icon":"2355","text":[{"t":"a"}]}`},
		{"as a number", `{"icon":2355,"text":"a","pushIcon":1}`, `{"icon":"2355","text":[{"t":"a"}],"push":"leave"}`},
		{"one that is taken along", `{"icon":"bell","text":"a","pushIcon":2}`,
			`{"icon":"bell","text":[{"t":"a"}],"push":"return"}`},
		{"an effect behind", `{"text":"a","effect":"TwinklingStars","effectSettings":{"speed":3}}`,
			`{"text":[{"t":"a"}],"background":"stars","pace":0.75}`},
		{"its usual speed", `{"text":"a","effect":"Plasma","effectSettings":{"speed":2,"palette":"Lava"}}`,
			`{"text":[{"t":"a"}],"background":"plasma"}`},
		{"settings as a text", `{"text":"a","effect":"Radar","effectSettings":"{\"speed\":3}"}`,
			`{"text":[{"t":"a"}],"background":"radar","pace":3}`},
		{"the time of a step", `{"text":"a","effect":"PingPong","effectSettings":{"speed":16}}`,
			`{"text":[{"t":"a"}],"background":"pong","pace":0.5}`},
		{"far too fast", `{"text":"a","effect":"fade","effectSettings":{"speed":1e9}}`,
			`{"text":[{"t":"a"}],"background":"fade","pace":10}`},
		{"one whose speed is fixed", `{"text":"a","effect":"LookingEyes","effectSettings":{"speed":3}}`,
			`{"text":[{"t":"a"}],"background":"eyes"}`},
		{"ours, twice as fast", `{"text":"a","effect":"lava","effectSettings":{"speed":2}}`,
			`{"text":[{"t":"a"}],"background":"lava","pace":2}`},
		{"settings of the wrong type", `{"text":"a","effect":"Fade","effectSettings":{"speed":"x"}}`,
			`{"text":[{"t":"a"}],"background":"fade"}`},
		{"one of ours", `{"text":"a","effect":"aurora"}`, `{"text":[{"t":"a"}],"background":"aurora"}`},
		{"unknown effect", `{"text":"a","effect":"none"}`, `{"text":[{"t":"a"}]}`},
		{"something that falls", `{"text":"a","overlay":" Thunder"}`, `{"text":[{"t":"a"}],"overlay":"thunder"}`},
		{"nothing that falls", `{"text":"a","overlay":"clear"}`, `{"text":[{"t":"a"}]}`},
		{"a colour without columns", `{"line":[1,2],"barBC":"#101010"}`, `{"line":[1,2]}`},
		{"a duration", `{"text":"a","duration":7}`, `{"text":[{"t":"a"}],"duration":7000000000}`},
		{"one that is longer than a frame stands", `{"text":"a","duration":600}`,
			`{"text":[{"t":"a"}],"duration":60000000000}`},
		{"passes, and a time for text that does not scroll", `{"text":"a","duration":7,"repeat":2}`,
			`{"text":[{"t":"a"}],"duration":7000000000,"passes":2}`},
		{"a default of the original", `{"text":"a","repeat":-1,"duration":0,"pos":-1}`, `{"text":[{"t":"a"}]}`},
		{"several of one object, in their order",
			`{"draw":[{"dc":[16,4,3,"#164477"],"dx":[],"dl":[16,3,16,8,"#3399cc"],"dp":[16,1]}]}`,
			`{"draw":[{"kind":"circle","x":16,"y":4,"radius":3,"color":"#164477"},{"kind":"line","x":16,"y":3,"x1":16,"y1":8,` +
				`"color":"#3399CC"},{"kind":"pixel","x":16,"y":1}],"drawFront":true}`},
		{"unknown commands", `{"draw":[{"dx":[1]},{"dp":[1]},{"db":[0,0,2]},7,null,{}]}`, `{}`},
		{"truncated commands", `{"draw":"[{"}`, `{}`},
		{"moved out of sight", `{"text":"a","textOffset":1e9}`, `{"text":[{"t":"a"}],"textOffset":256}`},
		{"keys that mean nothing here", `{"text":"a","clients":["b"],"topText":true}`, `{"text":[{"t":"a"}]}`},
		{"values of the wrong kind",
			`{"text":{},"icon":[1],"bar":"x","line":3,"draw":true,"progress":"x","color":{},"gradient":1}`,
			`{"progress":{"percent":0}}`},
	} {
		p, err := parse([]byte(row.body))
		if err != nil {
			t.Errorf("%s: %v", row.why, err)
			continue
		}
		f := p.frame(note.FormAwtrixApp, false)
		f.Form, f.DrawFront = note.FormOwn, f.DrawFront && f.Draw != nil // every row has them
		got, err := json.Marshal(&f)
		if err != nil || string(got) != row.want {
			t.Errorf("%s: %s becomes\n%s, want\n%s", row.why, row.body, got, row.want)
		}
		if !f.Blank() {
			if err := note.ValidateFrames("frames", []note.Frame{f}); err != nil {
				t.Errorf("%s: %v", row.why, err)
			}
		}
	}
}

// TestPicture: a picture in base64, as the editors of flows send it.
func TestPicture(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, jpeg.Encode(&b, image.NewRGBA(image.Rect(0, 0, 8, 8)), nil))
	p, _ := parse([]byte(`{"text":"a","icon":"` + base64.StdEncoding.EncodeToString(b.Bytes()) + `"}`))
	if f := p.frame(note.FormAwtrixApp, true); f.Icon.IsZero() {
		t.Error("the picture is no icon")
	}
	p, _ = parse([]byte(`{"text":"a","icon":"` + strings.Repeat("A", 100) + `"}`))
	store := icons.New(icons.Config{}, slog.New(slog.DiscardHandler))
	if f := p.frame(note.FormAwtrixApp, true); !store.Icon(f.Icon).Unknown() || store.Fault(f.Icon) == "" {
		t.Error("letters are a picture, or nothing tells that they are none")
	}
}

func TestNotification(t *testing.T) {
	for _, row := range []struct {
		why, body string
		ok        func(n *note.Notification) bool
	}{
		{"once", `{"text":"a"}`, func(n *note.Notification) bool {
			return n.Cycles == 1 && n.Sound == nil && n.Priority == note.PriorityInfo
		}},
		{"several passes",
			`{"text":"a","repeat":3}`, func(n *note.Notification) bool { return n.Cycles == 1 && n.Frames[0].Passes == 3 }},
		{"held rather than counted",
			`{"text":"a","repeat":3,"hold":true}`, func(n *note.Notification) bool {
				return n.Cycles == 0 && n.Frames[0].Passes == 0
			}},
		{"until it is dismissed", `{"text":"a","hold":true,"duration":3}`, func(n *note.Notification) bool {
			return n.Cycles == 0 && n.Frames[0].Duration == 0 && n.Lifetime == 24*time.Hour
		}},
		{"it wakes the display",
			`{"text":"a","wakeup":true}`, func(n *note.Notification) bool { return n.Priority == note.PriorityCritical }},
		{"a ringtone", `{"text":"a","rtttl":"a:d=4:c","loopSound":true}`, func(n *note.Notification) bool {
			return n.Sound.Tune == "a:d=4:c" && n.Sound.Repeat == 0
		}},
		{"a built-in sound",
			`{"text":"a","sound":"Cat"}`, func(n *note.Notification) bool { return n.Sound.ID == "cat" && n.Sound.Repeat == 1 }},
		{"an unknown sound",
			`{"text":"a","sound":"12","rtttl":"x"}`, func(n *note.Notification) bool { return n.Sound == nil }},
		{"a sound alone", `{"sound":"cat"}`, func(n *note.Notification) bool { return n.Sound != nil }},
	} {
		p := must.Get(parse([]byte(row.body)))(t)
		n, ok := p.notification(true)
		if err := n.Validate(); !ok || err != nil || !row.ok(&n) {
			t.Errorf("%s: %v, %v: %+v", row.why, ok, err, n)
		}
	}
	p, _ := parse([]byte(`{"duration":3}`))
	if _, ok := p.notification(true); ok {
		t.Error("what shows nothing is a notification")
	}
}

// TestRepeat: how long notifications show. HELLO WORLD is 44 columns wide and takes 51 frames
// of standing and 88 of moving; with an icon that leaves for good 18 frames more at first.
func TestRepeat(t *testing.T) {
	frames := func(n int) time.Duration { return time.Duration(n) * time.Second / 42 }
	for _, row := range []struct {
		why, body string
		want      time.Duration
	}{
		{"one pass", `{"text":"HELLO WORLD"}`, frames(51 + 88)},
		{"two passes, whatever the duration", `{"text":"HELLO WORLD","repeat":2,"duration":5}`, frames(2 * (51 + 88))},
		{"the icon leaves in the first", `{"text":"HELLO WORLD","repeat":2,"icon":"` + goldenIcon + `","pushIcon":1}`,
			frames(2*(51+88) + 18)},
		{"text that fits has no passes", `{"text":"50","repeat":3,"duration":5}`, 5 * time.Second},
		{"nor has text that stands", `{"text":"HELLO WORLD","repeat":3,"duration":5,"noScroll":true}`, 5 * time.Second},
		{"as long as one frame", `{"text":"50","repeat":3}`, 3 * time.Second},
		{"more passes than fit into a time", `{"text":"HELLO WORLD","repeat":1000000}`, frames(1000000 * (51 + 88))},
	} {
		p := must.Get(parse([]byte(row.body)))(t)
		n, _ := p.notification(true)
		painter := paint.Painter{Size: image.Pt(32, 8), Fonts: faces(), Icons: goldenIcons()}
		if got := painter.Picture(&n).Length(n.Cycles); got.Round(100*time.Millisecond) != row.want.Round(
			100*time.Millisecond) {
			t.Errorf("%s: %s shows for %v, want %v", row.why, row.body, got, row.want)
		}
	}
}

// FuzzPayload: whatever is sent becomes something valid, and not much larger.
func FuzzPayload(f *testing.F) {
	for _, s := range []string{
		`{"text":[{"t":"a","c":"FF0000"}],"gradient":["#fff",1,[1,2,3]],"icon":"i12","draw":[{"db":[0,0,1,1,[1]]},` +
			`{"dt":[1,1,"a"]}]}`,
		`{"bar":[1,-2e300,"3"],"line":[1e999],"progress":1e99,"duration":1e99,"repeat":-1,"blinkText":1e99,` +
			`"scrollSpeed":1e9}`,
		`{"text":"\u0000\ud800","textCase":1,"overlay":"SNOW","effect":"Plasma","lifetime":1e99,"sound":1,"rtttl":"a::c"}`,
		`{"draw":[{"dl":[1e99,null,"x",{}]},{"df":[0,0,1e9,1e9]}]}`, `[]`, `{`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		p, err := parse([]byte(body))
		if err != nil {
			return
		}
		n, _ := p.notification(true)
		if err := n.Validate(); err != nil {
			t.Errorf("%v", err)
		}
		if size := n.Frames[0].Size(); size > 16*len(body)+128<<10 {
			t.Errorf("%d bytes of %d", size, len(body))
		}
		if s := p.turn(); s < 0 || s > 3600 {
			t.Errorf("shows for %d s", s)
		}
		if s := p.settings("a"); s.Lifetime < 0 || s.Lifetime > 366*24*3600 {
			t.Errorf("lives %d s", s.Lifetime)
		}
	})
}
