// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// Pauses of a judge that cannot do what it has to, on a card that is failing for
// one: each try stops the service for a moment.
const (
	firstPause = 2 * time.Second
	lastPause  = time.Hour // twelve tries in about two hours
)

// Judge watches the version on trial until it is known whether it stays, and then for
// a week of running time; if it does not do well, it rolls back. A judge that was
// interrupted begins the minute again, and goes on with the week. Without a trial and
// a probation it returns at once. It returns an error only when ctx ends.
func (h *Helper) Judge(ctx context.Context) error {
	for rest := firstPause; ; rest *= 2 { // a full or failing card may come back; asking it often wears it
		err := h.tryToJudge(ctx)
		if err == nil {
			return h.disk().unstick()
		}
		if ctx.Err() != nil {
			return err
		}
		rest = min(rest, lastPause)
		h.Log.Error("the update cannot be completed or taken back", "err", err, "again", "in "+rest.String())
		next := "the next attempt is in " + span(rest)
		why := fmt.Sprintf("the update cannot be completed or taken back: %s; %s", update.Plain(err), next)
		if err := h.disk().changeState(func(s *update.State) { s.Phase, s.Error = update.PhaseStuck, why }); err != nil {
			h.Log.Error("the device cannot be informed", "err", err)
		}
		if !pause.For(ctx, rest) {
			return ctx.Err()
		}
	}
}

// span tells d, whole seconds, with one unit: up to two minutes in seconds.
func span(d time.Duration) string {
	if d <= 2*time.Minute {
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return fmt.Sprintf("%d min", d.Round(time.Minute)/time.Minute)
}

// unstick ends the phase of a failure after a later success, or when nothing is left to do,
// unless the judge has told another phase.
func (d disk) unstick() error {
	s := d.readState()
	if s.Phase != update.PhaseStuck {
		return nil
	}
	return d.changeState(func(s *update.State) {
		if s.Phase, s.Error = update.PhaseDone, ""; s.Refuses(s.Target) {
			s.Phase, s.Error = update.PhaseRolledBack, "the reason is lost, because the disk could not be written"
		}
	})
}

// tryToJudge is one try of Judge: the trial, if there is one, and the probation.
func (h *Helper) tryToJudge(ctx context.Context) error {
	if err := h.judgeTrial(ctx); err != nil {
		return err
	}
	return h.probation(ctx)
}

// judgeTrial ends the trial, if there is one.
func (h *Helper) judgeTrial(ctx context.Context) error {
	m, found := h.disk().readMark()
	switch {
	case !found, m.Stage == installing && m.Starts == 0:
		return nil
	case m.Stage == installing: // Boot could not complete it in its time
		return h.refuse(ctx, m, "it could not be installed")
	case m.Stage == rollingBack:
		return h.rollBack(ctx, m)
	}
	reason, err := h.watch(ctx, m)
	if err == nil && reason == "" {
		reason, err = h.incomplete(ctx)
	}
	if err != nil {
		return err
	}
	// The mark may have changed in that minute: without a lock, this is the last look.
	if is, found := h.disk().readMark(); !found || is.Stage != trying || is.To != m.To {
		return nil // this trial was ended by hand, or by another installation, which has its own judge
	}
	if reason == "" {
		return h.accept(m)
	}
	if m.Proof {
		h.endProof(ctx)
	}
	return h.refuse(ctx, m, reason)
}

// incomplete returns why a version that does well does not stay: dpkg, within whose work the
// trial begins, has not come to its end, and a version that it calls half installed is in
// the way of all others. It may take as long again as the trial.
func (h *Helper) incomplete(ctx context.Context) (reason string, err error) {
	p := h.dpkg()
	for began, asked := time.Now(), false; !p.whole(ctx); asked = true {
		if time.Since(began) >= trial.Length {
			return "dpkg has not completed its installation", nil
		}
		if !asked { // it may have been killed
			if err := p.askForMend(); err != nil {
				h.Log.Warn("nobody can be asked to complete what dpkg has begun", "err", err)
			}
		}
		if !pause.For(ctx, trial.Every) {
			return "", ctx.Err()
		}
	}
	return "", nil
}

// watch returns why the version is refused, or "" for one that stays.
func (h *Helper) watch(ctx context.Context, m mark) (reason string, err error) {
	tick := time.NewTicker(trial.Every)
	defer tick.Stop()
	began := time.Now()
	t := trial.New(m.Before, m.Moving, began)
	ask, err := h.examine(m)
	if err != nil {
		return "", err
	}
	t.Proof = m.Proof
	picture := trial.NewPicture(m.Before, h.Watcher)
	for percent := 0; ; {
		seen := h.Watcher.Look(ctx)
		seen.Proved, seen.Pictures = ask(ctx, time.Since(began)), picture.Drawn(ctx, time.Since(began))
		v := t.See(time.Now(), seen)
		if v.Over {
			return v.Reason, nil
		}
		// Every tenth second: each is a write to the card.
		if p := min(int(time.Since(began)*100/trial.Length), 100); p >= percent+16 {
			percent = p
			_ = h.disk().changeState(func(s *update.State) { s.Progress = p })
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// accept ends an update well. The version before stays kept.
func (h *Helper) accept(m mark) error {
	h.Log.Info("the new version stays", "version", m.To, "before", m.From)
	err := h.disk().changeState(func(s *update.State) {
		s.Phase, s.Installed, s.Previous, s.Target, s.Error = update.PhaseDone, m.To, m.From, m.To, ""
	})
	if err != nil {
		h.Log.Error("the device cannot be informed", "err", err)
	}
	if err := h.disk().beginProbation(m); err != nil {
		h.Log.Error("the new version cannot be watched for a week", "err", err)
	}
	return h.disk().clearMark()
}
