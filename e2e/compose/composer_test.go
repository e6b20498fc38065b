// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// body is what the form would send.
func body(t *testing.T, p *browser.Page) (b map[string]any) {
	t.Helper()
	p.Press("Copy as…")
	p.Press("MQTT")
	p.Field("Text to copy").Holds("mosquitto_pub*")
	text := p.Field("Text to copy").Value()
	p.Press("Close")
	_, payload, _ := strings.Cut(text, "-m '")
	payload = strings.ReplaceAll(strings.TrimSuffix(payload, "'"), `'\''`, "'")
	if err := json.Unmarshal([]byte(payload), &b); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return b
}

// frame is the first one of what the form would send.
func frame(t *testing.T, p *browser.Page) map[string]any {
	t.Helper()
	return body(t, p)["model"].(map[string]any)["frames"].([]any)[0].(map[string]any)
}

// redrawn waits until the sketch is another after act.
func redrawn(t *testing.T, p *browser.Page, act func()) {
	t.Helper()
	src := func() string { return p.CSS("#sketch img").Attribute("src") }
	before := src()
	act()
	eventually.True(t, "the sketch is drawn again", func() bool { return src() != before })
}

// TestComposerSketch: what is typed is drawn by the device, and nothing is queued;
// what is wrong stands beside its field; parts have colours of their own.
func TestComposerSketch(t *testing.T) {
	p, r := opened(t, 1100, 900)
	p.Expect(browser.ValueIsBad + `.*/live/preview`)
	text, effect := p.CSS("#text"), p.Field("Effect of the selected part")
	text.Write("hot 21")
	p.Sketched()
	if size := p.CSS("#sketch img").Picture().Bounds().Size(); size.X != 37 || size.Y != 8 {
		t.Errorf("the sketch has %v pixels", size)
	}
	if q := r.Queue(); len(q) != 0 {
		t.Errorf("the preview is queued: %+v", q)
	}
	p.Press("Effects, background, duration")
	text.Select(0, 3)
	redrawn(t, p, func() { p.Press("#FF0000") })
	text.Select(6, 6)
	p.Key("°") // what is added has no colour
	p.Shoot("composer.png")
	plain := []any{map[string]any{"t": "hot", "c": "#FF0000"}, map[string]any{"t": " 21°"}}
	if got := frame(t, p)["text"]; !reflect.DeepEqual(got, plain) {
		t.Errorf("the text is %v, want %v", got, plain)
	}
	redrawn(t, p, func() {
		text.Select(0, 3)
		effect.Pick("Blink")
		text.Select(4, 7)
		effect.Pick("Palette")
		p.CSS("#colors input").Shows()
	})
	want := []any{
		map[string]any{"t": "hot", "c": "#FF0000", "effect": "blink"}, map[string]any{"t": " "},
		map[string]any{"t": "21°", "effect": "palette"},
	}
	if got := frame(t, p); !reflect.DeepEqual(got["text"], want) || got["colors"] == nil {
		t.Errorf("with effects of parts the frame is %v, want the text %v and colours", got, want)
	}
	p.CSS("#text-note.fault").Gone()
	for _, part := range [][2]int{{0, 3}, {7, 7}} {
		text.Select(part[0], part[1])
		effect.Pick("As the whole text")
	}
	if got := frame(t, p)["text"]; !reflect.DeepEqual(got, plain) {
		t.Errorf("without effects of parts the text is %v", got)
	}
	p.Choose("Effect of the text", "Gradient")
	p.Press("Add a colour")
	p.Choose("Background", "Plasma")
	p.Choose("Overlay", "Snow")
	p.Type("Progress bar, 0 to 100", "70")
	p.Type("Duration of the frame, m:ss", "4.5")
	p.Press("How it is shown")
	p.Type("Longest wait, m:ss", "60")
	b, f := body(t, p), frame(t, p)
	for key, want := range map[string]any{
		"effect": "gradient", "background": "plasma", "overlay": "snow", "progress": 70.0, "duration": 4500.0,
	} {
		if f[key] != want {
			t.Errorf("%s is %v, want %v", key, f[key], want)
		}
	}
	if b["lifetime"] != 60000.0 || len(f["colors"].([]any)) != 3 {
		t.Errorf("%v", b)
	}
	p.Sketched()
	p.Type("Progress bar, 0 to 100", "900")
	p.CSS("#effect-note").Sees("900")
	p.Type("Progress bar, 0 to 100", "")
	p.Hidden("#effect-note").Reads("")
	kind := p.Within("Kind")
	kind.Press("Chart")
	p.Type("Values", "1, two")
	p.CSS("#chart-note.fault").Shows()
	p.Type("Values", "1, 2, 5")
	p.CSS("#chart-note.fault").Gone()
	p.Sketched()
	kind.Press("Goal")
	p.Type("From", "nothing")
	p.CSS("#goal-note.fault").Shows()
	p.Press("Clear")
	p.CSS("#sketch[data-empty]").Shows()
}

