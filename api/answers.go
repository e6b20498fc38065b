// SPDX-License-Identifier: Apache-2.0

package api

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
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
	mu     sync.Mutex // guards all below: every handler counts, /metrics reads
	routes map[string]*routeAnswers
}

// routeAnswers are the answers of a route.
type routeAnswers struct {
	counts map[answerLabels]uint64
	times  [11]uint64 // by answerBounds, and those above
	timed  bool       // times has some
	sum    float64    // seconds
}

type answerLabels struct {
	method string
	status int
}

// count adds an answer. Its time took is not counted if it is negative.
func (r *answerCounts) count(route, method string, status int, took time.Duration) {
	bucket, _ := slices.BinarySearch(answerBounds, took.Seconds())
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.routes == nil {
		r.routes = map[string]*routeAnswers{}
	}
	a := r.routes[route]
	if a == nil {
		a = &routeAnswers{counts: map[answerLabels]uint64{}}
		r.routes[route] = a
	}
	a.counts[answerLabels{method, status}]++
	if took >= 0 {
		a.times[bucket]++
		a.timed = true
		a.sum += took.Seconds()
	}
}

// Collect implements metric.Collector.
func (r *answerCounts) Collect(w *metric.Writer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	routes := slices.Sorted(maps.Keys(r.routes))
	for _, route := range routes {
		counts := r.routes[route].counts
		for _, l := range slices.SortedFunc(maps.Keys(counts), func(a, b answerLabels) int {
			return cmp.Or(cmp.Compare(a.method, b.method), cmp.Compare(a.status, b.status))
		}) {
			w.Counter("ledpost_http_requests_total", "Requests answered.", counts[l],
				"method", l.method, "route", route, "status", strconv.Itoa(l.status))
		}
	}
	for _, route := range routes {
		if a := r.routes[route]; a.timed {
			w.Histogram("ledpost_http_request_seconds", "Time to answer, by route.", answerBounds, a.times[:], a.sum,
				"route", route)
		}
	}
}
