// SPDX-License-Identifier: Apache-2.0

package api

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/metric"
)

// answerBounds are the upper bounds of the time to answer, in seconds.
var answerBounds = []float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5}

// answerCounts counts the answers by route, method and status, and how long they
// took by route. The zero value is ready. Routes and methods come from fixed lists,
// never from a request: each combination takes memory for good. Safe from any goroutine.
type answerCounts struct {
	mu     sync.Mutex // guards both maps: every handler counts, /metrics reads
	counts map[answerLabels]uint64
	times  map[string]*answerTimes // by route
}

type answerLabels struct{ route, method, status string }

type answerTimes struct {
	counts [11]uint64 // by answerBounds, and those above
	sum    float64    // seconds
}

// count adds an answer.
func (r *answerCounts) count(route, method, status string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counts == nil {
		r.counts = map[answerLabels]uint64{}
	}
	r.counts[answerLabels{route, method, status}]++
}

// took adds the time of an answer.
func (r *answerCounts) took(route string, d time.Duration) {
	bucket, _ := slices.BinarySearch(answerBounds, d.Seconds())
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.times == nil {
		r.times = map[string]*answerTimes{}
	}
	t := r.times[route]
	if t == nil {
		t = &answerTimes{}
		r.times[route] = t
	}
	t.counts[bucket]++
	t.sum += d.Seconds()
}

// Collect implements metric.Collector.
func (r *answerCounts) Collect(w *metric.Writer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := slices.SortedFunc(maps.Keys(r.counts), func(a, b answerLabels) int {
		return cmp.Or(cmp.Compare(a.route, b.route), cmp.Compare(a.method, b.method), cmp.Compare(a.status, b.status))
	})
	for _, a := range all {
		w.Counter("ledpost_http_requests_total", "Requests answered.", r.counts[a], "method", a.method, "route", a.route, "status", a.status)
	}
	for _, route := range slices.Sorted(maps.Keys(r.times)) {
		t := r.times[route]
		w.Histogram("ledpost_http_request_seconds", "Time to answer, by route.", answerBounds, t.counts[:], t.sum, "route", route)
	}
}
