// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/firmware/host"
	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/panelfind"
	"github.com/ledpost/ledpost/hw/term"
	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/internal/tty"
	"github.com/ledpost/ledpost/render"
)

// panel is the configured panel behind an output that opens it and retries
// after errors, or the simulator, which needs no output.
type panel struct {
	cfg    hw.Config
	log    *slog.Logger
	size   image.Point
	kind   hw.Kind
	output *render.Output // nil = simulator
	opened *attempt
	up     atomic.Bool                     // it has been opened
	probe  atomic.Pointer[panelfind.Probe] // shown in place of the picture; nil = none

	power  atomic.Pointer[hw.PowerMeter] // nil until the panel is open, or if it has no meter
	matrix atomic.Pointer[hw.Refreshed]
	remote atomic.Pointer[hw.Sending]
}

// newPanel selects the panel. simulated is the size of the simulator; zero
// means 37x8.
func newPanel(cfg hw.Config, simulated image.Point, log *slog.Logger) (*panel, error) {
	spec, err := cfg.Panel.Spec()
	if err != nil {
		return nil, fmt.Errorf("config: panel: %w", err)
	}
	p := &panel{cfg: cfg, log: log, size: spec.Size, kind: spec.Kind, opened: newAttempt()}
	if spec.Kind == "" {
		p.size, p.kind = cmp.Or(simulated, image.Pt(37, 8)), hw.Color
		p.opened.end(nil)
		return p, nil
	}
	p.output = render.NewOutput(image.Rectangle{Max: p.size}, p.open, log)
	return p, nil
}

// simulated reports whether there is no hardware.
func (p *panel) simulated() bool { return p.output == nil }

// health is failed while nothing is shown here, and degraded while some or all panels over
// the network are away, which this device cannot mend.
func (p *panel) health() []api.Component {
	if err := p.fault(); err != nil {
		return []api.Component{api.Condition("panel", err, api.Failed)}
	}
	var err error
	if away := p.away(); len(away) > 0 {
		err = errors.New(inOneLine(away))
	}
	return []api.Component{api.Condition("panel", err, api.Degraded)}
}

// fault returns why nothing is shown, or nil while the panel works.
func (p *panel) fault() error {
	if p.simulated() {
		return nil
	}
	return p.output.Fault()
}

// open opens the panel. The output calls it, again after an error.
func (p *panel) open() (render.Panel, error) {
	if probe := p.probe.Load(); probe != nil {
		return openProbe(probe, p.size)
	}
	opened, err := hw.Open(p.cfg)
	if err != nil {
		p.log.Debug("the panel cannot be opened", "err", err)
		err = advise(p.cfg, "panel", err)
		p.opened.end(err)
		return nil, err
	}
	p.opened.end(nil)
	p.up.Store(true)
	if meter, ok := opened.Panel.(hw.PowerMeter); ok {
		p.power.Store(&meter)
	}
	if m, ok := opened.Panel.(hw.Refreshed); ok {
		p.matrix.Store(&m)
		if n := m.Note(); n != "" {
			p.log.Info("the panel is refreshed", "note", n)
		}
	}
	if s, ok := opened.Panel.(hw.Sending); ok {
		p.remote.Store(&s)
	}
	return opened.Panel, nil
}

// sendsTo reports whether the panel is over the network, at that address.
func (p *panel) sendsTo(a netip.Addr) bool {
	s := p.remote.Load()
	return s != nil && (*s).SendsTo(a)
}

// away returns the hosts that pictures do not reach.
func (p *panel) away() []hw.Away {
	if s := p.remote.Load(); s != nil {
		return (*s).Away()
	}
	return nil
}

func inOneLine(away []hw.Away) string {
	var all []string
	for _, a := range away {
		all = append(all, a.String())
	}
	return strings.Join(all, "; ")
}

// watch logs once which host is away, and once that it is back.
func (p *panel) watch(ctx context.Context) error {
	told := map[string]bool{}
	for pause.For(ctx, time.Second) {
		now := map[string]bool{}
		for _, a := range p.away() {
			if now[a.Host] = true; !told[a.Host] {
				p.log.Warn("a panel over the network does not get the picture; trying again", "host", a.Host, "err", a.Err)
			}
		}
		for host := range told {
			if !now[host] {
				p.log.Info("a panel over the network gets the picture again", "host", host)
			}
		}
		told = now
	}
	return nil
}

// askEvery is how often a panel is asked whether it is open.
const askEvery = 2 * time.Millisecond

// opens waits until the panel is open; false if ctx ends before. The simulator is.
func (p *panel) opens(ctx context.Context) bool {
	for !p.simulated() && (!p.up.Load() || p.fault() != nil) {
		if !pause.For(ctx, askEvery) {
			return false
		}
	}
	return true
}

// framesTime is how long the frame loop may take to complete a round, and how long
// the result answers further questions: whoever asks /healthz needs no key, and each
// question wakes the loop.
const framesTime = time.Second

// frames watches the loop that draws the frames.
type frames struct {
	loop interface{ Alive(context.Context) error }

	mu    sync.Mutex // one question at a time
	asked time.Time  // when the last one was answered
	fault error
}

func (f *frames) health() []api.Component {
	return []api.Component{api.Condition("frames", f.check(), api.Failed)}
}

// check returns why no frames are drawn, or nil. It takes at most framesTime.
func (f *frames) check() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.asked.IsZero() && time.Since(f.asked) < framesTime {
		return f.fault
	}
	if f.fault = host.Within(context.Background(), framesTime, f.loop.Alive); f.fault != nil {
		f.fault = fmt.Errorf("no frame has been drawn for %v: restart the device if this lasts", framesTime)
	}
	f.asked = time.Now()
	return f.fault
}

// screen is everything that shows the picture, with the loop that draws it: the
// panel, the preview in the browser, and the terminal for the simulator.
type screen struct {
	panel    *panel
	terminal *render.Output // nil = none
	loop     *render.Loop
}

// newScreen makes the screen of a panel, and of preview. A simulated panel is drawn on out
// if that is a terminal large enough; greet prints the greeting below it.
func newScreen(p *panel, preview render.Panel, out io.Writer, greet func(), log *slog.Logger) *screen {
	s := &screen{panel: p}
	panels := []render.Panel{preview}
	if !p.simulated() {
		panels = append(panels, p.output)
	}
	columns, rows := tty.Size(out)
	if p.simulated() && tty.IsTerminal(out) && term.Fits(p.size, columns, rows) {
		s.terminal = render.NewOutput(image.Rectangle{Max: p.size}, func() (render.Panel, error) {
			drawn, err := term.New(out, p.size, func() (columns, rows int) { return tty.Size(out) })
			if err == nil {
				greet()
			}
			return drawn, err
		}, log)
		panels = append(panels, s.terminal)
	}
	s.loop = render.NewLoop(render.Tee(panels...), log)
	return s
}

// tasks returns the outputs. They must run longer than the loop, which draws on
// them.
func (s *screen) tasks() (all []stage.Task) {
	for _, o := range []*render.Output{s.panel.output, s.terminal} {
		if o != nil {
			all = append(all, stage.Task{Name: "panel", Run: o.Run})
		}
	}
	return all
}
