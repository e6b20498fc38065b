package api

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// onlyKey checks the key and writes body: what any server has to do.
func onlyKey(r *rig, body []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		name, key, ok := req.BasicAuth()
		if !ok || name != user || !r.lock.opens(key) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", jsonType[0])
		w.Write(body)
	})
}

// BenchmarkGetDevice compares GET /api/v2/device with a handler that only checks
// the key and writes the same bytes, both over TCP on connections that are kept.
func BenchmarkGetDevice(b *testing.B) {
	r := newRig(b, nil)
	defer r.stop()
	want := recordOf(r.Handler(), request("GET", "/api/v2/device", "")).Body.Bytes()
	for _, c := range []struct {
		name string
		h    http.Handler
	}{{"device", r.Handler()}, {"only_key", onlyKey(r, want)}} {
		b.Run(c.name, func(b *testing.B) { benchmarkGet(b, c.h, len(want)) })
	}
}

func benchmarkGet(b *testing.B, h http.Handler, size int) {
	srv := httptest.NewServer(h)
	defer srv.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	b.RunParallel(func(pb *testing.PB) {
		req, err := http.NewRequest("GET", srv.URL+"/api/v2/device", nil)
		if err != nil {
			b.Error(err)
		}
		req.SetBasicAuth(user, testKey)
		for pb.Next() {
			resp, err := client.Do(req)
			if err != nil {
				b.Error(err)
				return
			}
			n, _ := io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			if int(n) != size {
				b.Errorf("%d bytes, want %d", n, size)
			}
		}
	})
}

// BenchmarkHandler is the same without a network.
func BenchmarkHandler(b *testing.B) {
	r := newRig(b, nil)
	defer r.stop()
	want := recordOf(r.Handler(), request("GET", "/api/v2/device", "")).Body.Bytes()
	for _, c := range []struct {
		name string
		h    http.Handler
	}{{"device", r.Handler()}, {"only_key", onlyKey(r, want)}} {
		b.Run(c.name, func(b *testing.B) {
			req := request("GET", "/api/v2/device", "")
			b.ReportAllocs()
			for b.Loop() {
				c.h.ServeHTTP(httptest.NewRecorder(), req)
			}
		})
	}
}

// BenchmarkPost is a notification from the wire to the queue.
func BenchmarkPost(b *testing.B) {
	r := newRig(b, nil)
	defer r.stop()
	body := frameOf(`{"icon":"i2867","text":"HELLO!"}`)
	b.ReportAllocs()
	for b.Loop() {
		recordOf(r.Handler(), request("POST", "/api/v2/device/notifications", body))
		r.cfg.Device.DismissAll(context.Background())
	}
}

// TestServeForMeasuring serves both handlers of BenchmarkGetDevice for bench/
// and tools such as wrk: go test -run ServeForMeasuring -measure 1m.
func TestServeForMeasuring(t *testing.T) {
	if *measure == 0 {
		t.Skip("only with -measure")
	}
	r := newRig(t, nil)
	body := recordOf(r.Handler(), request("GET", "/api/v2/device", "")).Body.Bytes()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go r.server(onlyKey(r, body)).Serve(r.door(l, false))
	defer l.Close()
	fmt.Printf("device:   http://%s/api/v2/device\nonly key: http://%s/\nkey:      %s\n", running(t, r), l.Addr(), testKey)
	time.Sleep(*measure)
}