// TestComposerFrames: several, ordered by the keyboard, by dragging and by buttons.
func TestComposerFrames(t *testing.T) {
	p, r := opened(t, 1100, 900)
	p.Expect(browser.ValueIsBad + `.*/live/preview`)
	frames, text := p.Within("Frames"), p.CSS("#text")
	order := func(want ...string) {
		t.Helper()
		for i, word := range want {
			frames.CSS("button").Nth(i + 1).Reads(fmt.Sprintf("%d. %s", i+1, word))
		}
		frames.CSS("button").Counts(len(want))
	}
	for i, word := range []string{"one", "two", "three"} {
		if i > 0 {
			p.Press("Add a frame")
		}
		text.Write(word)
	}
	order("one", "two", "three")
	p.Shoot("composer-frames.png")
	frames.Press("3. three")
	p.Key(kb.ArrowLeft)
	text.Holds("two")
	frames.Focused().Reads("2. two")
	p.Key(kb.ArrowLeft, chromedp.ModifierShift)
	order("two", "one", "three")
	frames.Focused().Reads("1. two")
	p.Press("Move the frame later")
	order("one", "two", "three")
	frames.CSS("li").Nth(1).Drag(frames.CSS("li").Nth(3))
	order("two", "three", "one")
	frames.Press("2. three")
	p.Press("Duplicate")
	order("two", "three", "three", "one")
	p.Press("Remove frame")
	order("two", "three", "one")

	// What is wrong with a frame that is not shown names it.
	p.Press("Effects, background, duration")
	frames.Press("1. two")
	p.Type("Progress bar, 0 to 100", "900")
	frames.Press("2. three")
	p.CSS("#send .rest").Reads("frame 1, progress: *")
	frames.Press("1. two")
	p.Type("Progress bar, 0 to 100", "")
	p.Press("How it is shown")
	p.Tick("until dismissed", true)
	p.Press("Show it")
	eventually.True(t, "it is queued with all frames in order", func() bool {
		q := r.Queue()
		return len(q) == 1 && fmt.Sprint(q[0].Model.Frames) == "[map[text:two] map[text:three] map[text:one]]"
	})
}

// hard is a text that every form of copy must quote.
const hard = `it's 5" & $HOME \ <é> %`

// TestComposerCopies: what is copied does what the page would do.
func TestComposerCopies(t *testing.T) {
	p, r := opened(t, 1100, 900)
	home := browser.Home(t, r)
	p.CSS("#text").Write(hard)
	p.Press("How it is shown")
	p.Tick("until dismissed", true)
	p.Press("Warning")
	p.Press("Copy as…")
	as := func(form, begins string) string {
		t.Helper()
		p.Press(form)
		p.Field("Text to copy").Holds(begins + "*")
		p.Shoot("copy-" + form + ".png")
		return p.Field("Text to copy").Value()
	}
	arrives := func(how string) {
		t.Helper()
		eventually.True(t, how+" sends it", func() bool {
			q := r.Queue()
			return len(q) == 1 && q[0].Model.Frames[0]["text"] == hard && q[0].Priority == "warning"
		})
		r.Call("DELETE", "/api/v2/device/notifications", "", nil)
	}
	post := func(how, payload string) {
		t.Helper()
		r.Call("POST", "/api/v2/device/notifications", payload, nil)
		arrives(how)
	}

	as("curl", "curl -u 'dev:API_KEY'")
	p.Press("Put in a key that may only send")
	p.Sees("The key curl is in the text")
	if _, keys := r.Ask("GET", "/live/keys", ""); !strings.Contains(string(keys), `{"name":"curl","scope":"send"}`) {
		t.Errorf("keys: %s", keys)
	}
	p.Press("Close")
	p.Reload()
	p.Live()
	p.CSS("#text").Write(hard)
	p.Press("How it is shown")
	p.Tick("until dismissed", true)
	p.Press("Warning")
	p.Press("Copy as…")
	p.Sees("The key curl is in the text") // and no further one is made
	curl := as("curl", "curl -u")
	if _, err := exec.LookPath("curl"); err == nil {
		out, err := exec.Command("sh", "-c", curl).CombinedOutput()
		if err != nil || !strings.Contains(string(out), `"success"`) {
			t.Fatalf("%s\n%v %s", curl, err, out)
		}
		arrives("curl")
	}

	r.Call("DELETE", "/live/keys/curl", "", nil)
	p.Press("Close")
	p.Press("Copy as…")
	as("curl", "curl -u 'dev:API_KEY'")
	yaml := as("Home Assistant", "*rest_command:")
	payload := regexp.MustCompile(`(?m)^    payload: '(.*)'$`).FindStringSubmatch(yaml)
	if payload == nil || !strings.Contains(yaml, "password: 'API_KEY'") ||
		!strings.Contains(yaml, "url: '"+home+"/api/v2/device/notifications'") {
		t.Fatalf("%s", yaml)
	}
	post("Home Assistant", strings.ReplaceAll(payload[1], "''", "'"))

	var flow []struct {
		ID, Type, Method, URL string
		Wires                 [][]string
		Rules                 []struct{ P, To, Tot string }
	}
	must.Do(t, json.Unmarshal([]byte(as("Node-RED", `*"inject"`)), &flow))
	if len(flow) != 4 || flow[0].Wires[0][0] != flow[1].ID || flow[1].Wires[0][0] != flow[2].ID ||
		flow[2].Method != "POST" || flow[2].URL != home+"/api/v2/device/notifications" ||
		!strings.Contains(flow[1].Rules[1].To, "Basic ") {
		t.Errorf("the flow is %+v", flow)
	}
	post("Node-RED", flow[1].Rules[0].To)

	mqtt := as("MQTT", "mosquitto_pub")
	var device struct {
		Serial string `json:"serial_number"`
	}
	r.Call("GET", "/api/v2/device", "", &device)
	out, err := exec.Command("sh", "-c", "mosquitto_pub() { printf '%s\\n' \"$@\"; }; "+mqtt).CombinedOutput()
	args := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(args) != 6 || args[3] != "ledpost/"+device.Serial+"/cmd/notify" {
		t.Fatalf("%v %q", err, args)
	}
	post("MQTT", args[5])

	// Over plain HTTP there is no clipboard for scripts: what is selected is copied.
	p.NoClipboard()
	p.Press("Copy")
	p.Copied("mosquitto_pub*")
	p.Toast("Copied")
}

