// SPDX-License-Identifier: Apache-2.0

// Package gokrazy is the root side of updates in the flashable image (docs/image.md):
// it replaces the root file system as a whole. gokrazy keeps two of them and has
// endpoints that write the unused one and try it once at the next start; they take
// what they are given. This package stands before them: what it gives them is what the
// signed manifest names, and a root that was tried stays only if ledpost ran well in
// it for a minute.
//
// Whatever ends a trial early, also a power cut, the next start is from the root
// before. Kernel and boot loader are not replaced.
package gokrazy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// Limits of time.
const (
	every    = 2 * time.Second  // requests are looked for
	fetching = 30 * time.Minute // a whole update
	patience = 4 * time.Minute  // within which a root on trial has to have done well: a network comes last in a start
	silence  = 40 * time.Second // for which ledpost may not answer: the whole machine starts with it
	rest     = 30 * time.Second // before a restart that was refused is tried again
)

// A System is the machine that is updated. [Client] has all but the first two.
type System interface {
	// Spare returns nil if the root that was written can be started by the
	// kernel that runs.
	Spare(ctx context.Context) error
	// Tried reports whether a start for trial is on record, and strikes it out.
	Tried(ctx context.Context) (bool, error)

	WriteRoot(ctx context.Context, r io.Reader) error
	TestBoot(ctx context.Context) error
	Switch(ctx context.Context) error
	Reboot(ctx context.Context) error
}

// A Service is ledpost, and what it has saved.
type Service interface {
	// Snapshot ends ledpost, so that all is saved, and keeps a copy of that.
	Snapshot(ctx context.Context) error
	// Resume lets ledpost be started again after a Snapshot. Without one it does
	// nothing.
	Resume()
	// Restore puts the copy back in place of what this version cannot read. ledpost
	// must not run.
	Restore(ctx context.Context) error
}

// A Watcher sees ledpost, and the machine, from outside.
type Watcher interface {
	// Look returns the present observation. Active means that ledpost has said it is
	// ready, and goes on saying so; Restarts is how often it had to be started again since
	// the machine was.
	Look(ctx context.Context) trial.Observation
}

// A Helper carries out the daemon's requests. Its fields must be set before Run.
type Helper struct {
	Data    string        // directory of the daemon, which may be hostile
	Home    string        // directory of the state and the mark, which only root can write to
	Root    string        // name of the root partition that is in use
	Spare   string        // and of the other one
	Version string        // of ledpost there
	Source  update.Source // URL "" = nowhere
	System  System
	Service Service

	Watcher   Watcher
	Plausible func(now time.Time) bool // whether the clock can be believed
	Log       func(format string, args ...any)
}

// Back ends the effects of a trial on what ledpost has saved, if this start is from
// the root before. It must be called before ledpost is started, and before Run, which
// does the rest.
func (h *Helper) Back(ctx context.Context) error {
	m, err := h.mark()
	if err != nil || m.From != h.Root {
		return nil // there was no trial, or this is it; of a damaged mark Run says so
	}
	return h.Service.Restore(ctx)
}

// Run judges a trial, if this start is one, and then carries out requests until
// ctx is done.
func (h *Helper) Run(ctx context.Context) {
	if err := h.resume(ctx); err != nil && ctx.Err() == nil {
		h.Log("update: %v", err)
	}
	week := h.probation(time.Now())
	for ctx.Err() == nil {
		pause.For(ctx, every)
		if err := h.serve(ctx); err != nil {
			h.Log("update: %v", err)
		}
		week.step(ctx, time.Now())
	}
}

// serve carries out the request that is there, if one is. It is removed first: the
// machine is started again meanwhile.
func (h *Helper) serve(ctx context.Context) error {
	wish, err := update.ReadRequest(h.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if gone := remove(h.Data, update.RequestFile); gone != nil {
		pause.For(ctx, time.Minute) // it would be carried out again and again
		return errors.Join(err, gone)
	}
	if err == nil {
		limited, cancel := context.WithTimeout(ctx, fetching)
		defer cancel()
		err = h.carryOut(limited, wish)
	}
	if err == nil || ctx.Err() != nil {
		return err // when ctx is done, the machine ends, and the next start decides
	}
	return errors.Join(err, h.tell(update.PhaseFailed, wish.Version, update.Plain(err)))
}

// carryOut carries out the wish.
func (h *Helper) carryOut(ctx context.Context, wish update.Request) error {
	if wish.Action == update.Back {
		return h.backByHand(ctx)
	}
	return h.install(ctx, wish)
}

// tell puts a phase into the state that the daemon reads.
func (h *Helper) tell(phase, target, trouble string) error {
	return h.change(func(s *update.State) {
		s.Phase, s.Target, s.Error, s.Progress, s.Since = phase, target, trouble, 0, instant()
	})
}

func (h *Helper) change(f func(*update.State)) error {
	s, err := update.ReadState(h.Home)
	if err != nil {
		h.Log("update: %v", err) // it begins again
	}
	s.Installed = h.Version
	f(&s)
	if err := update.WriteState(h.Home, s); err != nil {
		return fmt.Errorf("gokrazy: %w", err)
	}
	return nil
}
