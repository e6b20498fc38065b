package firmware

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/hw/input"
)

// broken is a button that is not there while err is not nil.
type broken struct {
	input.Source
	mu  sync.Mutex // the test writes, the watcher reads
	err error
}

func (b *broken) Fault() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

func (b *broken) set(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = err
}

// TestButtonFaultsAreSaidOnce, and once that they are mended.
func TestButtonFaultsAreSaidOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		button := &broken{}
		b := buttons{sources: input.Sources{button}, log: slog.New(slog.NewTextHandler(&log, nil))}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- b.watch(ctx) }()
		for _, c := range []struct {
			err  error
			want string // in the one line; empty is none
		}{
			{nil, ""},
			{errors.New("line 5 is busy"), "line 5 is busy"},
			{errors.New("line 6 is busy"), "line 6 is busy"},
			{nil, "all buttons work"},
		} {
			log.Reset()
			button.set(c.err)
			time.Sleep(time.Minute)
			synctest.Wait()
			if n := strings.Count(log.String(), "\n"); !strings.Contains(log.String(), c.want) || n != min(len(c.want), 1) {
				t.Errorf("%v: %d lines, want one with %q:\n%s", c.err, n, c.want, log.String())
			}
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
