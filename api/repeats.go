// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/budget"
)

// Bounds of what is remembered of requests with an Idempotency-Key (docs/decisions.md 4).
const (
	maxRepeatKey = 255              // bytes of the header
	maxRepeats   = 64               // answers; the oldest goes first
	maxOfOne     = 16               // of one key of the device
	maxRepeated  = 4 << 10          // bytes of the body of one
	remembered   = 10 * time.Minute // after the answer
)

// repeats lets a client send a request again whose answer it has lost: what was done for one
// Idempotency-Key is not done again, but answered as before. Only answers of success are
// remembered, since a request that failed has changed nothing, and only short ones. It may be
// used by several goroutines; the zero value remembers nothing yet.
type repeats struct {
	mu  sync.Mutex
	all map[repeatKey]*repeat
	old []repeatKey // of all, the oldest first
}

// repeatKey is one request: of one key, for one thing.
type repeatKey struct {
	by                   *keys.Held
	method, uri, repeats string
}

// A repeat is a request that is or was answered.
type repeat struct {
	done   chan struct{} // closed when the rest is known
	good   bool          // the rest is an answer
	when   time.Time
	status int
	kind   []string // Content-Type
	body   []byte
	memory *budget.Share // holds the body
}

// once answers r, which holds key, by handle, or as it was answered before. The body of an answer
// that is remembered is taken from memory.
func (all *repeats) once(
	w http.ResponseWriter, r *http.Request, key *keys.Held, memory *budget.Budget, handle func(http.ResponseWriter) error,
) error {
	said := r.Header.Get("Idempotency-Key")
	if said == "" || key == nil || r.Method == http.MethodGet || r.Method == http.MethodHead {
		return handle(w)
	}
	if len(said) > maxRepeatKey {
		says := fmt.Sprintf("Idempotency-Key: %d bytes, at most %d are allowed", len(said), maxRepeatKey)
		return rest.Refuse(http.StatusBadRequest, says)
	}
	k := repeatKey{key, r.Method, r.URL.RequestURI(), said}
	mine, err := all.begin(r.Context(), k)
	switch {
	case err != nil:
		return err
	case mine == nil:
		return handle(w)
	case mine.good:
		w.Header()["Content-Type"] = mine.kind
		w.WriteHeader(mine.status)
		_, err := w.Write(mine.body)
		return err
	}
	heard := &listener{ResponseWriter: w, memory: memory.Hold()}
	heard.full = heard.memory.Take(int64(len(k.uri)+len(k.repeats))) != nil
	ended := false
	defer func() { all.end(k, mine, heard, ended) }()
	err = handle(heard)
	ended = err == nil
	return err
}

// begin returns what was answered to k, or a new repeat, which end has to be called with, or nil
// if there is no room to remember one. It waits for a request of the same k that is under way.
func (all *repeats) begin(ctx context.Context, k repeatKey) (*repeat, error) {
	for {
		all.mu.Lock()
		before := all.all[k]
		if before == nil || before.good && time.Since(before.when) > remembered {
			mine := all.put(k)
			all.mu.Unlock()
			return mine, nil
		}
		all.mu.Unlock()
		select {
		case <-before.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if before.good {
			return before, nil
		} // else it has failed: this one tries
	}
}

// put remembers that k is under way, in place of the oldest that is not, first of the same key of
// the device, so that one key does not push out what another has sent. It returns nil if all are
// under way. all.mu must be held.
func (all *repeats) put(k repeatKey) *repeat {
	if all.all == nil {
		all.all = map[repeatKey]*repeat{}
	}
	all.drop(k)
	of := func(o repeatKey) bool { return o.by == k.by }
	any := func(repeatKey) bool { return true }
	if !all.room(maxOfOne, of) || !all.room(maxRepeats, any) {
		return nil
	}
	mine := &repeat{done: make(chan struct{})}
	all.all[k] = mine
	all.old = append(all.old, k)
	return mine
}

// room makes room for one more of at most some of the requests. all.mu must be held.
func (all *repeats) room(most int, among func(repeatKey) bool) bool {
	n, oldest := 0, -1
	for i, o := range all.old {
		if !among(o) {
			continue
		}
		if n++; oldest < 0 && all.all[o].good {
			oldest = i
		}
	}
	if n < most {
		return true
	}
	if oldest >= 0 {
		all.drop(all.old[oldest])
	}
	return oldest >= 0
}

// drop forgets k. all.mu must be held.
func (all *repeats) drop(k repeatKey) {
	if before := all.all[k]; before != nil {
		if before.memory != nil {
			before.memory.Release()
		}
		delete(all.all, k)
		all.old = slices.DeleteFunc(all.old, func(o repeatKey) bool { return o == k })
	}
}

// end remembers what was answered, or forgets what has failed.
func (all *repeats) end(k repeatKey, mine *repeat, heard *listener, ended bool) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if ended && heard.whole && !heard.full && heard.status/100 == 2 {
		mine.status, mine.kind, mine.body = heard.status, heard.Header()["Content-Type"], heard.body
		mine.good, mine.when, mine.memory = true, time.Now(), heard.memory
	} else {
		heard.memory.Release()
		all.drop(k)
	}
	close(mine.done)
}

// listener hears what is answered, as long as it is short.
type listener struct {
	http.ResponseWriter
	memory *budget.Share
	full   bool // there is no memory to remember the request
	status int
	whole  bool // body is all of it so far
	body   []byte
}

func (l *listener) WriteHeader(status int) {
	if l.status == 0 {
		l.status, l.whole = status, true
	}
	l.ResponseWriter.WriteHeader(status)
}

func (l *listener) Write(b []byte) (int, error) {
	if l.status == 0 {
		l.status, l.whole = http.StatusOK, true
	}
	l.whole = l.whole && len(l.body)+len(b) <= maxRepeated && l.memory.Take(int64(len(b))) == nil
	if l.whole {
		l.body = append(l.body, b...)
	}
	return l.ResponseWriter.Write(b)
}

// Unwrap supports http.ResponseController and WebSockets.
func (l *listener) Unwrap() http.ResponseWriter { return l.ResponseWriter }
