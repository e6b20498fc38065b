// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// TestConnected: what a broker keeps of a device, and its last word.
func TestConnected(t *testing.T) {
	h := newHub(t)
	t.Run("", func(t *testing.T) { // its cleanup ends the client
		c, dev, _ := newClient(t, Config{Broker: h.url, Discovery: "homeassistant"})
		h.await(t, prefix+"/availability", 0, holds("online"))
		until(t, "connection", func() bool { return c.Err() == nil })
		for topic, want := range map[string]string{
			"status": `"mode":"auto"`, "state/display": `"brightness"`, "state/audio": `"volume"`,
			"state/device": `"serial_number":"` + serial,
			"state/wifi":   `"ip":"192.168.1.9"`, "state/look": `"text_color"`, "state/sensors": `"app":"Clock"`,
		} {
			h.await(t, prefix+"/"+topic, 0, holds(want))
			if p, ok := h.Topics.Retained.Get(prefix + "/" + topic); !ok || !strings.Contains(string(p.Payload), want) {
				t.Errorf("%s is not kept by the broker", topic)
			}
		}
		seen := h.count(prefix + "/state/audio")
		must.Get(dev.SetVolume(t.Context(), 33))(t)
		h.await(t, prefix+"/state/audio", seen, holds(`"volume":33`))
		h.await(t, prefix+"/status", 0, holds(`"volume":33`))
		c.Button("left", "click")
		if got := h.await(t, prefix+"/event/button", 0, holds("")); got != `{"button":"left","event":"click",`+
			`"source":"button"}` {
			t.Errorf("the button says %s", got)
		}
		if _, kept := h.Topics.Retained.Get(prefix + "/event/button"); kept {
			t.Error("a press is kept: it would be pressed again for everyone who comes")
		}
		if n := c.Counts(); !n.Connected || n.Connects != 1 || n.Published < 9 {
			t.Errorf("counts %+v", n)
		}
	})
	h.await(t, prefix+"/availability", 1, holds("offline"))
}

// TestWill: the broker itself says that a device is gone, and it comes back.
func TestWill(t *testing.T) {
	h := newHub(t)
	c, _, _ := newClient(t, Config{Broker: h.url})
	h.await(t, prefix+"/availability", 0, holds("online"))
	until(t, "connection", func() bool { return c.Err() == nil })
	client, ok := h.Clients.Get("ledpost-" + serial)
	if !ok {
		t.Fatal("no such client")
	}
	if !client.Properties.Will.Retain {
		t.Error("who subscribes after the device has gone hears nothing of it")
	}
	must.Do(t, client.Net.Conn.Close()) // as a cut line
	h.await(t, prefix+"/availability", 1, holds("offline"))
	h.await(t, prefix+"/availability", 2, holds("online"))
	if h.count("homeassistant/device/ledpost_"+serial+"/config") != 0 {
		t.Error("announced to Home Assistant, which is off")
	}
}

