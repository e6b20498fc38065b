// SPDX-License-Identifier: Apache-2.0

package firmware

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
func (d *diary) ends(name string, after time.Duration) task {
	return task{name, func(ctx context.Context) error {
		<-ctx.Done()
		time.Sleep(after)
		d.note(name)
		return nil
	}}
}

func TestStages(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	fault := errors.New("fault")
	rows := []struct {
		name   string
		stages func(*diary) []stage
		want   []string
		within time.Duration
		err    error
	}{
		{"the last started ends first", func(d *diary) []stage {
			return []stage{{d.ends("keeper", 0)}, {d.ends("panel", 0)}, {d.ends("api", 0)}}
		}, []string{"api", "panel", "keeper"}, 0, nil},
		{"one that hangs is left behind, and the keeper still has its time", func(d *diary) []stage {
			return []stage{{d.ends("keeper", time.Second)}, {d.ends("panel", time.Hour)}, {d.ends("api", 300*time.Millisecond)}}
		}, []string{"api", "keeper"}, endTime + time.Second, nil},
		{"one that is left behind may fail when nobody waits for it any longer", func(d *diary) []stage {
			late := task{"panel", func(ctx context.Context) error {
				<-ctx.Done()
				time.Sleep(time.Hour)
				return fault
			}}
			return []stage{{d.ends("keeper", 0)}, {late}, {d.ends("api", 0)}}
		}, []string{"api", "keeper"}, endTime, nil},
		{"a task that fails ends all", func(d *diary) []stage {
			failing := task{"api", func(context.Context) error { return fault }}
			return []stage{{d.ends("keeper", 0)}, {failing}}
		}, []string{"keeper"}, 0, fault},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &diary{}
				ctx, cancel := context.WithCancel(context.Background())
				if row.err == nil {
					time.AfterFunc(time.Minute, cancel)
				}
				defer cancel()
				begun := time.Now()
				err := runStages(ctx, quiet, row.stages(d)...)
				if !errors.Is(err, row.err) {
					t.Errorf("error %v, want %v", err, row.err)
				}
				if took := time.Since(begun) - time.Minute; row.err == nil && took > row.within {
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
