// SPDX-License-Identifier: Apache-2.0

//go:build linux

// Package load tests that no load from the network ends the device, keeps its owner out or leaves
// anything behind: on ledpost running as a process whose memory is bounded.
package load

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/internal/testtool"
)

// counted are figures by the folder whose entries they count.
func counted(r *rig.Device) map[string]string {
	return map[string]string{"files": r.Data, "descriptors": fmt.Sprintf("/proc/%d/fd", r.Cmd.Process.Pid)}
}

// sampled is how a figure of the device may grow over a whole soak: by a share of its mean, and
// by some more that the last samples may have above the first by chance.
var sampled = []struct {
	name  string // of /metrics, or of counted
	share float64
	more  float64
}{
	{"go_memstats_heap_inuse_bytes", 0.2, 4 << 20},
	{"go_goroutines", 0, 8},
	{"descriptors", 0, 8},
	{"files", 0, 4},
}

// TestSoak sends every request of every scope, messages and sockets for LEDPOST_SOAK, 10 m
// without it, and fits a line to what the device holds whenever the clients rest: none rises.
// With -race the device is raced, too.
func TestSoak(t *testing.T) {
	testtool.Night(t, "it takes minutes")
	length := must.Get(time.ParseDuration(cmp.Or(os.Getenv("LEDPOST_SOAK"), "10m")))(t)
	r, keys := launch(t, nil, "64x32")
	a := &attack{url: r.URL, routes: routes(t, r), keys: keys, json: dear()[:5], files: [][]byte{{1, 2, 3}},
		pause: 200 * time.Millisecond, answers: map[string]int{}}
	ctx, stop := context.WithTimeout(t.Context(), length)
	defer stop()
	var clients sync.WaitGroup
	for i := range 2 * len(scopes) {
		clients.Go(func() { a.client(ctx, i) })
	}
	figures := samples(ctx, t, r, &a.rest)
	clients.Wait()
	a.report(t)
	for _, s := range sampled {
		all := least(figures[s.name])
		grown, mean := slope(all)*float64(len(all)), mean(all)
		if t.Logf("%s: %d samples, least %.4g to %.4g, the line grows by %.3g",
			s.name, len(figures[s.name]), slices.Min(all), slices.Max(all), grown); grown > mean*s.share+s.more {
			t.Errorf("%s grows", s.name)
		}
	}
	if r.Stop(); strings.Contains(r.Log.String(), "DATA RACE") {
		t.Error(r.Log.String())
	}
}

// samples asks the device for its figures every five seconds until ctx ends, while no client has
// a request: how many are under way depends on the machine. It leaves out the first third, in
// which caches fill.
func samples(ctx context.Context, t *testing.T, r *rig.Device, rest *sync.RWMutex) map[string][]float64 {
	t.Helper()
	figures, folders := map[string][]float64{}, counted(r)
	for ctx.Err() == nil {
		rest.Lock()
		settled(t, r)
		for _, s := range sampled {
			if dir, ok := folders[s.name]; ok {
				figures[s.name] = append(figures[s.name], entries(t, dir))
			} else {
				figures[s.name] = append(figures[s.name], metric(t, r, s.name))
			}
		}
		rest.Unlock()
		pause.For(ctx, 5*time.Second)
	}
	for name, all := range figures {
		figures[name] = all[len(all)/3:]
	}
	return figures
}

// settled waits until the device has as many goroutines as half a second before, 5 s at most.
func settled(t *testing.T, r *rig.Device) {
	t.Helper()
	for n, tries := -1.0, 0; tries < 10; tries++ {
		now := metric(t, r, "go_goroutines")
		if now == n {
			return
		}
		n = now
		time.Sleep(500 * time.Millisecond)
	}
}

// least returns the least of each twentieth: the heap goes up and down with each collection.
func least(all []float64) (few []float64) {
	for part := range slices.Chunk(all, max(1, len(all)/20)) {
		few = append(few, slices.Min(part))
	}
	return few
}

// entries counts what is below a folder.
func entries(t *testing.T, dir string) (n float64) {
	t.Helper()
	must.Do(t, filepath.WalkDir(dir, func(_ string, _ fs.DirEntry, err error) error {
		if n++; os.IsNotExist(err) { // it was just replaced
			return nil
		}
		return err
	}))
	return n
}

// slope returns by how much the line that fits all best rises from one to the next.
func slope(all []float64) float64 {
	at, average, above, below := float64(len(all)-1)/2, mean(all), 0.0, 0.0
	for i, v := range all {
		above += (float64(i) - at) * (v - average)
		below += (float64(i) - at) * (float64(i) - at)
	}
	return above / math.Max(below, 1)
}

func mean(all []float64) (sum float64) {
	for _, v := range all {
		sum += v
	}
	return sum / float64(len(all))
}
