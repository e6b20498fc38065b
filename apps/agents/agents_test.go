// SPDX-License-Identifier: Apache-2.0

package agents

import (
	"encoding/json"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

func TestCheck(t *testing.T) { apptest.Check(t, App) }

// fresh returns the app with one widget, which calls.
func fresh(t *testing.T, kept string) *Agents {
	t.Helper()
	env := apptest.SizedEnv(t, image.Pt(37, 8))
	env.Shared = new(kit.Shared)
	a := New(env, json.RawMessage(kept), 1).(*Agents)
	apptest.Set(t, a, `{"call":true}`)
	return a
}

// TestStatus: what agents say, and what becomes of it.
func TestStatus(t *testing.T) {
	for _, row := range []struct {
		why   string
		args  device.Args
		fault string
		says  string
	}{
		{"it works", device.Args{"agent": "claude", "state": "running", "task": "Tests"}, "", "claude running Tests"},
		{"in other letters", device.Args{"agent": " claude ", "state": " Waiting "}, "", "claude waiting"},
		{"no name", device.Args{"agent": " ", "state": "done"}, "agent", ""},
		{"a long name", device.Args{"agent": strings.Repeat("x", 33), "state": "done"}, "agent", ""},
		{"an unknown state", device.Args{"agent": "x", "state": "sleeping"}, "state", ""},
		{"a long task", device.Args{"agent": "x", "state": "done", "task": strings.Repeat("ä", 65)}, "task", ""},
		{"a quota below nothing", device.Args{"agent": "x", "state": "done", "quota": -1}, "quota", ""},
		{"a quota above all", device.Args{"agent": "x", "state": "done", "quota": 101}, "quota", ""},
	} {
		a := fresh(t, "")
		err := a.Do("a", "agents.status", row.args, apptest.Noon)
		if (err != nil) != (row.fault != "") || err != nil && !strings.Contains(err.Error(), row.fault) {
			t.Errorf("%s: %v, want one of %q", row.why, err, row.fault)
		}
		if got := a.Step(apptest.Noon).Views["a"].Says; got != row.says {
			t.Errorf("%s: says %q, want %q", row.why, got, row.says)
		}
	}
}

// TestCalls: who waits has the panel for a minute and sounds once; a repeated report, or one too soon, does not call.
func TestCalls(t *testing.T) {
	a, now := fresh(t, ""), apptest.Noon
	say := func(agent, state string) device.Now {
		t.Helper()
		must.Do(t, a.Do("a", "agents.status", device.Args{"agent": agent, "state": state}, now))
		return a.Step(now)
	}
	if out := say("claude", "running"); out.Front != "" || !out.Track.Silent() {
		t.Errorf("one that works: %+v", out)
	}
	first := say("claude", "waiting")
	if first.Front != "a" || first.Track.Repeat != 1 || !first.Again.Equal(now.Add(calling)) {
		t.Errorf("one that waits: %+v", first)
	}
	now = now.Add(30 * time.Second)
	if out := say("claude", "waiting"); out.Track.Key != first.Track.Key || out.Front != "a" {
		t.Errorf("once more: %+v", out)
	}
	now = now.Add(30 * time.Second)
	if out := a.Step(now); out.Front != "" || !out.Track.Silent() {
		t.Errorf("after a minute: %+v", out)
	}
	next := apptest.Noon.Add(between)
	for range 3 {
		now = now.Add(time.Minute)
		say("claude", "running")
		if out := say("claude", "waiting"); out.Front != "" || !out.Track.Silent() || !out.Again.Equal(next) {
			t.Errorf("again and again, %v after the call: %+v", now.Sub(apptest.Noon), out)
		}
	}
	if out := say("codex", "waiting"); out.Front != "" || !out.Again.Equal(next) {
		t.Errorf("a second one, too soon: %+v", out)
	}
	now = next
	if out := a.Step(now); out.Track.Key == first.Track.Key || out.Track.Silent() || out.Front != "a" {
		t.Errorf("those that still wait: %+v", out)
	}
	say("claude", "done")
	if out := say("codex", "done"); out.Front != "" {
		t.Errorf("answered: %+v", out)
	}
}

// TestCallsAndRestarts: a call goes on after a restart without its sound, and is not repeated.
func TestCallsAndRestarts(t *testing.T) {
	a, now := fresh(t, ""), apptest.Noon
	must.Do(t, a.Do("a", "agents.status", device.Args{"agent": "claude", "state": "waiting"}, now))
	kept := string(a.Step(now).Keep)
	for _, row := range []struct {
		why   string
		after time.Duration
		front string
	}{
		{"in the call", 10 * time.Second, "a"},
		{"behind it", calling, ""},
		{"when the next one may call", between, ""},
		{"with a clock that was set back", -time.Hour, "a"},
	} {
		b := fresh(t, kept)
		if out := b.Step(now.Add(row.after)); out.Front != row.front || !out.Track.Silent() {
			t.Errorf("%s: %q in front, sound %q", row.why, out.Front, out.Track.Key)
		}
	}
}

// TestKeep: a repeated report changes the saved state once in some minutes.
func TestKeep(t *testing.T) {
	a, now, writes, last := fresh(t, ""), apptest.Noon, 0, ""
	for ; now.Before(apptest.Noon.Add(20 * time.Minute)); now = now.Add(2 * time.Second) {
		must.Do(t, a.Do("a", "agents.status", device.Args{"agent": "claude", "state": "running"}, now))
		if keep := string(a.Step(now).Keep); keep != last {
			last, writes = keep, writes+1
		}
	}
	if most := 5; writes > most {
		t.Errorf("%d writes in 20 minutes, want %d at most", writes, most)
	}
	if got := fresh(t, last).Step(now).Views["a"].Says; got != "claude running" {
		t.Errorf("after a restart: %q", got)
	}
}

// TestKeepSeldom: nor does an agent with a new task every 2 s wear the card; the last one is kept in the end.
func TestKeepSeldom(t *testing.T) {
	a, now, writes, last := fresh(t, ""), apptest.Noon, 0, ""
	step := func() (again time.Time) {
		out := a.Step(now)
		if keep := string(out.Keep); keep != last {
			last, writes = keep, writes+1
		}
		return out.Again
	}
	for i := range 600 { // 20 minutes
		args := device.Args{"agent": "claude", "state": "running", "task": fmt.Sprint("step ", i)}
		must.Do(t, a.Do("a", "agents.status", args, now))
		step()
		now = now.Add(2 * time.Second)
	}
	if most := kit.SeldomAhead + 20*60/30 + 1; writes > most {
		t.Errorf("%d writes in 20 minutes, want %d at most", writes, most)
	}
	if again := step(); again.Before(now.Add(time.Minute)) {
		now = again
		step()
	}
	if !strings.Contains(last, "step 599") {
		t.Errorf("the last task is not kept: %s", last)
	}
}

// TestSilence: who says nothing for half an hour is gone, also after a restart, and there are eight at most.
func TestSilence(t *testing.T) {
	a, now := fresh(t, ""), apptest.Noon
	for i := range 9 {
		must.Do(t, a.Do("a", "agents.status", device.Args{"agent": fmt.Sprint("agent", i), "state": "running"}, now))
		now = now.Add(time.Second)
	}
	out := a.Step(now)
	if len(a.All) != most || strings.Contains(out.Views["a"].Says, "agent0") {
		t.Errorf("%d agents: %s", len(a.All), out.Views["a"].Says)
	}
	b := fresh(t, string(out.Keep))
	if got := b.Step(now).Views["a"].Says; got != out.Views["a"].Says {
		t.Errorf("after a restart %q, want %q", got, out.Views["a"].Says)
	}
	if got := b.Step(now.Add(silent)).Views["a"].Says; got != "" {
		t.Errorf("half an hour later: %q", got)
	}
	for _, kept := range []string{"{", `{"all":{"x":{"state":"asleep"}}}`, `{"all":{"":{"state":"done"}}}`} {
		if got := fresh(t, kept).Step(now).Views["a"].Says; got != "" {
			t.Errorf("kept %s: %q", kept, got)
		}
	}
}

// TestSetBack: a clock that was set back makes no status live longer.
func TestSetBack(t *testing.T) {
	a := fresh(t, `{"all":{"claude":{"state":"waiting","since":"2099-01-01T00:00:00Z","heard":"2099-01-01T00:00:00Z"}}}`)
	if got := a.Step(apptest.Noon).Views["a"].Says; got != "claude waiting" {
		t.Errorf("at once: %q", got)
	}
	if got := a.Step(apptest.Noon.Add(silent)).Views["a"].Says; got != "" {
		t.Errorf("half an hour later: %q", got)
	}
}