// TestCommands: every command, what is told of it, and that one was obeyed.
func TestCommands(t *testing.T) {
	h := newHub(t)
	var obeyed atomic.Int32
	_, dev, pushed := newClient(t, Config{Broker: h.url, Groups: []string{"ground", "all"}}, func(c *Client) {
		c.OnObeyed(func() { obeyed.Add(1) })
	})
	h.await(t, prefix+"/availability", 0, holds("online"))
	frame := `{"frames":[{"text":"x"}]}`
	for _, row := range []struct{ name, topic, payload, want string }{
		{"text", "cmd/notify", "Washer done", `{"cmd":"notify","ok":true,"id":"1"}`},
		{"JSON", "cmd/notify", `{"correlation":"a7","model":` + frame + `}`,
			`{"cmd":"notify","ok":true,"id":"2","correlation":"a7"}`},
		{"a fault names its field", "cmd/notify", `{"correlation":7,"model":{"frames":[{"text":{}}]}}`,
			`{"cmd":"notify","ok":false,"errors":[{"message":"model.frames[0].text: an object, want a string"}],` +
				`"correlation":7}`},
		{"no JSON", "cmd/notify", `{"model":`,
			`{"cmd":"notify","ok":false,"errors":[{"message":"The body is not JSON: unexpected end of JSON input at ` +
				`offset 9"}]}`},
		{"nothing", "cmd/notify", "", `{"cmd":"notify","ok":false,"errors":[{"message":"text: is empty"}]}`},
		{"the visible one", "cmd/dismiss", "", `{"cmd":"dismiss","ok":true}`},
		{"an id", "cmd/dismiss", "2", `{"cmd":"dismiss","ok":true}`},
		{"no such id", "cmd/dismiss", "99", `{"cmd":"dismiss","ok":false,"errors":[{"message":"Notification not found"}]}`},
		{"all", "cmd/dismiss", "all", `{"cmd":"dismiss","ok":true}`},
		{"display", "cmd/display", `{"brightness":40,"brightness_mode":"manual"}`, `{"cmd":"display","ok":true}`},
		{"two faults", "cmd/display", `{"brightness":400,"on":"perhaps"}`,
			`{"cmd":"display","ok":false,"errors":[{"message":"on: \"perhaps\", want true or false"},` +
				`{"message":"brightness: 400`},
		{"audio", "cmd/audio", `{"volume":"12"}`, `{"cmd":"audio","ok":true}`},
		{"audio without a volume", "cmd/audio", `{}`,
			`{"cmd":"audio","ok":false,"errors":[{"message":"Missing required keys [volume]"}]}`},
		{"device", "cmd/device", `{"mode":"manual"}`, `{"cmd":"device","ok":true}`},
		{"no such mode", "cmd/device", `{"mode":"party"}`,
			`{"cmd":"device","ok":false,"errors":[{"message":"mode: \"party\" is not one of auto, manual, schedule, kiosk"}]}`},
		{"look", "cmd/look", `{"text_color":"#00FF00"}`, `{"cmd":"look","ok":true}`},
		{"the mood light", "cmd/mood", `{"kelvin":2700}`, `{"cmd":"mood","ok":true}`},
		{"its brightness alone", "cmd/mood", `{"brightness":30}`, `{"cmd":"mood","ok":true}`},
		{"its colour alone", "cmd/mood", `{"color":"#FF8000"}`, `{"cmd":"mood","ok":true}`},
		{"too hot a lamp", "cmd/mood", `{"kelvin":1}`,
			`{"cmd":"mood","ok":false,"errors":[{"message":"kelvin: 1, want 1667 to 25000"}]}`},
		{"an indicator", "cmd/indicators", `{"2":{}}`, `{"cmd":"indicators","ok":true}`},
		{"its effect alone", "cmd/indicators", `{"2":{"effect":"fade"}}`, `{"cmd":"indicators","ok":true}`},
		{"no such effect", "cmd/indicators", `{"2":{"effect":"x"}}`,
			`{"cmd":"indicators","ok":false,"errors":[{"message":"2.effect: \"x\" is not one of steady, blink, fade"}]}`},
		{"a sound", "cmd/playing", `{"title":"So What","duration":545}`, `{"cmd":"playing","ok":true}`},
		{"a sound without a title", "cmd/playing", `{}`,
			`{"cmd":"playing","ok":false,"errors":[{"message":"Missing required keys [title]"}]}`},
		{"a package", "cmd/app", "com.lametric.diy.devwidget", `{"cmd":"app","ok":true}`},
		{"a widget", "cmd/app", clockID, `{"cmd":"app","ok":true}`},
		{"a title", "cmd/app", "Data", `{"cmd":"app","ok":true}`},
		{"next", "cmd/app", "next", `{"cmd":"app","ok":true}`},
		{"prev", "cmd/app", "prev", `{"cmd":"app","ok":true}`},
		{"no such app", "cmd/app", "com.example", `{"cmd":"app","ok":false,"errors":[{"message":"Not found widget"}]}`},
		{"no app", "cmd/app", "",
			`{"cmd":"app","ok":false,"errors":[{"message":"app: is empty, want a package, a widget, next or prev"}]}`},
		{"push to a package", "cmd/push/com.lametric.diy.devwidget", frame,
			`{"cmd":"push/com.lametric.diy.devwidget","ok":true}`},
		{"push to a widget", "cmd/push/" + clockID, frame, `{"cmd":"push/` + clockID + `","ok":true}`},
		{"push of a page", "cmd/push/" + clockID, `{"regions":[{"id":"t","role":"value","text":"1"}]}`,
			`{"cmd":"push/` + clockID + `","ok":true}`},
		{"a change of that", "cmd/push/" + clockID, `{"regions":[{"id":"t","text":"2"}]}`, `{"cmd":"push/` + clockID + `","ok":true}`},
		{"a change of nothing that shows", "cmd/push/" + clockID, `{"regions":[{"id":"x","text":"2"}]}`,
			`{"cmd":"push/` + clockID + `","ok":false,"errors":[{"message":"regions[0].id: \"x\" is no region of the page, which has t"}]}`},
		{"an agent, without an app for it", "cmd/agent", `{"agent":"claude","state":"done"}`,
			`{"cmd":"agent","ok":false,"errors":[{"message":"Not found app"}]}`},
		{"push to nobody", "cmd/push/x", frame, `{"cmd":"push/x","ok":false,"errors":[{"message":"Not found widget"}]}`},
		{"push of nothing", "cmd/push/" + clockID, `{}`,
			`{"cmd":"push/` + clockID + `","ok":false,"errors":[{"message":"Missing required keys [frames]"}]}`},
		{"press", "cmd/press", "volume_up", `{"cmd":"press","ok":true}`},
		{"no such button", "cmd/press", "up",
			`{"cmd":"press","ok":false,"errors":[{"message":"press: \"up\" is not one of left, right, action, volume_up, ` +
				`volume_down"}]}`},
		{"no such command", "cmd/reboot", "", `{"cmd":"reboot","ok":false,"errors":[{"message":"No such command, want `},
		{"too long", "cmd/notify", strings.Repeat("x", 1<<20+1),
			`{"cmd":"notify","ok":false,"errors":[{"message":"The body is larger than 1024 KiB"}]}`},
	} {
		topic := prefix + "/" + row.topic
		seen := h.count(prefix + "/result")
		h.say(t, topic, row.payload)
		if got := h.await(t, prefix+"/result", seen, holds("")); !strings.HasPrefix(got, row.want) {
			t.Errorf("%s: %s\nwant %s", row.name, got, row.want)
		}
		if done := obeyed.Swap(0) == 1; done != strings.Contains(row.want, `"ok":true`) {
			t.Errorf("%s: obeyed: %v", row.name, done)
		}
	}
	if d, _ := dev.Display(t.Context()); d.Brightness != 40 || d.BrightnessMode != device.ManualBrightness || !d.On {
		t.Errorf("display %+v", d)
	}
	if p, _ := dev.Playing(t.Context()); p.Title != "So What" || p.Length != 545*time.Second {
		t.Errorf("playing %+v", p)
	}
	if l, _ := dev.Look(t.Context()); l.TextColor != (note.Color{G: 255, Set: true}) {
		t.Errorf("look %+v", l)
	}
	if m, _ := dev.Mood(t.Context()); m != (note.Mood{Color: note.Color{R: 255, G: 128, Set: true}, Brightness: 30}) {
		t.Errorf("mood light %+v", m)
	}
	red := note.Indicator{Color: note.Color{R: 255, Set: true}, Effect: note.IndicatorFade}
	if list, _ := dev.Indicators(t.Context()); list[1] != red || list[0].Color.Set {
		t.Errorf("indicators %+v", list)
	}
	h.await(t, prefix+"/state/mood", 0, holds(`"brightness":30`))
	h.await(t, prefix+"/state/indicators", 0, holds(`"effect":"fade"`))
	if a, _ := dev.Audio(t.Context()); a.Volume != 17 {
		t.Errorf("volume %d, want 12 and a step of 5", a.Volume)
	}
	if got := strings.Join(pushed.list(), " "); got != dataID+" "+clockID+" "+clockID+" changed to 2" {
		t.Errorf("pushed to %s", got)
	}
	seen := h.count(prefix + "/result")
	h.say(t, "ledpost/group/ground/cmd/audio", `{"volume":3}`)
	h.say(t, "ledpost/group/other/cmd/audio", `{"volume":99}`)
	h.say(t, "ledpost/group/all/cmd/device", `{"mode":"auto"}`)
	h.await(t, prefix+"/result", seen, holds(`"cmd":"device"`))
	if a, _ := dev.Audio(t.Context()); a.Volume != 3 || h.count(prefix+"/result") != seen+2 {
		t.Errorf("volume %d after the groups' commands, %d results", a.Volume, h.count(prefix+"/result")-seen)
	}
}

