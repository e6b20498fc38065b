// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
)

// TestFeeds: a server that cannot be reached is told once an app, until it answers or
// nobody asks it any more.
func TestFeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var feeds Feeds
		ctx, stop := context.WithCancel(t.Context())
		var works atomic.Bool
		ask := func(context.Context, device.Post) error {
			if works.Load() {
				return nil
			}
			return errors.New("the server answers with 500")
		}
		e := NewRequests("calendar", &feeds)
		done := make(chan error)
		go func() { done <- e.Run(ctx, nil) }()
		shows := func(when string, want ...string) {
			t.Helper()
			synctest.Wait()
			if got := feeds.Failing(); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", when, got, want)
			}
		}
		const told = "calendar: the server answers with 500"
		shows("before the first request")
		e.Put([]Request{{Key: "http://user:secret@one", Every: time.Hour, Ask: ask},
			{Key: "two", Every: time.Hour, Ask: ask}})
		shows("two calendars of one app", told)
		works.Store(true)
		time.Sleep(2 * time.Hour)
		shows("both answer again")
		works.Store(false)
		time.Sleep(2 * time.Hour)
		shows("away again", told)
		e.Put(nil)
		shows("nobody asks")
		stop()
		<-done
	})
}
