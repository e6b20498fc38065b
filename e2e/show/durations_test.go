// SPDX-License-Identifier: Apache-2.0

package show

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageDurations: the forms of apps take durations as people write them, and the hours
// of a clock are a choice; the device keeps numbers.
func TestPageDurations(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 900)
	timer := app(p, "Countdown")
	timer.Press("More settings")
	for _, c := range []struct{ typed, shown, note string }{
		{"1:75", "1:75", "Write minutes"},
		{"0:00", "0:00", "from 0:01 to 99:59:59, please"},
		{"soon", "soon", "Write minutes"},
		{"2", "2:00", "Minutes:seconds"},
		{"61:05", "1:01:05", "Minutes:seconds"},
		{"1:02:03", "1:02:03", "Minutes:seconds"},
	} {
		timer.Set("Duration", c.typed)
		timer.Field("Duration").Holds(c.shown)
		p.CSS("#app-fields details .setting:has(.note)").Nth(1).Sees(c.note)
	}
	p.Shoot("duration.png")
	saves(timer)
	eventually.True(t, "seconds are kept", func() bool {
		return settings(r, "com.lametric.countdown") == `{"duration":3723}`
	})
	app(p, "Countdown").Press("More settings")
	timer.Field("Duration").Holds("1:02:03")
	timer.Press("Cancel")

	clock := app(p, "Clock")
	clock.Press("More settings")
	if got := clock.Field("Hours").Options(); !slices.Equal(got, []string{"Default", "12 hours", "24 hours"}) {
		t.Errorf("the hours are %q", got)
	}
	clock.Choose("Hours", "12 hours")
	saves(clock)
	eventually.True(t, "12 hours are kept", func() bool {
		return strings.Contains(settings(r, "com.lametric.clock"), `"hours":12`)
	})
}

// TestPageTurns: an app's turn and the times of a message are minutes:seconds too, where one
// number is of seconds; a tile tells what its app says, or else how long its turn is.
func TestPageTurns(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 900)
	p.Expect(browser.ValueIsBad + `.*/(live/apps|live/preview|notifications)`)
	clock, turn, note := app(p, "Clock"), p.Field("Show for"), p.CSS("#seconds-note")
	unfolds(p)
	turn.Holds("0:20")
	turn.Put("1:60")
	clock.Press("Save")
	note.Is(".fault")
	turn.Put("2:00:00")
	clock.Press("Save")
	note.Reads("*want 0:01 to 1:00:00")
	turn.Put("90")
	turn.Holds("1:30")
	saves(clock)
	tile := p.CSS("#apps").Row("Clock").CSS("small")
	tile.Reads("1 min 30 sec")
	if got := browser.Find(apps(r), "com.lametric.clock").Seconds; got != 90 {
		t.Errorf("the turn is of %d s", got)
	}
	setClock(r, `{"alarms":[{"time":"07:45"}]}`)
	tile.Matches(`^0?7:45 AM to(day|morrow)$`)

	p.Open("Send")
	p.Type("Text", "tea")
	p.Press("Effects, background, duration")
	p.Press("How it is shown")
	frame, wait := p.Field("Duration of the frame, m:ss"), p.Field("Longest wait, m:ss")
	frame.Put("4.5")
	frame.Holds("0:04.5")
	wait.Put("90")
	wait.Holds("1:30")
	p.Press("Show it")
	p.Toast("Sent")
	eventually.True(t, "the device has the times", func() bool {
		q := r.Queue()
		return len(q) == 1 && q[0].Model.Frames[0]["duration"] == 4500.0
	})
	p.Type("Text", "tea")
	frame.Put("2:00")
	frame.Holds("1:00")
	wait.Put("9999:00:00")
	p.Press("Show it")
	p.Sees("want 0:00 to 8784:00:00")
	p.Shoot("turns.png")
}

// TestPageAlarms: an alarm is a line with its time and days and a switch of its own; its
// sound is chosen from a list, which has an address too.
func TestPageAlarms(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	setClock(r, `{"alarms":[{"time":"06:45","days":["mon","tue","wed","thu","fri"],"sound":"alarm3"},
		{"time":"09:00","days":["sat","sun"],"sound":"https://radio.test/wake.mp3"},
		{"time":"12:00","days":["mon","tue","wed","thu","fri","sat","sun"],"sound":"radio"}]}`)
	p.Reload()
	clock := app(p, "Clock")
	p.CSS("#app-fields .fold summary").Counts(3)
	lines := []string{"6:45 AM Mon–Fri", "9:00 AM Sat Sun", "12:00 PM every day"}
	if got := clock.CSS("#app-fields .fold summary").Texts(); !slices.Equal(got, lines) {
		t.Errorf("the alarms are %q", got)
	}
	sounds := p.Hidden("#app-fields .sounds select")
	for i, want := range []string{"Alarm 3", "A web address…", "Radio"} {
		sounds.Nth(i + 1).Chosen(want)
	}
	clock.CSS(".switched").Nth(1).CSS(":scope > .switch").Click()
	clock.CSS(".switched").Nth(1).Is(".off")
	p.Shoot("alarms.png")
	clock.Press("9:00 AM Sat Sun")
	sounds.Nth(2).Pick("As usual*")
	p.Hidden("#app-fields input[type=url]").Nth(2).Is("[hidden]")
	saves(clock)
	const want = `{"alarms":[{"days":["mon","tue","wed","thu","fri"],"enabled":false,"sound":"alarm3","time":"06:45"},` +
		`{"days":["sat","sun"],"time":"09:00"},` +
		`{"days":["mon","tue","wed","thu","fri","sat","sun"],"sound":"radio","time":"12:00"}]`
	if got := settings(r, "com.lametric.clock"); !strings.HasPrefix(got, want) {
		t.Errorf("the clock has %s", got)
	}
	// Backgrounds are pressed, and an icon is taken from the picker.
	effects := app(p, "Effects")
	effects.CSS(".ticks label").AtLeast(21)
	effects.Tick("Fire", true)
	saves(effects)
	if got := settings(r, "com.ledpost.effects"); got != `{"effects":["fire"]}` {
		t.Errorf("the effects are %s", got)
	}
	app(p, "My Data").CSS(".pictured button").Reads("Choose…")
}

// setClock gives the first clock its settings.
func setClock(r *rig.Device, settings string) {
	list := apps(r)
	items := make([]string, len(list))
	for i, w := range list {
		items[i] = fmt.Sprintf(`{"widget":%q}`, w.Widget)
		if w.Package == "com.lametric.clock" {
			items[i] = fmt.Sprintf(`{"widget":%q,"settings":%s}`, w.Widget, settings)
		}
	}
	r.Call("PUT", "/live/apps", "["+strings.Join(items, ",")+"]", nil)
}
