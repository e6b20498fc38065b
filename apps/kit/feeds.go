// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// Feeds records which servers the apps cannot reach, for the health of the device. The
// zero value is ready, and nil records nothing. Safe from any goroutine.
type Feeds struct {
	mu      sync.Mutex
	failing map[FeedSource]string // why
}

// FeedSource is one source of one app, such as the calendar at an address.
type FeedSource struct {
	App string // in the words of the health: weather
	Key string // among the sources of the app
}

// Failing returns a line for each app whose server cannot be reached, such as
// "weather: the server cannot be reached", sorted. Addresses are secrets and not in it.
func (f *Feeds) Failing() (lines []string) {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	seen := map[string]bool{}
	for source, why := range f.failing {
		seen[source.App+": "+why] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// Told records how a request ended. A request that its own context has ended says
// nothing of the server.
func (f *Feeds) Told(ctx context.Context, source FeedSource, err error) {
	if f == nil || ctx.Err() != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		delete(f.failing, source)
		return
	}
	if f.failing == nil {
		f.failing = map[FeedSource]string{}
	}
	f.failing[source] = WhyNot(err)
}

// Forget drops a source that nobody asks any more.
func (f *Feeds) Forget(source FeedSource) {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.failing, source)
}
