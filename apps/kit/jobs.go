// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"context"
	"sync"

	"github.com/ledpost/ledpost/internal/latest"
)

// Job runs beside the device, for a widget.
type Job struct {
	Key string                // jobs of the same key are the same one
	Run func(context.Context) // until its context ends
}

// RunJobs runs the most recently wanted jobs, each on its own goroutine, until ctx
// ends, and waits for them. A job that is still wanted continues.
func RunJobs(ctx context.Context, want latest.Box[[]Job]) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	running := map[string]context.CancelFunc{}
	for {
		var list []Job
		select {
		case <-ctx.Done():
			return nil // this ends them all
		case list = <-want:
		}
		next := map[string]context.CancelFunc{}
		for _, j := range list {
			if stop, there := running[j.Key]; there {
				next[j.Key] = stop
				delete(running, j.Key)
				continue
			}
			own, stop := context.WithCancel(ctx)
			next[j.Key] = stop
			wg.Go(func() { j.Run(own) })
		}
		for _, stop := range running {
			stop()
		}
		running = next
	}
}
