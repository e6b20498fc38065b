// SPDX-License-Identifier: Apache-2.0

package vcd

import (
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"
)

// recordings are the open ones of this process: path to *Writer. Whoever opens a port
// by its name never sees the Writer.
var recordings sync.Map

// recorded is how many recordings were made so far.
var recorded atomic.Uint64

// Flush writes to the file path all that this process has recorded for it so far,
// and returns which recording that is and its time there: every later change has a later
// time. Recordings count from 1 in this process; whoever opens the path again makes
// another one. Errors: fs.ErrNotExist if this process records nothing there now; why the
// recording has stopped; that it has grown to its limit.
func Flush(path string) (recording uint64, at time.Duration, err error) {
	found, ok := recordings.Load(path)
	if !ok {
		return 0, 0, fmt.Errorf("vcd: nothing is recorded in %s: %w", path, fs.ErrNotExist)
	}
	w := found.(*Writer)
	w.mu.Lock()
	defer w.mu.Unlock()
	err = w.flush()
	if err == nil && w.left <= 0 {
		err = fmt.Errorf("vcd: the recording has stopped at %d MiB", maxRecording>>20)
	}
	return w.number, time.Duration(w.stamp) * Tick, err
}
