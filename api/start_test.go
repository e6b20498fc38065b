// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/must"
)

// begins returns what a page that opens gets.
func (r *rig) begins() (all wireStart) {
	r.t.Helper()
	must.Do(r.t, json.Unmarshal(r.do("GET", "/live/start", "").Body.Bytes(), &all))
	return all
}

// TestStart: each answer is that to the question alone, with the rights of the key.
func TestStart(t *testing.T) {
	r := newRig(t, nil)
	for _, scope := range []keys.Scope{keys.ScopeSend, keys.ScopeRead, keys.ScopeControl, keys.ScopeAll} {
		key := r.made(string(scope), scope)
		var all wireStart
		w := r.ask(as(key, "GET", "/live/start", ""))
		if w.Code != http.StatusOK || json.Unmarshal(w.Body.Bytes(), &all) != nil || len(all.Answers) != len(starts) {
			t.Fatalf("%s: %d %s", scope, w.Code, w.Body)
		}
		for question, got := range all.Answers {
			want := r.ask(as(key, "GET", question, ""))
			if got.Status != want.Code || got.Body != want.Body.String() || got.Type != want.Header().Get("Content-Type") {
				t.Errorf("%s: %s: %+v, want %d %s", scope, question, got, want.Code, want.Body)
			}
		}
	}
	wants(t, r.ask(as("wrong", "GET", "/live/start", "")), http.StatusUnauthorized, "", "a wrong key")
}

// TestStartIsShort: an answer that a large queue makes too long is left out.
func TestStartIsShort(t *testing.T) {
	const queue = "/api/v2/device/notifications"
	drawn := alike(4, `{"draw":[`+strings.Repeat(`{"pixel":[1,1]},`, 200)+`{"pixel":[1,1]}]}`)
	r := newRig(t, nil)
	for range maxStart / len(drawn) {
		wants(t, r.do("POST", queue, drawn), http.StatusOK, "")
	}
	all := r.begins()
	if _, has := all.Answers[queue]; has || len(all.Answers) != len(starts)-1 {
		t.Errorf("%d answers, the queue among them: %v", len(all.Answers), has)
	}
}

// TestStartTakesMemory: the answers that it keeps are in the budget; one that has no room there is left out.
func TestStartTakesMemory(t *testing.T) {
	r := newRig(t, nil)
	kept := int64(0)
	for _, a := range r.begins().Answers {
		kept += 2 * int64(len(a.Body))
	}
	for left, lacks := range map[int64]bool{2 * kept: false, kept - 1: true} {
		others := r.cfg.Memory.Owner.Hold()
		must.Do(t, others.Take(r.cfg.Memory.Owner.Size()-left))
		if n := len(r.begins().Answers); n < len(starts) != lacks {
			t.Errorf("with %d bytes left for %d: %d of %d answers", left, kept, n, len(starts))
		}
		others.Release()
	}
	if held := r.cfg.Memory.All.Held(); held != 0 {
		t.Errorf("%d bytes are still held", held)
	}
}

// TestWatchSince: a client that names a revision is told at once if the device has changed since.
func TestWatchSince(t *testing.T) {
	r := newRig(t, nil)
	address := running(t, r)
	begun := r.begins()
	for _, changed := range []bool{false, true} {
		if changed {
			r.do("PUT", "/live/look", `{"text_color":"#FF0000"}`)
		}
		c := openSocket(t, address, "/live/watch?since="+strconv.FormatUint(begun.Revision, 10), basicHeader())
		_, body, err := c.Read(t.Context())
		if told := string(body) == `{"changed":true}`; err != nil || told != changed {
			t.Errorf("changed %v: %v %s", changed, err, body)
		}
	}
}
