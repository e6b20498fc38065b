// SPDX-License-Identifier: Apache-2.0

package api

import (
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/must"
)

// onlyKey checks the key and writes an answer, header and body: what any server has to do.
func onlyKey(r *rig, answer *httptest.ResponseRecorder) http.Handler {
	header, body := answer.Header(), answer.Body.Bytes()
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if r.keys.Of(req) == nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		maps.Copy(w.Header(), header)
		w.Write(body)
	})
}

// BenchmarkGetDevice compares GET /api/v2/device with a handler that only checks
// the key and writes the same bytes, both over TCP on connections that are kept.
// They take turns, so that both meet the same machine; it reports the medians of
// their rates and of their ratio.
func BenchmarkGetDevice(b *testing.B) {
	r := newRig(b, nil)
	want := recordOf(r.Handler(), request("GET", "/api/v2/device", ""))
	size := want.Body.Len()
	device, onlyKey := newClient(b, r.Handler(), size), newClient(b, onlyKey(r, want), size)
	var rates, peers, ratios []float64
	for b.Loop() {
		for range 21 {
			rate, peer := device.rate(), onlyKey.rate()
			rates, peers, ratios = append(rates, rate), append(peers, peer), append(ratios, rate/peer)
		}
	}
	b.ReportMetric(median(rates), "device/s")
	b.ReportMetric(median(peers), "only_key/s")
	b.ReportMetric(median(ratios), "ratio")
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

// client asks a server of its own and expects answers of size bytes.
type client struct {
	b    *testing.B
	url  string
	size int
	http http.Client
}

func newClient(b *testing.B, h http.Handler, size int) *client {
	srv := httptest.NewServer(h)
	b.Cleanup(srv.Close)
	return &client{b: b, url: srv.URL, size: size, http: http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}}
}

// rate is how many requests a second are answered, over a twentieth of one.
func (c *client) rate() float64 {
	const span = 50 * time.Millisecond
	var answered atomic.Int64
	var asking sync.WaitGroup
	begun := time.Now()
	for range 2 * runtime.GOMAXPROCS(0) {
		asking.Go(func() {
			for time.Since(begun) < span && c.ask() {
				answered.Add(1)
			}
		})
	}
	asking.Wait()
	return float64(answered.Load()) / time.Since(begun).Seconds()
}

func (c *client) ask() bool {
	req, err := http.NewRequest("GET", c.url+"/api/v2/device", nil)
	if err != nil {
		c.b.Error(err)
		return false
	}
	req.SetBasicAuth(keys.User, testKey)
	resp, err := c.http.Do(req)
	if err != nil {
		c.b.Error(err)
		return false
	}
	defer resp.Body.Close()
	n, err := io.Copy(io.Discard, resp.Body)
	if int(n) != c.size {
		c.b.Errorf("%d bytes, want %d: %v", n, c.size, err)
	}
	return int(n) == c.size
}

// TestServeForMeasuring serves both handlers of BenchmarkGetDevice for bench/
// and tools such as wrk: go test -run ServeForMeasuring -measure 1m.
func TestServeForMeasuring(t *testing.T) {
	if *measure == 0 {
		t.Skip("only with -measure")
	}
	r := newRig(t, nil)
	want := recordOf(r.Handler(), request("GET", "/api/v2/device", ""))
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	go r.door.Run(t.Context(), onlyKey(r, want), l)
	defer l.Close()
	fmt.Printf("device:   http://%s/api/v2/device\nonly key: http://%s/\nkey:      %s\n", running(t, r), l.Addr(), testKey)
	time.Sleep(*measure)
}
