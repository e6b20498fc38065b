// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// TestASlowServerDelaysNoOther: while one server does not answer, the others are asked
// at their own pace, and a request that is put again is not sent twice.
func TestASlowServerDelaysNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, asked := NewRequests("test", nil), make(chan string, 100)
		slow := Request{Key: "slow", Every: time.Hour,
			Ask: func(ctx context.Context, _ device.Post) error { <-ctx.Done(); return ctx.Err() }}
		quick := func(key string, last time.Time, err error) Request {
			return Request{key, time.Hour, last, func(context.Context, device.Post) error { asked <- key; return err }}
		}
		list := []Request{slow, quick("new", time.Time{}, nil), quick("old", time.Now().Add(-50*time.Minute), nil),
			quick("broken", time.Time{}, errors.New("no"))}
		e.Put(list)
		stop := must.Run(t, func(ctx context.Context) error { return e.Run(ctx, nil) })
		count := func(after time.Duration) map[string]int {
			time.Sleep(after)
			synctest.Wait()
			seen := map[string]int{}
			for len(asked) > 0 {
				seen[<-asked]++
			}
			return seen
		}
		if n := count(time.Second); n["new"] != 1 || n["old"] != 0 || n["broken"] != 1 {
			t.Errorf("at once: %v", n)
		}
		if n := count(15 * time.Minute); n["new"] != 0 || n["old"] != 1 || n["broken"] < 5 {
			t.Errorf("after a quarter of an hour: %v", n)
		}
		e.Put(list[:2])
		if n := count(15 * time.Minute); len(n) != 0 {
			t.Errorf("after the list was put again: %v", n)
		}
		if n := count(time.Hour); n["new"] != 1 || len(n) != 1 {
			t.Errorf("after an hour: %v", n)
		}
		stop()
	})
}

// TestFirstRequest: a request that had an answer before a restart waits for its time.
func TestFirstRequest(t *testing.T) {
	for _, row := range []struct {
		why   string
		last  time.Duration // before now
		after time.Duration
	}{
		{"no answer yet", 10 * 365 * 24 * time.Hour, 0},
		{"an answer of this moment", 0, time.Hour},
		{"a while ago", 40 * time.Minute, 20 * time.Minute},
		{"due by now", time.Hour, 0},
		{"long ago", 9 * time.Hour, 0},
		{"the clock was set back", -time.Minute, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			began, ctx := time.Now(), t.Context()
			ctx, cancel := context.WithCancel(ctx)
			ask := func(context.Context, device.Post) error { cancel(); return nil }
			one := Request{"k", time.Hour, began.Add(-row.last), ask}
			NewRequests("test", nil).repeat(ctx, one)
			if got := time.Since(began); got != row.after {
				t.Errorf("%s: asked after %v, want %v", row.why, got, row.after)
			}
		})
	}
}
