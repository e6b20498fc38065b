// SPDX-License-Identifier: Apache-2.0

package gokrazy

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// errNoBack is returned for a way back where the other root holds no version before.
var errNoBack = errors.New("gokrazy: there is no version to go back to")

// A probation watches the root that has stayed, by the rules of [trial.Probation].
type probation struct {
	h     *Helper
	watch *trial.Probation // nil = nothing is watched
	saved time.Duration
	next  time.Time // look
}

// probation goes on with what the record says, if there is one.
func (h *Helper) probation(now time.Time) *probation {
	p := &probation{h: h}
	if r, found := trial.ReadRecord(h.Home); found {
		p.watch, p.saved, p.next = trial.NewProbation(r, now), r.Ran, now
	}
	return p
}

// step looks if it is time, and does what follows from it.
func (p *probation) step(ctx context.Context, now time.Time) {
	if p.watch == nil || now.Before(p.next) {
		return
	}
	p.next = now.Add(trial.Glance)
	if _, found := trial.ReadRecord(p.h.Home); !found {
		p.watch = nil // an installation has begun
		return
	}
	v := p.watch.See(now, p.h.Watcher.Look(ctx))
	r := p.watch.Record()
	switch {
	case v.Over:
		if err := p.h.endWatch(ctx, r, v); err != nil {
			p.h.Log("update: %v", err)
			return // again at the next look
		}
		p.watch = nil
	case r.Ran-p.saved >= trial.Save:
		p.saved = r.Ran
		if err := r.Keep(p.h.Home); err != nil {
			p.h.Log("update: the probation cannot be saved: %v", err)
		}
	}
}

// endWatch does what the verdict says.
func (h *Helper) endWatch(ctx context.Context, r trial.Record, v trial.Verdict) error {
	switch {
	case v.Reason != "":
		return h.goBack(
			ctx, mark{From: r.From, Version: r.Version, Left: true, Reason: v.Reason, Network: v.Network, Before: r.Before})
	case v.Acquitted:
		h.Log("update: the network is away with the previous version, too: %s may be installed again", r.Version)
		if err := h.change(func(s *update.State) {
			s.Bad = slices.DeleteFunc(s.Bad, func(bad string) bool { return bad == r.Version })
		}); err != nil {
			return err
		}
	}
	return trial.Forget(h.Home)
}

// backByHand leaves this root for the one before because somebody wants it.
func (h *Helper) backByHand(ctx context.Context) error {
	s, err := update.ReadState(h.Home)
	if err != nil {
		return err
	}
	if s.Previous == "" {
		return errNoBack
	}
	return h.goBack(ctx, mark{From: h.Spare, Version: h.Version, Left: true, Reason: update.ByHand})
}

// goBack leaves this root, which had stayed, for the one before. The mark comes first: at
// a start from there it says that the saved state is to be restored.
func (h *Helper) goBack(ctx context.Context, m mark) error {
	h.Log("update: back from %s: %s", m.Version, m.Reason)
	if err := h.keep(m); err != nil {
		return err
	}
	return h.turn(ctx, m)
}

// turn lets all starts to come be from the other root, and starts the machine. Switch may
// be repeated: it goes by the root that the kernel was told of. What it refuses is over:
// with the mark, a later start would go back when nobody expects it.
func (h *Helper) turn(ctx context.Context, m mark) error {
	if err := h.System.Switch(ctx); err != nil {
		return errors.Join(err, h.forget())
	}
	return h.leave(ctx, m, m.Reason)
}

// watchBack ends the probation of the version that was left; if the network was the
// reason, this one's begins.
func (h *Helper) watchBack(m mark) error {
	if !m.Network {
		return trial.Forget(h.Home)
	}
	return trial.Record{Version: m.Version, From: m.From, Back: true, Before: m.Before}.Keep(h.Home)
}
