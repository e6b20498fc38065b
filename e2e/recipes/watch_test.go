// SPDX-License-Identifier: Apache-2.0

package recipes

import (
	"encoding/json"
	"image"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/countdown"
	"github.com/ledpost/ledpost/apps/data"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// A request is what a recipe sends: where to, and the body.
type request struct{ to, body string }

// requests are those of a block: of its actions, or of its lines with curl.
func (b block) requests(t *testing.T) (all []request) {
	t.Helper()
	if b.language != "yaml" {
		line := regexp.MustCompile(`\$device(/\S+)[^\n']*-d '([^']*)'`)
		for _, m := range line.FindAllStringSubmatch(b.text, -1) {
			all = append(all, request{m[1], m[2]})
		}
		return all
	}
	var a automation
	must.Do(t, yaml.Unmarshal([]byte(b.text), &a))
	answers := map[string]call{}
	for _, c := range a.Actions {
		switch c.Action {
		case "lametric.message":
			body := message(t, c.Data.Message, c.Data.Icon, c.Data.Sound, c.Data.Priority, c.Data.Cycles)
			all = append(all, request{"/notifications", body})
		case "recorder.get_statistics":
			answers[c.ResponseVariable] = c
		default:
			all = append(all, request{strings.TrimPrefix(c.Data.Topic, "ledpost/SERIAL"), filled(t, c.Data.Payload, answers)})
		}
	}
	return all
}

// watched are the recipes, each with the words of its promise and the story of the panel: a
// step sends the next request of the recipe, or names what is seen after that time. A new
// device shows its clock alone; "add" adds My Data, as the page asks for.
var watched = []struct {
	heading, promise string
	steps            []step
}{
	{"Doorbell", "stays for a minute", []step{
		send, see(0, "message"), see(59*time.Second, "message"), see(61*time.Second, "clock"),
		send, see(62*time.Second, "message"), see(120*time.Second, "message"), see(123*time.Second, "clock"),
	}},
	{"Washing machine", "the wash is done", []step{send, see(time.Second, "message"), see(time.Minute, "clock")}},
	{"Days until a date", "counts by itself", []step{
		send, see(20*time.Second, "until"),
		add, send, see(40*time.Second, "devwidget"), see(60*time.Second, "clock"),
	}},
	{"Countdown", "Four minutes", []step{
		send, see(time.Second, "countdown"), see(3*time.Minute, "clock"),
		see(239*time.Second, "clock"), see(241*time.Second, "message"), see(839*time.Second, "message"),
	}},
	{"Chart of a sensor", "then a chart", []step{
		add, send, see(20*time.Second, "devwidget"), see(40*time.Second, "clock"),
		send, see(60*time.Second, "devwidget"),
	}},
	{"A value from a server", "every 10 seconds", []step{send, see(20*time.Second, "devwidget")}},
	{"A status over MQTT", "in the rotation", []step{
		add, send, see(20*time.Second, "devwidget"), see(45*time.Second, "clock"), see(65*time.Second, "devwidget"),
	}},
	{"A window is open", "until you switch it off", []step{
		send, see(0, "clock, indicator"), see(24*time.Hour, "clock, indicator"),
		send, see(24*time.Hour, "clock"),
	}},
	{"Rain is coming", "before the rain", []step{send, see(time.Second, "message"), see(time.Minute, "clock")}},
	{"What another machine does", "progress", []step{send, see(time.Second, "message"), see(time.Minute, "clock")}},
	{"On the bedside", "from ten to a quarter to seven, and an alarm at seven", []step{
		send, send, see(time.Minute, "saver, night"), // it begins at midnight
		see(6*time.Hour+44*time.Minute, "saver, night"), see(6*time.Hour+46*time.Minute, "clock"),
		see(7*time.Hour+time.Second, "message"), see(7*time.Hour+11*time.Minute, "clock"),
		see(21*time.Hour+59*time.Minute, "clock"), see(22*time.Hour+time.Minute, "saver, night"),
	}},
	{"A lamp in the evening", "until `null` ends it", []step{
		send, see(0, "mood"), see(24*time.Hour, "mood"), send, see(24*time.Hour, "clock"),
	}},
	{"Good morning from Home Assistant", "", []step{send, see(time.Second, "message"), see(time.Minute, "clock")}},
}

// A step is a verb, or the picture seen at a time after the beginning.
type step struct {
	verb, seen string
	at         time.Duration
}

var send, add = step{verb: "send"}, step{verb: "add"}

func see(at time.Duration, what string) step { return step{seen: what, at: at} }

// TestRecipesKeepTheirWord watches the panel for as long as each recipe promises
// something, in fake time.
func TestRecipesKeepTheirWord(t *testing.T) {
	recipes := map[string][]request{}
	for _, b := range blocks(t) {
		if all := b.requests(t); len(all) > 0 {
			recipes[b.heading] = append(recipes[b.heading], all...)
		}
	}
	if len(recipes) != len(watched) {
		t.Errorf("%d recipes send something, and %d are watched", len(recipes), len(watched))
	}
	for _, w := range watched {
		t.Run(w.heading, func(t *testing.T) {
			if !strings.Contains(section(t, w.heading), w.promise) {
				t.Errorf("the page does not promise %q", w.promise)
			}
			synctest.Test(t, func(t *testing.T) {
				list := []kit.App{clock.App, countdown.App, until.App, data.App}
				env := kit.Env{Size: image.Pt(37, 8), Fonts: apptest.SmallFonts(t), Icons: apptest.BlankIcons{},
					Zone: device.NewZone(time.UTC)}
				apptest.LiveOn(t, env, device.Fresh(), list, func(h *apptest.Home) { play(t, h, w.steps, recipes[w.heading]) })
			})
		})
	}
}

// section returns the words below a heading, with single blanks.
func section(t *testing.T, heading string) string {
	t.Helper()
	_, below, _ := strings.Cut(guide(t), "\n## "+heading+"\n")
	text, _, _ := strings.Cut(below, "\n## ")
	return strings.Join(strings.Fields(text), " ")
}

// play runs the steps on the device; all requests of the recipe have to be sent.
func play(t *testing.T, h *apptest.Home, steps []step, left []request) {
	t.Helper()
	began := time.Now()
	for _, s := range steps {
		switch s.verb {
		case "send":
			if len(left) == 0 {
				t.Fatal("the recipe has fewer requests")
			}
			must.Do(t, left[0].send(t, h))
			left = left[1:]
		case "add":
			_, err := h.AddWidget(t.Context(), data.Package, json.RawMessage(`{}`))
			must.Do(t, err)
		default:
			time.Sleep(s.at - time.Since(began))
			synctest.Wait()
			if seen := sight(t, h); seen != s.seen {
				t.Errorf("after %v the panel shows %q, want %q", s.at, seen, s.seen)
			}
		}
	}
	if len(left) > 0 {
		t.Errorf("nobody sends %v", left)
	}
}

// send gives the request to the device, as the way in of its address does.
func (r request) send(t *testing.T, h *apptest.Home) (err error) {
	t.Helper()
	ctx, body := t.Context(), []byte(r.body)
	switch path := strings.Split(r.to, "/"); {
	case strings.HasSuffix(r.to, "/notifications"), strings.HasSuffix(r.to, "/cmd/notify"):
		var n note.Notification
		if n, err = wire.ParseNotification(body); err == nil {
			_, err = h.Notify(ctx, n, "")
		}
	case strings.HasSuffix(r.to, "/indicators"):
		_, err = wire.PutIndicators(ctx, h.Device, body)
	case strings.HasSuffix(r.to, "/mood"):
		_, err = wire.PutMood(ctx, h.Device, body)
	case strings.HasSuffix(r.to, "/night"):
		_, err = wire.PutNight(ctx, h.Device, body)
	case r.to == "/live/apps":
		var added struct {
			Package  string          `json:"package"`
			Settings json.RawMessage `json:"settings"`
		}
		must.Do(t, json.Unmarshal(body, &added))
		_, err = h.AddWidget(ctx, added.Package, added.Settings)
	case strings.Contains(r.to, "/push/"), strings.Contains(r.to, "/widget/update/"):
		var frames []note.Frame
		if frames, err = wire.ParseFrames(body); err == nil {
			err = h.Push(ctx, data.Package, "", frames)
		}
	case strings.HasSuffix(r.to, "/actions"):
		err = act(t, h, path[slices.Index(path, "apps")+1], body)
	default:
		t.Fatalf("nobody knows the way to %s", r.to)
	}
	synctest.Wait()
	return err
}

// act runs an action of the first widget of a package.
func act(t *testing.T, h *apptest.Home, pkg string, body []byte) error {
	t.Helper()
	var a struct {
		ID     string      `json:"id"`
		Params device.Args `json:"params"`
	}
	must.Do(t, json.Unmarshal(body, &a))
	for name, v := range a.Params {
		if n, ok := v.(float64); ok {
			a.Params[name] = int(n)
		}
	}
	list := must.Get(h.Apps(t.Context()))(t)
	i := slices.IndexFunc(list, func(w device.WidgetSettings) bool { return w.Package == pkg })
	if i < 0 {
		t.Fatalf("no widget of %s", pkg)
	}
	return h.Do(t.Context(), pkg, list[i].ID, a.ID, a.Params, true)
}

// sight names what the panel shows, with the lights over it.
func sight(t *testing.T, h *apptest.Home) string {
	t.Helper()
	status := h.Status()
	name := status.Showing.Package[strings.LastIndexByte(status.Showing.Package, '.')+1:]
	switch status.Showing.Kind {
	case device.NotificationShows:
		name = "message"
	case device.MoodShows:
		name = "mood"
	case device.ScreensaverShows:
		name = "saver"
	}
	for _, i := range must.Get(h.Indicators(t.Context()))(t) {
		if i != (note.Indicator{}) {
			name += ", indicator"
		}
	}
	if must.Get(h.Night(t.Context()))(t).Active {
		name += ", night"
	}
	return name
}
