// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/firmware/host"
)

// framesTime is how long the frame loop may take to complete a round, and how long
// the result answers further questions: whoever asks /healthz needs no key, and each
// question wakes the loop.
const framesTime = time.Second

// frames watches the loop that draws the frames.
type frames struct {
	loop interface{ Alive(context.Context) error }

	mu    sync.Mutex // one question at a time
	asked time.Time  // when the last one was answered
	fault error
}

func (f *frames) health() []api.Component {
	return []api.Component{api.Condition("frames", f.check(), api.Failed)}
}

// check returns why no frames are drawn, or nil. It takes at most framesTime.
func (f *frames) check() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.asked.IsZero() && time.Since(f.asked) < framesTime {
		return f.fault
	}
	if f.fault = host.Within(context.Background(), framesTime, f.loop.Alive); f.fault != nil {
		f.fault = fmt.Errorf("no frame has been drawn for %v: restart the device if this lasts", framesTime)
	}
	f.asked = time.Now()
	return f.fault
}
