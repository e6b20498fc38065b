// SPDX-License-Identifier: Apache-2.0

package live

import "sync"

// inFlight counts the requests in progress, and lets none begin once it is
// drained. The zero value is ready to use; any goroutine may use it.
type inFlight struct {
	mu      sync.Mutex // orders closed and the first of running: none may begin once drain waits
	closed  bool
	running sync.WaitGroup
}

// begin reports whether one more may begin; if so, the caller must call end.
func (f *inFlight) begin() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return false
	}
	f.running.Add(1)
	return true
}

// end marks the end of one that has begun.
func (f *inFlight) end() { f.running.Done() }

// drain waits until all have ended.
func (f *inFlight) drain() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock() // not held while waiting: begin has to be able to refuse
	f.running.Wait()
}
