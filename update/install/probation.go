// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"slices"
	"time"

	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// beginProbation writes down that the accepted version is watched for a week. It comes
// before the mark is removed: a power cut between the two is a trial more.
func (d disk) beginProbation(m mark) error {
	if err := d.cutPoint("probation"); err != nil {
		return err
	}
	return trial.Record{Version: m.To, From: m.From, Before: m.Before}.Keep(d.home())
}

// endProbation removes the record: nobody watches the version any more.
func (d disk) endProbation() error {
	if err := d.cutPoint("no probation"); err != nil {
		return err
	}
	return trial.Forget(d.home())
}

// probation watches the version that has passed its trial until its week is over, and goes
// back if that ends badly; and then the version before, if the network was the reason. It
// returns at once where there is nothing to watch.
func (h *Helper) probation(ctx context.Context) error {
	for {
		r, found := h.probationer()
		if !found {
			return nil
		}
		v, err := h.watchOver(ctx, r)
		if err != nil {
			return err
		}
		if now, found := h.probationer(); !v.Over || !found || now.Version != r.Version || now.Back != r.Back {
			return nil // another installation, or somebody's hand, has ended it
		}
		if err := h.endWatch(ctx, r, v); err != nil {
			return err
		}
	}
}

// probationer returns the record, if no update is going on.
func (h *Helper) probationer() (trial.Record, bool) {
	d := h.disk()
	if _, found := d.readMark(); found {
		return trial.Record{}, false
	}
	return trial.ReadRecord(d.home())
}

// watchOver looks until there is a verdict, or the record is another's.
func (h *Helper) watchOver(ctx context.Context, r trial.Record) (trial.Verdict, error) {
	d := h.disk()
	p, saved := trial.NewProbation(r, time.Now()), r.Ran
	tick := time.NewTicker(trial.Glance)
	defer tick.Stop()
	for {
		// Read again each time: somebody may have kept, taken back or replaced the version meanwhile.
		if now, found := h.probationer(); !found || now.Version != r.Version || now.Back != r.Back {
			return trial.Verdict{}, nil
		}
		if v := p.See(time.Now(), h.Watcher.Look(ctx)); v.Over {
			return v, nil
		}
		if now := p.Record(); now.Ran-saved >= trial.Save && d.cutPoint("probation") == nil {
			saved = now.Ran
			if err := now.Keep(d.home()); err != nil {
				h.Log.Warn("the probation cannot be saved", "err", err)
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return trial.Verdict{}, ctx.Err()
		}
	}
}

// endWatch does what the verdict says.
func (h *Helper) endWatch(ctx context.Context, r trial.Record, v trial.Verdict) error {
	d := h.disk()
	switch {
	case v.Reason != "":
		return h.leave(ctx, r, v)
	case v.Acquitted:
		h.Log.Info("the network is away with the previous version, too: the newer version may be installed again",
			"version", r.Version)
		if err := d.changeState(func(s *update.State) {
			s.Bad = slices.DeleteFunc(s.Bad, func(bad string) bool { return bad == r.Version })
		}); err != nil {
			return err
		}
	}
	return d.endProbation()
}

// leave takes the version back. An installation that has begun in the meantime comes
// first: it keeps the running version and gets a new trial.
func (h *Helper) leave(ctx context.Context, r trial.Record, v trial.Verdict) error {
	unlock, err := h.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if now, found := h.probationer(); !found || now.Version != r.Version {
		return nil
	}
	d := h.disk()
	before := r.Before
	before.Active = true
	m := mark{From: r.From, To: r.Version, Snapshot: d.newestSnapshot(), Before: before, Network: v.Network}
	return h.refuse(ctx, m, v.Reason)
}
