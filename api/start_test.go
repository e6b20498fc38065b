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
	if w := r.ask(as("wrong", "GET", "/live/start", "")); w.Code != http.StatusUnauthorized {
		t.Errorf("a wrong key: %d %s", w.Code, w.Body)
	}
}

// TestStartIsShort: an answer as large as what clients have sent is left out, and is there alone.
func TestStartIsShort(t *testing.T) {
	const queue = "/api/v2/device/notifications"
	drawn := alike(4, `{"draw":[`+strings.Repeat(`{"pixel":[1,1]},`, 200)+`{"pixel":[1,1]}]}`)
	r := newRig(t, nil)
	for range maxStart / len(drawn) {
		if w := r.do("POST", queue, drawn); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	var all wireStart
	w := r.do("GET", "/live/start", "")
	err := json.Unmarshal(w.Body.Bytes(), &all)
	if _, has := all.Answers[queue]; err != nil || has || len(all.Answers) != len(starts)-1 {
		t.Errorf("%d answers in %d bytes: %v", len(all.Answers), w.Body.Len(), err)
	}
}

// TestStartTakesMemory: the answers that it keeps are in the budget; one that has no room there is left out.
func TestStartTakesMemory(t *testing.T) {
	r := newRig(t, nil)
	begins := func() (all wireStart) {
		must.Do(t, json.Unmarshal(r.do("GET", "/live/start", "").Body.Bytes(), &all))
		return all
	}
	kept := int64(0)
	for _, a := range begins().Answers {
		kept += 2 * int64(len(a.Body))
	}
	for left, lacks := range map[int64]bool{2 * kept: false, kept - 1: true} {
		others := r.cfg.Memory.Owner.Hold()
		must.Do(t, others.Take(r.cfg.Memory.Owner.Size()-left))
		if n := len(begins().Answers); n < len(starts) != lacks {
			t.Errorf("with %d bytes left for %d: %d of %d answers", left, kept, n, len(starts))
		}
		others.Release()
	}
	if held := r.cfg.Memory.All.Held(); held != 0 {
		t.Errorf("%d bytes are still held", held)
	}
}

// TestWatchSince: who knows the device as it was is told of a change since, and of nothing if there was none.
func TestWatchSince(t *testing.T) {
	r := newRig(t, nil)
	address := running(t, r)
	var begun wireStart
	w := r.do("GET", "/live/start", "")
	must.Do(t, json.Unmarshal(w.Body.Bytes(), &begun))
	for _, changed := range []bool{false, true} {
		if changed {
			r.do("PUT", "/live/look", `{"text_color":"#FF0000"}`)
		}
		c, _, err := dialSocket(t, address, "/live/watch?since="+strconv.FormatUint(begun.Revision, 10), basicHeader())
		if err != nil {
			t.Fatal(err)
		}
		defer c.CloseNow()
		_, body, err := c.Read(t.Context())
		if told := string(body) == `{"changed":true}`; err != nil || told != changed {
			t.Errorf("changed %v: %v %s", changed, err, body)
		}
	}
}
