// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// hub is a broker that takes note of what is published.
type hub struct {
	mu   sync.Mutex
	seen []string
}

func (h *hub) publish(_ context.Context, topic string, payload []byte, retained bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	line := topic + " " + string(payload)
	if retained {
		line += " (kept)"
	}
	h.seen = append(h.seen, line)
	return nil
}

// take is what was published since the last call on topics that begin so.
func (h *hub) take(prefix string) (lines []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.seen {
		if strings.HasPrefix(l, prefix) {
			lines = append(lines, l)
		}
	}
	h.seen = nil
	return lines
}

// serve runs Serve until the function that it returns is called.
func (h *hub) serve(r *rig) (end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = r.Serve(ctx, h.publish) })
	end = sync.OnceFunc(func() { cancel(); running.Wait() })
	r.t.Cleanup(end)
	synctest.Wait()
	return end
}

const prefix = "awtrix_w00bs9"

// TestPublished is what a client hears.
func TestPublished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, h := start(t, fresh()), new(hub)
		r.Button("left", true) // before the connection: nobody hears it
		end := h.serve(r)
		said := h.take(prefix + "/stats")
		for _, want := range []string{"/stats/device online (kept)", "/stats/currentApp Time"} {
			if !slices.Contains(said, prefix+want) {
				t.Errorf("%s is not in %q", want, said)
			}
		}
		for _, topic := range []string{"/stats/effects [", "/stats/transitions [", "/stats {"} {
			if !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, prefix+topic) }) {
				t.Errorf("%s is not in %q", topic, said)
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := len(h.take(prefix + "/stats {")); n != 6 {
			t.Errorf("%d stats in a minute, want 6", n)
		}
		r.Button("left", true)
		r.Button("left", false)
		r.Button("action", true)
		r.Button("volume_up", true)
		synctest.Wait()
		if got, want := h.take(prefix+"/stats/button"),
			[]string{prefix + "/stats/buttonLeft 1", prefix + "/stats/buttonLeft 0",
				prefix + "/stats/buttonSelect 1"}; !slices.Equal(got, want) {
			t.Errorf("buttons: %q", got)
		}
		end()
		if got := h.take(prefix + "/stats/device"); !slices.Equal(got, []string{prefix + "/stats/device offline (kept)"}) {
			t.Errorf("the last word is %q", got)
		}
	})
}

// TestObey: payloads as they come from blueprints and flows.
func TestObey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, h := start(t, fresh()), new(hub)
		h.serve(r)
		obey := func(topic, payload string) { r.Obey(context.Background(), prefix+"/"+topic, []byte(payload), false) }
		obey("custom/weather",
			`{"icon":"2282","text":[{"t":"21","c":"FFFFFF"},{"t":"°C","c":"999999"}],"lifetime":3600,"repeat":1}`)
		obey("custom/home/door", `{"text":"open","color":[255,0,0],"duration":5}`)
		r.sees("custom apps", "/api/loop", `{"Time":0,"home/door":2,"weather":1}`)
		obey("switch", `{"name":"weather"}`)
		synctest.Wait()
		if got := h.take(prefix + "/stats/currentApp"); !slices.Equal(got,
			[]string{prefix + "/stats/currentApp Time", prefix + "/stats/currentApp weather"}) {
			t.Errorf("the app that shows: %q", got)
		}
		obey("custom/home", ``)
		r.sees("one of them", "/api/loop", `{"Time":0,"weather":1}`)
		obey("notify",
			`{"text":"Doorbell","icon":"bell","rainbow":true,"hold":true,"rtttl":"d:d=4,o=5,b=100:c,e,g","wakeup":true}`)
		if tr := r.heard(); tr.Tune == "" {
			t.Errorf("it plays %+v", tr)
		}
		obey("notify/dismiss", ``)
		if s := r.dev.Status(); s.Showing.Kind.String() != "widget" {
			t.Errorf("it shows %+v", s.Showing)
		}
		obey("settings", `{"BRI":51,"ABRI":false}`)
		obey("power", `false`)
		if d, _ := r.dev.Display(context.Background()); d.On || d.Brightness != 20 {
			t.Errorf("%+v", d)
		}
		obey("sendscreen", ``)
		synctest.Wait()
		if got := h.take(prefix + "/screen"); !slices.Equal(got, []string{prefix + "/screen " + screenOfTwo}) {
			t.Errorf("the screen: %q", got)
		}
		obey("reboot", ``)
		obey("nothing", ``)
		obey("notify", `{`)
		r.Obey(context.Background(), "elsewhere/notify", []byte(`{"text":"a"}`), false)
		r.Obey(context.Background(), prefix+"/notify", []byte(`{"text":"a"}`), true)
		if s := r.dev.Status(); s.Waiting != 0 {
			t.Errorf("%d wait: a retained notification would come with every connection", s.Waiting)
		}
		r.Obey(context.Background(), prefix+"/custom/kept", []byte(`{"text":"a"}`), true)
		r.sees("a retained custom app", "/api/loop", `{"Time":0,"kept":2,"weather":1}`)
	})
}

