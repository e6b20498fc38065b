// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/awtrix"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// payload is the body of a notification or a custom app.
type payload struct {
	Text        text         `json:"text"`
	TextCase    whole        `json:"textCase"`   // 1 = capitals
	TextOffset  whole        `json:"textOffset"` // pixels
	TopText     wire.Boolean `json:"topText"`    // in front of drawings
	Center      wire.Boolean `json:"center"`
	Color       color        `json:"color"`
	Gradient    colors       `json:"gradient"`
	Rainbow     wire.Boolean `json:"rainbow"`
	Blink       whole        `json:"blinkText"` // ms
	Fade        whole        `json:"fadeText"`  // ms
	NoScroll    wire.Boolean `json:"noScroll"`
	ScrollSpeed whole        `json:"scrollSpeed"` // percent
	Icon        wire.Label   `json:"icon"`
	IconOffset  whole        `json:"iconOffset"` // pixels
	PushIcon    whole        `json:"pushIcon"`   // 0 stays, 1 leaves, 2 returns

	Background color        `json:"background"`
	Effect     wire.Word    `json:"effect"`
	Settings   speed        `json:"effectSettings"`
	Overlay    wire.Word    `json:"overlay"`
	Bar        values       `json:"bar"`
	BarBC      color        `json:"barBC"`
	Line       values       `json:"line"`
	Autoscale  wire.Boolean `json:"autoscale"`
	Progress   whole        `json:"progress"`
	ProgressC  color        `json:"progressC"`
	ProgressBC color        `json:"progressBC"`
	Draw       drawing      `json:"draw"`

	Duration wire.Decimal `json:"duration"` // s
	Repeat   wire.Integer `json:"repeat"`   // passes of scrolling

	// Notifications only.
	Hold      wire.Boolean `json:"hold"`
	Stack     wire.Boolean `json:"stack"`
	Wakeup    wire.Boolean `json:"wakeup"`
	Sound     wire.Label   `json:"sound"`
	Tune      wire.Word    `json:"rtttl"`
	LoopSound wire.Boolean `json:"loopSound"`

	// Custom apps only.
	Lifetime     wire.Decimal `json:"lifetime"`     // s
	LifetimeMode wire.Integer `json:"lifetimeMode"` // 1 = marked instead of removed
	Pos          wire.Integer `json:"pos"`
	Save         wire.Boolean `json:"save"`
}

// frame returns the frame that the payload shows, drawn by the rules of form. It is
// valid unless it is Blank. With capitals, text is in capitals unless textCase says
// otherwise.
func (p *payload) frame(form note.Form, capitals bool) note.Frame {
	f := note.Frame{
		Form: form, Icon: iconOf(p.Icon), Text: p.texts(p.TextCase.n == 1 || p.TextCase.n != 2 && capitals),
		Color: p.Color.Color, Overlay: overlayOf(p.Overlay.Text), Draw: p.Draw.shapes, DrawFront: !p.TopText.On,
		Background: note.Background{Name: effectOf(p.Effect.Text)},
	}
	if f.Background.Name == "" && p.Background.Color != (note.Color{Set: true}) { // black means none
		f.Background.Color = p.Background.Color
	}
	f.Pace = paceOf(f.Background.Name, p.Settings.value)
	f.IconOffset, f.TextOffset = offset(p.IconOffset), offset(p.TextOffset)
	p.style(&f)
	p.charts(&f)
	if p.Progress.there && p.Progress.n >= 0 {
		f.Progress = &note.Progress{Percent: min(float64(p.Progress.n), 100), Color: p.ProgressC.Color,
			Back: p.ProgressBC.Color}
	}
	f.Passes = min(max(p.Repeat.Int, 0), note.MaxCount)
	if p.Duration.Float > 0 {
		f.Duration = seconds(p.Duration, note.MinDuration, note.MaxDuration)
	}
	return f
}

// charts sets bars and line.
func (p *payload) charts(f *note.Frame) {
	f.Chart, f.Line = p.Bar.all, p.Line.all
	if f.Chart != nil {
		f.Back = p.BarBC.Color
	}
	below := func(v float64) bool { return v < 0 }
	if p.Autoscale.On && (slices.ContainsFunc(f.Chart, below) || slices.ContainsFunc(f.Line, below)) {
		lift(f.Chart) // the original's own scale hides them
		lift(f.Line)
	} else if !p.Autoscale.Set || p.Autoscale.On {
		return
	}
	f.Scale = &note.Scale{Low: 0, High: rows}
}

// lift scales values to rows of the panel: the smallest one, or 0, has one row.
func lift(values []float64) {
	if len(values) == 0 {
		return
	}
	low, high := min(0, slices.Min(values)), slices.Max(values)
	for i, v := range values {
		values[i] = 1
		if high > low {
			values[i] += math.Round((v/2 - low/2) / (high/2 - low/2) * (rows - 1))
		}
	}
}

// texts returns the fragments of the text, cut to the allowed length.
func (p *payload) texts(capitals bool) (out []note.Fragment) {
	room, upper := note.MaxText, capital
	if capitals && !awtrix.Writes(&note.Frame{Text: p.Text.runs}) { // in the device's own fonts, which have all capitals
		upper = unicode.ToUpper
	}
	for _, r := range p.Text.runs {
		if capitals {
			r.Text = strings.Map(upper, r.Text)
		}
		if n := utf8.RuneCountInString(r.Text); n > room {
			r.Text = string([]rune(r.Text)[:max(room-1, 0)]) + "…"
			return append(out, r)
		} else if room -= n; room == 0 {
			return append(out, r)
		}
		out = append(out, r)
	}
	return out
}

