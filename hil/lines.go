// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"strings"
	"sync"
)

// maxLines is how much of a log is kept for the message of a device that does not
// start, in bytes.
const maxLines = 16 << 10

// lines are the newest lines of a device's log.
type lines struct {
	mu   sync.Mutex
	text []byte
}

// Write implements io.Writer.
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	if over := len(l.text) - maxLines; over > 0 {
		l.text = append(l.text[:0], l.text[over:]...)
	}
	return len(p), nil
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSpace(string(l.text))
}
