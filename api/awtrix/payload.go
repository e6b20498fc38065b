package awtrix

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// payload is the body of a notification or a custom app.
type payload struct {
	Text        text         `json:"text"`
	TextCase    wire.Integer `json:"textCase"`   // 1 = capitals
	TextOffset  wire.Decimal `json:"textOffset"` // pixels
	TopText     wire.Boolean `json:"topText"`    // in front of what is drawn
	Center      wire.Boolean `json:"center"`
	Color       color        `json:"color"`
	Gradient    colors       `json:"gradient"`
	Rainbow     wire.Boolean `json:"rainbow"`
	Blink       wire.Decimal `json:"blinkText"` // ms
	Fade        wire.Decimal `json:"fadeText"`  // ms
	NoScroll    wire.Boolean `json:"noScroll"`
	ScrollSpeed wire.Decimal `json:"scrollSpeed"` // percent
	Icon        wire.Label   `json:"icon"`
	IconOffset  wire.Decimal `json:"iconOffset"` // pixels
	PushIcon    wire.Integer `json:"pushIcon"`   // 0 stays, 1 leaves, 2 returns

	Background color        `json:"background"`
	Effect     wire.Word    `json:"effect"`
	Settings   speed        `json:"effectSettings"`
	Overlay    wire.Word    `json:"overlay"`
	Bar        values       `json:"bar"`
	BarBC      color        `json:"barBC"`
	Line       values       `json:"line"`
	Autoscale  wire.Boolean `json:"autoscale"`
	Progress   wire.Decimal `json:"progress"`
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

// frame returns the frame that the payload shows. It is valid unless it is
// Blank.
func (p *payload) frame() note.Frame {
	f := note.Frame{
		Icon: iconOf(p.Icon), Text: p.texts(), Color: p.Color.Color,
		Overlay: overlayOf(p.Overlay.Text), Draw: p.Draw.shapes,
		Background: note.Background{Name: effectOf(p.Effect.Text)},
	}
	if f.Background.Name == "" && p.Background.Color != (note.Color{Set: true}) { // black means none
		f.Background.Color = p.Background.Color
	}
	f.Pace = paceOf(f.Background.Name, p.Settings.value)
	f.DrawFront = len(f.Draw) > 0 && !p.TopText.On
	f.IconOffset, f.TextOffset = offset(p.IconOffset), offset(p.TextOffset)
	p.style(&f)
	f.Chart, f.Line = p.Bar.all, p.Line.all
	if f.Chart != nil {
		f.Back = p.BarBC.Color
	}
	if p.Autoscale.Set && !p.Autoscale.On {
		f.Scale = &note.Scale{Low: 0, High: 8}
	}
	if p.Progress.Set && p.Progress.Bad == "" && p.Progress.Float >= 0 {
		f.Progress = &note.Progress{Percent: min(p.Progress.Float, 100), Color: p.ProgressC.Color, Back: p.ProgressBC.Color}
	}
	if p.Duration.Float > 0 && !(p.Repeat.Int > 0) {
		f.Duration = seconds(p.Duration, note.MinDuration, note.MaxDuration)
	}
	return f
}

// texts returns the fragments of the text, cut to the allowed length.
func (p *payload) texts() (out []note.Fragment) {
	room := note.MaxText
	for _, r := range p.Text.runs {
		if p.TextCase.Int == 1 {
			r.Text = strings.ToUpper(r.Text)
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

// style sets how the text of f is drawn; of several effects the first is used.
func (p *payload) style(f *note.Frame) {
	switch {
	case len(p.Gradient.all) >= 2:
		f.Effect, f.Colors = note.EffectGradient, p.Gradient.all
	case p.Rainbow.On:
		f.Effect = note.EffectRainbow
	case p.Blink.Float > 0:
		f.Effect, f.Period = note.EffectBlink, period(p.Blink)
	case p.Fade.Float > 0:
		f.Effect, f.Period = note.EffectFade, period(p.Fade)
	}
	if p.Center.Set && !p.Center.On {
		f.Align = note.AlignLeft
	}
	if p.NoScroll.On {
		f.Fit = note.FitCut
	}
	if v := p.ScrollSpeed.Float; v > 0 && v != 100 {
		f.Speed = min(max(render.DefaultSpeed*v/100, note.MinSpeed), note.MaxSpeed)
	}
	switch p.PushIcon.Int {
	case 1:
		f.Push = note.PushOnce
	case 2:
		f.Push = note.PushEach
	}
}

// period returns the time after which an effect repeats. The original gives
// half of it: the time until the text has gone, or has come back.
func period(ms wire.Decimal) time.Duration {
	d := 2 * time.Duration(min(ms.Float, 1e6)) * time.Millisecond
	return min(max(d, note.MinPeriod), note.MaxPeriod)
}

// offset returns d as a number of pixels.
func offset(d wire.Decimal) int { return int(min(max(d.Float, -note.MaxOffset), note.MaxOffset)) }

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
func (p *payload) notification() (n note.Notification, ok bool) {
	f := p.frame()
	n = note.Notification{Lifetime: waits, Frames: []note.Frame{f}, Cycles: max(1, min(p.Repeat.Int, note.MaxCount)), Sound: p.sound()}
	if p.Hold.On {
		n.Cycles, n.Lifetime, n.Frames[0].Duration = 0, waitsHeld, 0
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
