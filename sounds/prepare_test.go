// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func at(n int) Track {
	return Track{Key: fmt.Sprint(n), URL: fmt.Sprintf("http://host/%d", n), Repeat: 1, Volume: 100}
}

// TestPrepared: what waited in the queue plays at once, from memory.
func TestPrepared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			asked.Add(1)
			time.Sleep(3 * time.Second)
			w.Write(file(0.25, 48000, 48000))
		}))
		r.Play(Track{}, at(1))
		time.Sleep(10 * time.Second)
		begin := time.Now()
		r.Play(at(1))
		time.Sleep(5 * time.Second)
		if d := r.sinceFirst(begin); d < 0 || d > 60*time.Millisecond {
			t.Errorf("first heard after %v", d)
		}
		if n := count(r.take(), 8192); n != 48000 || asked.Load() != 1 {
			t.Errorf("%d frames, asked %d times", n, asked.Load())
		}
	})
}

// TestPrepareBounded: three at a time, and what is dropped ends.
func TestPrepareBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var open []string
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			mu.Lock()
			open = append(open, req.URL.Path)
			mu.Unlock()
			w.Write(file(0.25, 48000, 10))
			w.(http.Flusher).Flush()
			<-req.Context().Done()
			mu.Lock()
			open = slices.DeleteFunc(open, func(s string) bool { return s == req.URL.Path })
			mu.Unlock()
		}))
		now := func() []string {
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			return slices.Sorted(slices.Values(open))
		}
		r.Play(Track{}, at(1), Track{Key: "b", Category: "notifications", ID: "cat"}, at(2), at(1), at(3), at(4), at(5))
		if got := now(); !slices.Equal(got, []string{"/1", "/2", "/3"}) {
			t.Errorf("fetching %v, want the first three", got)
		}
		r.Play(at(2), at(5))
		if got := now(); !slices.Equal(got, []string{"/2", "/5"}) {
			t.Errorf("fetching %v, want what plays and what waits", got)
		}
		r.Play(Track{})
		time.Sleep(time.Second)
		if got := now(); len(got) != 0 {
			t.Errorf("still fetching %v", got)
		}
	})
}

// TestPrepareFailed: what could not be fetched ahead is tried again in its turn.
func TestPrepareFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if asked.Add(1) == 1 {
				http.NotFound(w, req)
				return
			}
			w.Write(file(0.25, 48000, 48000))
		}))
		for range 5 { // naming it again is no reason to try again
			r.Play(Track{}, at(1))
			time.Sleep(time.Second)
		}
		if asked.Load() != 1 {
			t.Errorf("asked %d times ahead", asked.Load())
		}
		r.Play(at(1))
		time.Sleep(3 * time.Second)
		if n := count(r.take(), 8192); n != 48000 {
			t.Errorf("heard %d frames", n)
		}
	})
}

func TestLibrary(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var rendered []string
		l := newLibrary(48000)
		l.render = func(category, id string, rate int) ([]int16, error) {
			time.Sleep(time.Second)
			mu.Lock()
			defer mu.Unlock()
			rendered = append(rendered, id)
			if id == "bad" {
				return nil, fmt.Errorf("bad")
			}
			return make([]int16, 500_000), nil
		}
		go l.run(t.Context())
		get := func(id string, urgent bool) *clip { return l.get(Builtin{"n", id}, urgent) }
		get("1", false)
		synctest.Wait() // it is being rendered
		get("2", false)
		get("3", false)
		get("3", false)
		get("4", true)
		get("2", true)
		get("bad", false)
		time.Sleep(time.Minute)
		mu.Lock()
		if got := fmt.Sprint(rendered); got != "[1 2 4 3 bad]" {
			t.Errorf("rendered %s: urgent first, each once", got)
		}
		rendered = nil
		mu.Unlock()
		for i := range 10 {
			get(fmt.Sprint("x", i), false)
			get("1", false) // used all the time
		}
		time.Sleep(time.Minute)
		size := 0
		l.mu.Lock()
		for _, c := range l.clips {
			if c.ready.Load() {
				size += 2 * len(c.pcm)
			}
		}
		l.mu.Unlock()
		if size > libraryBytes || size < libraryBytes/2 {
			t.Errorf("keeps %d bytes", size)
		}
		if !get("1", false).ready.Load() {
			t.Error("forgot what was used last")
		}
		if get("2", false).ready.Load() {
			t.Error("kept what was not used")
		}
		time.Sleep(time.Minute)
	})
}
