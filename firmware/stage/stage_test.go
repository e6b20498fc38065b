// SPDX-License-Identifier: Apache-2.0

package stage

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// diary notes what happened.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func (d *diary) note(s string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, s)
}

// ends is a task that takes a time to end.
func (d *diary) ends(name string, after time.Duration) Task {
	return Task{name, func(ctx context.Context) error {
		<-ctx.Done()
		time.Sleep(after)
		d.note(name)
		return nil
	}}
}

func TestStages(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	fault, anew := errors.New("fault"), errors.New("another run follows")
	rows := []struct {
		name   string
		stages func(*diary) [][]Task
		want   []string
		within time.Duration
		why    error // that all ends; nil = the program is told to stop
		err    error
	}{
		{"the last started ends first", func(d *diary) [][]Task {
			return [][]Task{{d.ends("keeper", 0)}, {d.ends("panel", 0)}, {d.ends("api", 0)}}
		}, []string{"api", "panel", "keeper"}, 0, nil, nil},
		{"one that hangs is left behind, and the keeper still has its time", func(d *diary) [][]Task {
			return [][]Task{{d.ends("keeper", time.Second)}, {d.ends("panel", time.Hour)}, {d.ends("api", 300*time.Millisecond)}}
		}, []string{"api", "keeper"}, endTime + time.Second, nil, nil},
		{"one that is left behind may fail when nobody waits for it any longer", func(d *diary) [][]Task {
			late := Task{"panel", func(ctx context.Context) error {
				<-ctx.Done()
				time.Sleep(time.Hour)
				return fault
			}}
			return [][]Task{{d.ends("keeper", 0)}, {late}, {d.ends("api", 0)}}
		}, []string{"api", "keeper"}, endTime, nil, nil},
		{"a task that fails ends all", func(d *diary) [][]Task {
			failing := Task{"api", func(context.Context) error { return fault }}
			return [][]Task{{d.ends("keeper", 0)}, {failing}}
		}, []string{"keeper"}, 0, nil, fault},
		{"a busy board ends all before it starts again", func(d *diary) [][]Task {
			return [][]Task{{d.ends("keeper", 0)}, {d.ends("panel", 4*time.Second)}, {d.ends("api", 4*time.Second)}}
		}, []string{"api", "panel", "keeper"}, 8 * time.Second, anew, nil},
		{"with a task that hangs the program starts again as a whole", func(d *diary) [][]Task {
			return [][]Task{{d.ends("keeper", 0)}, {d.ends("panel", time.Hour)}}
		}, []string{"keeper"}, anewTime, anew, ErrLeftBehind},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &diary{}
				ctx, cancel := context.WithCancelCause(context.Background())
				if row.err != fault {
					time.AfterFunc(time.Minute, func() { cancel(row.why) })
				}
				defer cancel(nil)
				begun := time.Now()
				err := Run(ctx, func(ctx context.Context) bool { return context.Cause(ctx) == anew }, quiet, row.stages(d)...)
				if !errors.Is(err, row.err) {
					t.Errorf("error %v, want %v", err, row.err)
				}
				if took := time.Since(begun) - time.Minute; took > row.within {
					t.Errorf("the end took %v, want at most %v", took, row.within)
				}
				d.mu.Lock()
				if !slices.Equal(d.lines, row.want) {
					t.Errorf("ended in the order %v, want %v", d.lines, row.want)
				}
				d.mu.Unlock()
				time.Sleep(2 * time.Hour) // the one left behind
			})
		})
	}
}

// TestForward: everything arrives in its order, an error ends nothing, and the
// end of the context does.
func TestForward(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c, got, end := make(chan string), []string(nil), make(chan error)
		go func() {
			end <- Forward(c, func(_ context.Context, s string) error {
				got = append(got, s)
				return errors.New("refused")
			})(ctx)
		}()
		c <- "a"
		c <- "b"
		synctest.Wait()
		cancel()
		if err := <-end; err != nil || !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("%v, %v; want a and b, and no error", got, err)
		}
	})
}
