package apps

import (
	"context"
	"sync"

	"github.com/ledpost/ledpost/internal/latest"
)

// job runs beside the device, for a widget.
type job struct {
	key string                // jobs of the same key are the same one
	run func(context.Context) // until its context ends
}

// runJobs runs the most recently wanted jobs, each on a goroutine of its own, until ctx
// ends, and waits for them. A job that is still wanted continues.
func runJobs(ctx context.Context, want latest.Box[[]job]) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	running := map[string]context.CancelFunc{}
	for {
		var list []job
		select {
		case <-ctx.Done():
			return nil // this ends them all
		case list = <-want:
		}
		next := map[string]context.CancelFunc{}
		for _, j := range list {
			if stop, there := running[j.key]; there {
				next[j.key] = stop
				delete(running, j.key)
				continue
			}
			own, stop := context.WithCancel(ctx)
			next[j.key] = stop
			wg.Go(func() { j.run(own) })
		}
		for _, stop := range running {
			stop()
		}
		running = next
	}
}
