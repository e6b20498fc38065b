// SPDX-License-Identifier: Apache-2.0

// Package hardware makes the owners of the machine's hardware: the panel with the loop that
// draws it, sensors, buttons, and sound. Hardware that is missing or fails is reported, and
// the device goes on without it.
package hardware

import (
	"context"
	"image"
	"io"
	"log/slog"
	"net/netip"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/panelfind"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// Options configure the hardware. All must be set but Size.
type Options struct {
	Size    image.Point                         // of the simulated panel, in pixels; zero = 37x8
	Preview func(size image.Point) render.Panel // makes another panel, which shows the same picture
	Out     io.Writer                           // gets the picture of a simulated panel if it is a terminal
	Greet   func()                              // prints below that picture
	Sounds  *budget.Budget                      // what downloads of sounds are taken from; nil = no bounds
	Log     *slog.Logger
}

// Hardware owns all of it. Make one with [Open]. Its tasks must run before anything works;
// any goroutine may call the other methods.
type Hardware struct {
	panel     *panel
	screen    *screen
	frames    frames
	sound     *sound
	light     *lightSensor
	air       *airSensor
	presence  *presence
	buttons   *buttons
	diagnosis *diagnosis
}

// Open makes the owners of the hardware that cfg names. It touches none: that is left to the
// tasks. An error is a [config.Unusable].
func Open(cfg config.Config, o Options) (*Hardware, error) {
	panel, err := newPanel(cfg.Config, o.Size, o.Log)
	if err != nil {
		return nil, &config.Unusable{Err: err}
	}
	sources, err := hw.OpenInput(cfg.Input)
	if err != nil {
		return nil, &config.Unusable{Err: err}
	}
	cfg.Audio.Simulator = panel.simulated()
	player := sounds.NewPlayer(cfg.Audio.Config, o.Log)
	player.Bound(o.Sounds)
	h := &Hardware{
		panel:    panel,
		screen:   newScreen(panel, o.Preview(panel.size), o.Out, o.Greet, o.Log),
		sound:    &sound{player, cfg.Audio},
		light:    &lightSensor{cfg: cfg.Config, simulated: panel.simulated(), log: o.Log, read: newAttempt()},
		air:      &airSensor{cfg: cfg.Sense, log: o.Log},
		presence: newPresence(cfg.Presence),
		buttons:  &buttons{sources: sources, log: o.Log},
	}
	h.frames.loop = h.screen.loop
	h.diagnosis = &diagnosis{cfg: cfg, panel: panel, light: h.light, buttons: h.buttons, log: o.Log}
	return h, nil
}

// Close lets go of the hardware if its tasks are not going to run.
func (h *Hardware) Close() error { return h.buttons.sources.Close() }

// Outputs returns the tasks of the panel and the sound. They must run longer than the loop
// that draws and the device that plays.
func (h *Hardware) Outputs() []stage.Task {
	return append([]stage.Task{{Name: "sound", Run: h.sound.Run}}, h.screen.tasks()...)
}

// Inputs returns the tasks that tell d what sensors and buttons report, what sounds end, and
// what the doctor finds at the start.
func (h *Hardware) Inputs(d *device.Device) []stage.Task {
	with := func(run func(context.Context, *device.Device) error) func(context.Context) error {
		return func(ctx context.Context) error { return run(ctx, d) }
	}
	return []stage.Task{
		{Name: "light", Run: with(h.light.run)},
		{Name: "air", Run: with(h.air.run)},
		{Name: "presence", Run: with(h.presence.run)},
		{Name: "buttons", Run: with(h.buttons.run)},
		{Name: "buttons' faults", Run: h.buttons.watch},
		{Name: "panel's hosts", Run: h.panel.watch},
		{Name: "doctor", Run: with(h.diagnosis.run)},
		{Name: "sound ends", Run: stage.Forward(h.sound.Ended(), d.SoundEnded)},
	}
}

// Health returns the health of each owner. What nobody has asked for is left out.
func (h *Hardware) Health() (all []api.Component) {
	for _, o := range []owner{h.panel, &h.frames, h.sound, h.light, h.air, h.presence, h.buttons, h.diagnosis} {
		all = append(all, o.health()...)
	}
	return all
}

// An owner reports the health of what it owns, on any goroutine.
type owner interface{ health() []api.Component }

// Size returns the size of the panel in pixels.
func (h *Hardware) Size() image.Point { return h.panel.size }

// Kind returns what the panel can show.
func (h *Hardware) Kind() hw.Kind { return h.panel.kind }

// Simulated reports whether there is no panel, only pictures of one.
func (h *Hardware) Simulated() bool { return h.panel.simulated() }

// InTerminal reports whether the simulated panel is drawn in a terminal.
func (h *Hardware) InTerminal() bool { return h.screen.terminal != nil }

// SendsTo reports whether the panel is over the network, at that address.
func (h *Hardware) SendsTo(a netip.Addr) bool { return h.panel.sendsTo(a) }

// Opens waits until the panel is open, and returns false if ctx ends before.
func (h *Hardware) Opens(ctx context.Context) bool { return h.panel.opens(ctx) }

// Probe shows the picture of a probe, on a panel opened as that says, in place of all that is
// drawn; nil ends that.
func (h *Hardware) Probe(p *panelfind.Probe) {
	h.panel.probe.Store(p)
	h.panel.output.Reopen()
}

// Refreshed returns what the refresher of the panel measures, and whether there is one.
func (h *Hardware) Refreshed() (stats refresh.Stats, ok bool) {
	if r := h.panel.matrix.Load(); r != nil {
		return (*r).Stats()
	}
	return stats, false
}

// Loop returns the loop that draws the picture; its Run is a task, too.
func (h *Hardware) Loop() *render.Loop { return h.screen.loop }

// Sound returns the player.
func (h *Hardware) Sound() *sounds.Player { return h.sound.Player }

// Audible reports whether a sound could be heard now.
func (h *Hardware) Audible() bool { return h.sound.audible() }

// LightMade reports whether the light around the device is made up, see Simulate.
func (h *Hardware) LightMade() bool { return h.light.made() }

// Simulate makes lux the light of a room that is made up, and reports whether it is.
func (h *Hardware) Simulate(lux float64) bool { return h.light.simulate(lux) }

// Examine returns what the doctor finds now. The sensors are left to their owners.
func (h *Hardware) Examine(ctx context.Context) []doctor.Line { return h.diagnosis.examine(ctx) }

// OnPress has f called with the events of the buttons that answer nothing on the panel. Like
// OnTest, OnHold and OnReset, it must be called before the tasks run, and f must not block.
func (h *Hardware) OnPress(f func(input.Event)) { h.buttons.listener = f }

// OnTest has f called with each press before anything else: where it returns true, the press
// does nothing else.
func (h *Hardware) OnTest(f func(input.Button) bool) { h.buttons.test = f }

// OnHold has f called when a button is held for 10 s.
func (h *Hardware) OnHold(f func()) { h.buttons.held = hold{do: f} }

// OnReset has f called when somebody lets go of a button after holding it from the start for 10 s.
func (h *Hardware) OnReset(f func()) { h.buttons.reset = f }

// sound is the player with the configuration of its output.
type sound struct {
	*sounds.Player
	cfg config.Audio
}

// audible reports whether a sound could be heard now.
func (s *sound) audible() bool { return s.cfg.Output != "null" && s.Err() == nil }

func (s *sound) health() []api.Component {
	return []api.Component{api.Condition("sound", s.Err(), api.DegradedIf(s.cfg.Chosen()))}
}
