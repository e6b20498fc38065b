// SPDX-License-Identifier: Apache-2.0

package gokrazy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// markFile is the name of the file that a trial leaves in the helper's directory.
const markFile = "trial.json"

// A mark requests the trial of a root: it is written before the boot loader learns of the
// trial, and removed when all is over.
type mark struct {
	From    string `json:"from"`    // root partition that was in use
	Version string `json:"version"` // of ledpost in the other one
	// Previous is the version of ledpost in the root that was in use: what one can go back
	// to when the trial is passed, and not before.
	Previous string `json:"previous"`

	Passed  bool   `json:"passed"`  // whether the trial was passed, and the root is about to stay
	Left    bool   `json:"left"`    // whether the root, which had stayed, is being left
	Network bool   `json:"network"` // whether that is for the network, see [trial.Verdict]
	Reason  string `json:"reason"`  // why it has failed; "" = it has not, or nobody could say

	Before trial.Observation `json:"before"` // how ledpost was in the root that was in use
	Moving bool              `json:"moving"` // whether its frames advanced
	Proof  bool              `json:"proof"`  // whether the new root has to prove its updater
}

const maxMark = 64 << 10 // bytes

func (h *Helper) keep(m mark) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	// The state of a trial decides which system starts: it has to outlive a power cut in the next moment.
	return durable.Replace(filepath.Join(h.Home, markFile), text, 0o600)
}

func (h *Helper) forget() error { return remove(h.Home, markFile) }

// remove removes a file, so that it is gone after a power cut too.
func remove(dir, name string) error {
	return errors.Join(os.Remove(filepath.Join(dir, name)), durable.SyncDir(dir))
}

// mark returns the mark that is there.
func (h *Helper) mark() (m mark, err error) {
	text, err := bounded.ReadFile(filepath.Join(h.Home, markFile), maxMark)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	return m, err
}

// resume ends the update that the mark tells of.
func (h *Helper) resume(ctx context.Context) error {
	m, err := h.mark()
	if errors.Is(err, fs.ErrNotExist) {
		return h.cut()
	}
	if err != nil {
		return errors.Join(err, h.forget())
	}
	switch {
	case m.From != h.Root && m.Left: // the power went before the root was turned
		return h.turn(ctx, m)
	case m.Left:
		return h.returned(m)
	case m.From != h.Root && m.Passed: // the power went between the last two steps
		return h.done(m)
	case m.From != h.Root:
		return h.judge(ctx, m)
	case m.Passed:
		return h.interrupted(m)
	}
	tried, err := h.System.Tried(ctx)
	if err != nil {
		return err
	}
	if !tried {
		return h.interrupted(m)
	}
	h.Log("update: %s has failed its trial", m.Version)
	return h.returned(m)
}

// returned ends an update that has led back to this root.
func (h *Helper) returned(m mark) error {
	err := h.change(func(s *update.State) {
		s.Phase, s.Error, s.Target, s.Previous = update.PhaseRolledBack, cmp.Or(m.Reason, "it has failed its trial"),
			m.Version, ""
		if !s.Refuses(m.Version) {
			s.Bad = append(s.Bad, m.Version)
		}
		s.Since = instant()
	})
	return errors.Join(err, h.watchBack(m), h.forget())
}

// cut ends an update that a power cut has ended before there was a mark.
func (h *Helper) cut() error {
	_ = os.Remove(filepath.Join(h.Home, rootFile)) // perhaps half a file; the next update fetches all of it
	s, err := update.ReadState(h.Home)
	if err != nil || !s.Busy() {
		return err
	}
	return h.tell(update.PhaseFailed, s.Target, "the machine restarted meanwhile")
}

// interrupted ends an update for which the version is not to blame.
func (h *Helper) interrupted(m mark) error {
	noBack := h.change(func(s *update.State) { s.Previous = "" }) // the other root was never tried
	return errors.Join(noBack, h.tell(update.PhaseFailed, m.Version, "the machine restarted meanwhile"), h.forget())
}

// judge lets the root that is in use stay if all is well for a while, by the same rules
// as on any other machine, and starts the machine from the one before if it is not.
func (h *Helper) judge(ctx context.Context, m mark) error {
	h.Log("update: %s is on trial", m.Version)
	t := trial.New(m.Before, m.Moving, time.Now())
	t.Patience, t.Longest, t.Proof = silence, patience, m.Proof
	proved, picture, began := false, trial.NewPicture(m.Before, h.Watcher), time.Now()
	for ctx.Err() == nil {
		proved = proved || m.Proof && h.proved(m.Version)
		now := h.Watcher.Look(ctx)
		now.Proved, now.Pictures = proved, picture.Drawn(ctx, time.Since(began))
		v := t.See(time.Now(), now)
		switch {
		case v.Over && v.Reason == "":
			return h.stay(ctx, m)
		case v.Over:
			h.Log("update: %s does not work well: %s", m.Version, v.Reason)
			return h.leave(ctx, m, v.Reason)
		}
		pause.For(ctx, trial.Every)
	}
	return ctx.Err()
}

// leave starts the machine from the root before. A restart that gokrazy refuses is tried
// again: until the power is cut, nothing else ends this root.
func (h *Helper) leave(ctx context.Context, m mark, reason string) error {
	m.Reason = reason
	if err := h.keep(m); err != nil {
		h.Log("update: the reason cannot be saved: %v", err)
	}
	for {
		err := h.System.Reboot(ctx)
		if err == nil || ctx.Err() != nil {
			return err // this program is being ended
		}
		h.Log("update: the machine does not restart: %v", err)
		pause.For(ctx, rest)
	}
}

// stay lets the root that is in use be the one of all starts to come. The order
// of the steps matters: a second Switch would go back.
func (h *Helper) stay(ctx context.Context, m mark) error {
	m.Passed = true
	if err := h.keep(m); err != nil {
		return err
	}
	if err := h.System.Switch(ctx); err != nil {
		return err
	}
	if _, err := h.System.Tried(ctx); err != nil {
		h.Log("update: %v", err) // a few bytes stay on the boot partition
	}
	h.Log("update: %s stays", m.Version)
	return h.done(m)
}

func (h *Helper) done(m mark) error {
	err := h.change(func(s *update.State) {
		s.Phase, s.Target, s.Error, s.Progress, s.Since = update.PhaseDone, m.Version, "", 100, instant()
		s.Previous = cmp.Or(m.Previous, s.Previous) // a root before that had no word for it has told it already
	})
	week := trial.Record{Version: m.Version, From: m.From, Before: m.Before}.Keep(h.Home)
	return errors.Join(err, week, h.forget())
}

func instant() time.Time { return time.Now().UTC().Truncate(time.Second) }
