// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"os/exec"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var v service
		var runs atomic.Int32
		once := func(ctx context.Context) (bool, error) {
			runs.Add(1)
			<-ctx.Done()
			time.Sleep(time.Second) // it saves, and blanks its panel
			runs.Add(-1)
			return false, ctx.Err()
		}
		ended := make(chan error, 1)
		ctx, cancel := context.WithCancel(t.Context())
		again := func() {
			go func() {
				_, err := v.run(ctx, once)
				ended <- err
			}()
			synctest.Wait()
		}

		v.Resume() // nothing was held
		again()
		if runs.Load() != 1 {
			t.Fatal("it does not run")
		}
		if err := v.hold(); err != nil || v.endings() != 0 {
			t.Errorf("held: %v, %d ends of its own", err, v.endings())
		}
		if runs.Load() != 0 {
			t.Error("it is held and runs")
		}
		if err := <-ended; !errors.Is(err, errHeld) {
			t.Errorf("it ended by %v", err)
		}
		again()
		if err := <-ended; runs.Load() != 0 || !errors.Is(err, errHeld) {
			t.Errorf("held, it was started: %v", err)
		}
		if err := v.hold(); err != nil { // what has ended is not waited for
			t.Error(err)
		}
		v.Resume()
		again()
		if runs.Load() != 1 {
			t.Error("resumed, it does not run")
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended by %v", err)
		}
	})
}

// TestHoldOfOneThatDoesNotEnd: a process that waits for a driver does not stop the updates
// for ever.
func TestHoldOfOneThatDoesNotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var v service
		stuck := make(chan struct{})
		go v.run(t.Context(), func(context.Context) (bool, error) { <-stuck; return false, nil })
		synctest.Wait()
		began := time.Now()
		if err := v.hold(); err == nil || time.Since(began) != holdTime {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		v.Resume()
		close(stuck)
		synctest.Wait()
		if v.endings() != 1 {
			t.Errorf("%d ends, want 1", v.endings())
		}
	})
}

// TestRefusesItsConfiguration: such an end is the card's fault, and not counted. Without the
// configuration another panel is driven, which is nobody's fault either.
func TestRefusesItsConfiguration(t *testing.T) {
	for _, row := range []struct {
		script           string
		ends             int
		refused, without bool
	}{
		{"exit 78", 0, true, true},
		{"exit 1", 1, false, false},
		{"kill -9 $$", 1, false, false},
	} {
		var v service
		v.run(t.Context(), func(ctx context.Context) (bool, error) {
			return false, outcome(exec.CommandContext(ctx, "sh", "-c", row.script).Run())
		})
		refused, without := v.configured()
		if v.endings() != row.ends || refused != row.refused || without != row.without {
			t.Errorf("%s: %d ends, refused %v, without %v", row.script, v.endings(), refused, without)
		}
		v.run(t.Context(), func(context.Context) (bool, error) {
			if refused, _ := v.configured(); refused {
				t.Errorf("%s: it runs again, and is said to have ended", row.script)
			}
			return true, nil
		})
	}
}