// TestConversation: the page shows each sent message with its picture and its outcome, also after it was closed. One
// can send a message again, keep, dismiss and remove it, and a broken store does no harm.
func TestConversation(t *testing.T) {
	p, r := opened(t, 1100, 900)
	bubbles := p.CSS("#talk > li")
	stays := func(text string) {
		t.Helper()
		p.Tick("until dismissed", true)
		p.Type("Text", text)
		p.Key(kb.Enter)
		p.Field("Text").Holds("")
	}
	p.Press("How it is shown")
	stays("tea is ready")
	p.SignIn(r)
	p.Open("Send")
	latest := bubbles.Nth(1)
	latest.Sees("tea is ready", "visible now")
	latest.CSS("img").Drawn(1)
	latest.Press("tea is ready *")
	latest.Press("Keep tea is ready as favourite")
	latest.Press("Send tea is ready again")
	eventually.True(t, "it is sent again", func() bool { return len(r.Queue()) == 2 })
	bubbles.Nth(2).Sees("waiting")
	latest.Press("Dismiss tea is ready")
	latest.Sees("dismissed")
	p.CSS("#toasts").Press("Undo")
	latest.Sees("waiting")
	bubbles.Nth(2).Sees("visible now")
	p.Shoot("talk.png")
	latest.Press("Edit tea is ready")
	p.Field("Text").Holds("tea is ready")
	p.Hidden("#send [name=stays]").Is(":checked")
	latest.Press("Remove tea is ready")
	bubbles.Counts(1)
	p.CSS("#toasts").Press("Undo")
	bubbles.Counts(2)
	p.Press("How it is shown")
	for i := range 19 {
		stays("tea is ready" + strings.Repeat("!", i))
	}
	bubbles.Counts(3)
	bubbles.Nth(3).Sees("tea is ready"+strings.Repeat("!", 18), "waiting")
	p.Press("17 earlier messages")
	bubbles.Counts(20)
	p.Press("Favourites…")
	p.CSS("#history-liked li").Counts(1)
	p.Shoot("history.png")
	p.Press("Close")
	p.Expect(browser.ValueIsBad + `.*/live/preview`) // the device refuses the picture of a favourite that is no message
	for i, rubbish := range []string{
		`{`, `[]`, `null`, `7`, `{"sent":{},"liked":7}`, `{"sent":[null,1,"x",{},{"model":7},{"model":{"frames":"x"}},
			{"model":{"frames":[null,{"text":{"t":1}},{"chartData":"x","goalData":7}],"sound":{"id":{}}}}]}`,
	} {
		p.Remember("ledpost.sent", rubbish)
		p.SignIn(r)
		p.Open("Send")
		p.Type("Text", fmt.Sprintf("after %d", i))
		p.Press("Show it")
		p.Toast("Sent")
		p.CSS("#talk > li:last-child .said").Reads(fmt.Sprintf("after %d", i))
	}
}

// TestConversationTellsOfIcons: of a message whose icon was no icon the conversation still says so when it has ended.
func TestConversationTellsOfIcons(t *testing.T) {
	p, r := opened(t, 1100, 900)
	p.Expect(browser.IsMissing + `.*/live/icons/nosuch`)
	p.Remember("ledpost.sent", `{"sent":[{"model":{"frames":[{"text":"tea","icon":"nosuch"},{"icon":"12 34"}]}}]}`)
	p.SignIn(r)
	p.Open("Send")
	first := p.CSS("#talk > li").Nth(1)
	first.Press("tea · 12 34*")
	first.Press("Edit tea · 12 34")
	p.Press("Show it")
	p.Toast("Sent")
	r.Call("DELETE", "/api/v2/device/notifications", "", nil)
	p.CSS("#talk > li").Nth(2).CSS(".state").Reads(`dismissed; a ? for its icon: there is no icon "nosuch"; ` +
		`"12 34" is no icon: want a number, i123, a123, a name or a data URI · *`)
}