// capital returns the capital of a letter of ASCII, and of the Polish letters that the original
// draws as such letters. It has no other capitals: letters with marks stay as they are.
func capital(r rune) rune {
	if r >= 'a' && r <= 'z' || strings.ContainsRune("ąćęłńóśźż", r) {
		r = unicode.ToUpper(r)
	}
	return r
}

// style sets how the text of f is drawn; of several effects the first is used.
func (p *payload) style(f *note.Frame) {
	switch {
	case p.Rainbow.On && !p.Text.fragments:
		f.Effect = note.EffectRainbow
	case len(p.Gradient.all) == 2 && !p.Text.fragments:
		f.Effect, f.Colors = note.EffectGradient, p.Gradient.all
	case p.Fade.n > 0:
		f.Effect, f.Period = note.EffectFade, period(p.Fade)
	case p.Blink.n > 0:
		f.Effect, f.Period = note.EffectBlink, period(p.Blink)
	}
	if f.Form == note.FormAwtrixNotice && p.Text.fragments {
		p.blackIsRainbow(f)
	}
	if p.Center.Set && !p.Center.On {
		f.Align = note.AlignLeft
	}
	if p.NoScroll.On || p.ScrollSpeed.there && p.ScrollSpeed.n == 0 {
		f.Fit = note.FitCut
	}
	if v := p.ScrollSpeed.n; v > 0 && v != 100 {
		f.Speed = min(max(render.DefaultSpeed*float64(v)/100, note.MinSpeed), note.MaxSpeed)
	}
	switch p.PushIcon.n {
	case 1:
		f.Push = note.PushOnce
	case 2:
		f.Push = note.PushEach
	}
}

// blackIsRainbow gives the fragments of a notification that are black the colours of the
// rainbow, as the original does.
func (p *payload) blackIsRainbow(f *note.Frame) {
	for i, r := range f.Text {
		if c := cmp.Or(r.Color, f.Color); c.Set && number(c) == 0 {
			f.Text[i].Effect = note.EffectRainbow
		}
	}
}

// period returns the time after which an effect repeats.
func period(ms whole) time.Duration {
	d := time.Duration(ms.n) * time.Millisecond
	return min(max(d, note.MinPeriod), note.MaxPeriod)
}

// offset returns d as a number of pixels.
func offset(d whole) int { return min(max(d.n, -note.MaxOffset), note.MaxOffset) }

// seconds returns d limited to the range from least to most.
func seconds(d wire.Decimal, least, most time.Duration) time.Duration {
	return min(max(time.Duration(min(max(d.Float, 0), most.Seconds())*float64(time.Second)), least), most)
}

// parse reads a payload.
func parse(body []byte) (*payload, error) {
	p := new(payload)
	if err := wire.Decode(body, p); err != nil {
		return nil, errJSON
	}
	return p, nil
}

// How long a notification waits for its turn. One that must be dismissed by
// hand waits for a day.
const (
	waits     = time.Hour
	waitsHeld = 24 * time.Hour
)

// notification returns the payload as a notification; ok is false if it has no
// content.
func (p *payload) notification(capitals bool) (n note.Notification, ok bool) {
	f := p.frame(note.FormAwtrixNotice, capitals)
	n = note.Notification{Lifetime: waits, Frames: []note.Frame{f}, Cycles: 1, Sound: p.sound()}
	if p.Hold.On {
		n.Cycles, n.Lifetime, n.Frames[0].Duration, n.Frames[0].Passes = 0, waitsHeld, 0, 0
	}
	if p.Wakeup.On {
		n.Priority = note.PriorityCritical
	}
	if f.Blank() {
		n.Frames[0].Text = []note.Fragment{{}}
	}
	return n, !f.Blank() || n.Sound != nil
}

// sound returns the sound of the notification, or nil if there is none.
func (p *payload) sound() *note.Sound {
	s := soundOf(p.Tune.Text, p.Sound.Text)
	if s != nil && p.LoopSound.On {
		s.Repeat = 0
	}
	return s
}

// soundOf returns a ringtone, or the built-in sound of that name; nil if there
// is neither.
func soundOf(tune, name string) *note.Sound {
	if tune = strings.TrimSpace(tune); tune != "" {
		if s := (&note.Sound{Tune: tune, Repeat: 1}); validSound(s) {
			return s
		}
	}
	s := &note.Sound{ID: strings.ToLower(strings.TrimSpace(name)), Repeat: 1}
	if s.FindCategory(); s.Category == "" {
		return nil
	}
	return s
}

func validSound(s *note.Sound) bool {
	n := note.Notification{Frames: []note.Frame{{Text: []note.Fragment{{}}}}, Sound: s}
	return n.Validate() == nil
}

// settings are the settings of a widget that shows a custom app.
type settings struct {
	Name     string `json:"name"`
	Lifetime int    `json:"lifetime,omitempty"` // seconds
	Mark     bool   `json:"mark,omitempty"`
	Save     bool   `json:"save,omitempty"`
}

const maxLifetime = 366 * 24 * time.Hour

func (p *payload) settings(name string) settings {
	return settings{
		Name: name, Lifetime: int(seconds(p.Lifetime, 0, maxLifetime).Seconds()),
		Mark: p.LifetimeMode.Int == 1, Save: p.Save.On,
	}
}

// turn returns how many seconds the custom app shows in auto mode; 0 = as long
// as the others.
func (p *payload) turn() int {
	if p.Duration.Float <= 0 {
		return 0
	}
	return int(seconds(p.Duration, time.Second, device.MaxSeconds*time.Second).Seconds())
}