// TestAgentCommand: what an agent says reaches its app, and what is wrong with it is named.
func TestAgentCommand(t *testing.T) {
	h := newHub(t)
	dev, objects, told := newDevice(t, "com.ledpost.agents")
	c := New(Config{Broker: h.url}, dev, objects, About{Version: "1.2.3", Port: 8080}, silent)
	c.spread = 0
	start(t, func(ctx context.Context) { _ = c.Run(ctx) })
	h.await(t, prefix+"/availability", 0, holds("online"))
	for _, row := range []struct{ name, payload, want string }{
		{"a report", `{"agent":"claude","state":"waiting","task":"May I push?"}`, `{"cmd":"agent","ok":true}`},
		{"no state", `{"agent":"claude"}`, `{"cmd":"agent","ok":false,"errors":[{"message":"Missing required keys [state]"}]}`},
		{"a quota of words", `{"agent":"claude","state":"done","quota":"half"}`,
			`{"cmd":"agent","ok":false,"errors":[{"message":"quota: \"half\", want an integer"}]}`},
		{"no JSON", `{"agent":`, `{"cmd":"agent","ok":false,"errors":[{"message":"The body is not JSON`},
	} {
		seen := h.count(prefix + "/result")
		h.say(t, prefix+"/cmd/agent", row.payload)
		if got := h.await(t, prefix+"/result", seen, holds("")); !strings.HasPrefix(got, row.want) {
			t.Errorf("%s: %s\nwant %s", row.name, got, row.want)
		}
	}
	if got := strings.Join(told.list(), ", "); got != "claude, waiting, May I push?" {
		t.Errorf("the app was told %q", got)
	}
}