// state is what commands change, in words.
func (r *rig) state(ctx context.Context) string {
	display, err := r.dev.Display(ctx)
	widgets, err2 := r.dev.Apps(ctx)
	mood, err3 := r.dev.Mood(ctx)
	lamps, err4 := r.dev.Indicators(ctx)
	status := r.dev.Status()
	return fmt.Sprint(display, widgets, mood, lamps, status.Waiting, status.Showing, r.heard(),
		errors.Join(err, err2, err3, err4))
}

// TestRetained: a message that the broker has kept commands nothing, since it comes
// with every connection. A custom app is not a command.
func TestRetained(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		ctx := context.Background()
		for topic, payload := range map[string]string{
			"power": `{"power":false}`, "moodlight": `{"brightness":255,"color":"#FF0000"}`, "sleep": `{"sleep":60}`,
			"indicator1": `{"color":"#FF0000"}`, "indicator2": `{"color":"#FF0000"}`, "indicator3": `{"color":"#FF0000"}`,
			"settings": `{"BRI":1,"ABRI":false}`, "notify": `{"text":"a","hold":true}`, "switch": `{"name":"Date"}`,
			"rtttl": `d:d=4,o=5,b=100:c`, "sound": `alarm1`, "apps": `[{"name":"Time","show":false}]`, "reorder": `["Date"]`,
			"sendscreen": ``, "nextapp": ``,
		} {
			before := r.state(ctx)
			if err := r.obey(ctx, topic, []byte(payload), true); !errors.Is(err, errRetained) {
				t.Errorf("%s: %v, want that it is ignored", topic, err)
			}
			synctest.Wait()
			if now := r.state(ctx); now != before {
				t.Errorf("%s has changed the device", topic)
			}
		}
		must.Do(t, r.obey(ctx, "custom/kept", []byte(`{"text":"a"}`), true))
		r.sees("a retained custom app", "/api/loop", `{"Time":0,"kept":1}`)
	})
}

// TestComplain: the log has the whole reason, once in a while.
func TestComplain(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		var log strings.Builder
		r.log = slog.New(slog.NewTextHandler(&log, nil))
		for _, row := range []struct {
			after time.Duration
			want  int // lines so far
		}{{0, 1}, {time.Second, 1}, {9 * time.Second, 2}} {
			time.Sleep(row.after)
			r.Obey(context.Background(), prefix+"/custom/", []byte(`{"text":"a"}`), false)
			if got := strings.Count(log.String(), "topic="+prefix+"/custom/ err=\""+errName.Error()+"\"\n"); got != row.want {
				t.Errorf("%d lines, want %d: %s", got, row.want, log.String())
			}
		}
	})
}

// TestTopics are those of the commands, and none that is published.
func TestTopics(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		all := fmt.Sprint(r.Topics())
		for _, want := range []string{"/notify", "/notify/dismiss", "/custom/#", "/settings", "/indicator3", "/moodlight",
			"/sendscreen", "/reorder"} {
			if !strings.Contains(all, prefix+want) {
				t.Errorf("%s is not listened to", want)
			}
		}
		if strings.Contains(all, "stats") {
			t.Error("it listens to itself")
		}
	})
}
