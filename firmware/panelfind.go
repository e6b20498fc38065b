// SPDX-License-Identifier: Apache-2.0

//go:build !js

package firmware

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/panelfind"
)

// FindTime is how long the panel waits for an answer before it is again what it was.
const FindTime = 2 * time.Minute

// panelFinder finds out which HUB75 panel is connected, and shows what it asks about on the
// panel. It implements live.PanelFinder.
type panelFinder struct {
	panel prober
	trial *trial
	base  *hub75.Config // of the configuration; nil = another driver
	log   *slog.Logger

	mu     sync.Mutex
	search *panelfind.Search // nil = none
	until  time.Time
	over   *time.Timer
}

// A prober is a panel that shows probes; nil ends that.
type prober interface {
	Simulated() bool
	Probe(*panelfind.Probe)
}

// newPanelFinder returns the finder of the configured panel.
func newPanelFinder(cfg config.Config, p prober, t *trial, log *slog.Logger) *panelFinder {
	f := &panelFinder{panel: p, trial: t, log: log}
	f.base, _ = cfg.Panel.Keys().(*hub75.Config)
	return f
}

// Begin begins a search, in place of a running one, with the first answers.
func (f *panelFinder) Begin(answers []string) (live.FindState, error) {
	if f.base == nil || f.panel.Simulated() {
		return live.FindState{}, live.ErrNoHUB75
	}
	search, err := panelfind.New(*f.base)
	if err != nil {
		return live.FindState{}, live.BadConfiguration(err)
	}
	for _, text := range answers {
		if err := search.Answer(text); err != nil {
			return live.FindState{}, live.BadAnswer(err)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.log.Info("a search for the kind of panel begins; the panel shows each question")
	f.search = search
	return f.asks(), nil
}

// Answer takes an answer to the question that stands, or with back takes the last one back.
func (f *panelFinder) Answer(text string, back bool) (live.FindState, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.search == nil:
		return live.FindState{}, live.ErrNoSearch
	case back:
		f.search.Back()
	default:
		if err := f.search.Answer(text); err != nil {
			return live.FindState{}, live.BadAnswer(err)
		}
	}
	return f.asks(), nil
}

// asks shows the probe of the question that stands and waits for its answer. f.mu must be held.
func (f *panelFinder) asks() live.FindState {
	f.panel.Probe(f.search.Step().Probe)
	if f.over != nil {
		f.over.Stop()
	}
	search := f.search
	f.trial.prolong(FindTime + findMargin)
	f.until = time.Now().Add(FindTime)
	f.over = time.AfterFunc(FindTime, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.search == search && !time.Now().Before(f.until) {
			f.end("nobody has answered")
		}
	})
	return f.state()
}

// End ends the search, if there is one: the panel is again what it was.
func (f *panelFinder) End() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.end("it was given up")
}

// end is End. f.mu must be held.
func (f *panelFinder) end(why string) {
	if f.search == nil {
		return
	}
	f.search = nil
	f.over.Stop()
	f.panel.Probe(nil)
	f.log.Info("the search for the kind of panel ends", "why", why)
}

// run ends a search that goes on when the device ends.
func (f *panelFinder) run(ctx context.Context) error {
	<-ctx.Done()
	f.End()
	return nil
}

// State returns how the search stands.
func (f *panelFinder) State() live.FindState {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state()
}

// state is State. f.mu must be held.
func (f *panelFinder) state() (s live.FindState) {
	if f.search == nil {
		return s
	}
	step := f.search.Step()
	s = live.FindState{Searching: true, Asked: step.Asked, Left: max(time.Until(f.until), 0), Failed: step.Failed}
	if q := step.Question; q != nil {
		s.Question = &live.FindQuestion{
			Kind: string(q.Kind), Text: q.Text, Choices: q.Choices, Likely: q.Likely, Again: q.Again, Chain: q.Chain,
		}
	}
	if step.Result != nil {
		text, err := config.PanelTable(f.trial.Text(), step.Result.Keys(), mapName(step.Result.Map))
		if err != nil {
			s.Failed = err.Error()
			return s
		}
		s.Found, s.Map = string(text), string(step.Result.Map)
	}
	return s
}

// Keep writes the found panel into the configuration, which is tried as any other, and
// ends the search.
func (f *panelFinder) Keep() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.search == nil:
		return live.ErrNoSearch
	case f.search.Step().Result == nil:
		return live.ErrNotFound
	}
	result := f.search.Step().Result
	if err := f.trial.tryPanel(result.Keys(), mapName(result.Map), result.Map); err != nil {
		return err
	}
	f.end("the configuration that was found is tried")
	return nil
}