// TestDropped: a message that no body could be is left out before there is room
// made for it, and the next command's results tell.
func TestDropped(t *testing.T) {
	h := newHub(t)
	c, _, _ := newClient(t, Config{Broker: h.url})
	h.await(t, prefix+"/availability", 0, holds("online"))
	h.say(t, prefix+"/cmd/notify", strings.Repeat("x", 3<<20))
	until(t, "drop", func() bool { return c.Counts().Dropped == 1 })
	h.say(t, prefix+"/cmd/dismiss", "all")
	h.await(t, prefix+"/result", 0,
		holds(`{"cmd":"","ok":false,"errors":[{"message":"1 messages were dropped: at most 64 may wait, of 1024 `+
			`KiB each"}]}`))
	h.await(t, prefix+"/result", 0, holds(`{"cmd":"dismiss","ok":true}`))
}

// TestRetainedCommands are ignored: they would be done with every connection.
func TestRetainedCommands(t *testing.T) {
	h := newHub(t)
	must.Do(t, h.Publish(prefix+"/cmd/audio", []byte(`{"volume":1,"correlation":"old"}`), true, 1))
	_, dev, _ := newClient(t, Config{Broker: h.url})
	got := h.await(t, prefix+"/result", 0, holds(""))
	want := `{"cmd":"audio","ok":false,"errors":[{"message":"Retained commands are ignored: they would run again with ` +
		`every connection"}],"correlation":"old"}`
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if a, _ := dev.Audio(t.Context()); a.Volume == 1 {
		t.Error("it was done")
	}
}
