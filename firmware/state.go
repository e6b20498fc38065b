package firmware

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device/store"
)

// openState reads what is kept. It always gives something to run with.
func (b *builder) openState() {
	b.store, b.saved = store.Open(store.Dir(b.Dir), store.Options{Again: b.keepAgain, Log: b.Log})
}

// keepAgain keeps what is missing beside the state: somebody has removed the
// data directory, or it could not be written before. The store calls it, on its
// own goroutine once it runs.
func (b *builder) keepAgain() {
	if b.cert == nil {
		return // they are still to be made
	}
	if b.Options.Key == "" && missing(api.KeyFile(b.Dir)) && b.server.Opens(b.key) {
		b.Log.Warn("the data directory lacks the key; it is kept there again", "dir", b.Dir)
		if err := api.KeepKey(b.Dir, b.key); err != nil {
			b.Log.Error("the key cannot be kept; after a restart there will be another", "err", err)
		}
	}
	if missing(filepath.Join(b.Dir, "cert.pem")) {
		if err := b.cert.Keep(); err != nil {
			b.Log.Warn("the certificate cannot be kept; after a restart there will be another", "err", err)
		}
	}
}

func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// rest is how long to wait before a start after so many unclean ends in a row,
// each soon after its start: nothing that ends so is mended by a hundred starts
// an hour, which wear the card and the processor. systemd 252 cannot do this.
func rest(unclean int) time.Duration {
	const first, most, free = 5 * time.Second, time.Minute, 2
	if unclean <= free {
		return 0
	}
	return min(first<<min(unclean-free-1, 10), most)
}

// pause waits out the rest that is due, and reports whether to go on.
func (b *builder) pause(ctx context.Context) bool {
	wait := rest(b.saved.Unclean)
	if wait == 0 {
		return ctx.Err() == nil
	}
	b.Log.Warn("the program has ended without being asked to, again and again: it waits before it starts", "ends", b.saved.Unclean, "wait", wait)
	tell(fmt.Sprintf("STATUS=waiting %v after %d unclean ends", wait, b.saved.Unclean))
	defer tell("STATUS=")
	select {
	case <-time.After(wait):
		return true
	case <-ctx.Done():
		return false
	}
}

// makeDir makes the data directory if it is missing. Without it the device runs
// all the same, and keeps trying.
func makeDir(o Options) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		o.Log.Error("there is no data directory; nothing can be kept", "err", err)
	}
}

var unsavedDesc = prometheus.NewDesc("ledpost_state_unsaved_seconds", "How long the oldest change of settings or notifications that is not on disk has waited; 0 = all is.", nil, nil)

// stateCollector tells how safe the state is.
type stateCollector struct{ store *store.Store }

func (c *stateCollector) Describe(ch chan<- *prometheus.Desc) { ch <- unsavedDesc }

func (c *stateCollector) Collect(ch chan<- prometheus.Metric) {
	ch <- prometheus.MustNewConstMetric(unsavedDesc, prometheus.GaugeValue, c.store.Unsaved().Seconds())
}
