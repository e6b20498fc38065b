package vcd

import (
	"fmt"
	"io/fs"
	"sync"
	"time"
)

// recordings are the open ones of this process: path to *Writer. Whoever opens a port
// by its name never sees the Writer.
var recordings sync.Map

// Flush writes to the file path all that this process has recorded for it so far,
// and returns the time of that in the recording: every later change has a later
// time. Errors: fs.ErrNotExist if this process records nothing there now; why the
// recording has stopped; that it has grown to its limit.
func Flush(path string) (time.Duration, error) {
	found, ok := recordings.Load(path)
	if !ok {
		return 0, fmt.Errorf("vcd: nothing is recorded in %s: %w", path, fs.ErrNotExist)
	}
	w := found.(*Writer)
	w.mu.Lock()
	defer w.mu.Unlock()
	err := w.flush()
	if err == nil && w.left <= 0 {
		err = fmt.Errorf("vcd: the recording has stopped at %d MiB", maxRecording>>20)
	}
	return time.Duration(w.stamp) * Tick, err
}
