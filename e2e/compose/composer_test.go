// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"context"
	"fmt"
	"os/exec"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"encoding/json"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// body is what the form would send.
func body(t *testing.T, ctx context.Context) (b map[string]any) {
	t.Helper()
	do(t, ctx, click("#copy-open"), chromedp.WaitVisible("#copy"), click(`#copy [value=mqtt]`), until(`document.getElementById('copy-text').value.includes('mosquitto_pub')`))
	text := value[string](t, ctx, `document.getElementById('copy-text').value`)
	do(t, ctx, click("#copy-close"))
	_, payload, _ := strings.Cut(text, "-m '")
	payload = strings.ReplaceAll(strings.TrimSuffix(payload, "'"), `'\''`, "'")
	if err := json.Unmarshal([]byte(payload), &b); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return b
}

// TestComposerSketch: what is typed is drawn by the device, and nothing is queued;
// what is wrong stands beside its field; parts have colours of their own.
func TestComposerSketch(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, valueIsBad+`.*/live/preview`)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx,
		place("send"), chromedp.SendKeys("#text", "hot 21"), until(sketched),
		until(`document.querySelector('#sketch img').naturalWidth === 37 && document.querySelector('#sketch img').naturalHeight === 8`),
	)
	if q := r.Queue(); len(q) != 0 {
		t.Errorf("the preview is queued: %+v", q)
	}
	first := value[string](t, ctx, `document.querySelector('#sketch img').src`)
	do(t, ctx,
		click("#send .extra summary"),
		js(`document.getElementById('text').setSelectionRange(0, 3)`), click(`#swatches [title="#FF0000"]`),
		until(`document.querySelector('#sketch img').src !== `+fmt.Sprintf("%q", first)),
		js(`document.getElementById('text').setSelectionRange(6, 6)`), chromedp.SendKeys("#text", "°"), // what is added has no colour
	)
	shoot(t, ctx, "composer.png")
	want := []any{map[string]any{"t": "hot", "c": "#FF0000"}, map[string]any{"t": " 21°"}}
	if got := body(t, ctx)["model"].(map[string]any)["frames"].([]any)[0].(map[string]any)["text"]; !reflect.DeepEqual(got, want) {
		t.Errorf("the text is %v, want %v", got, want)
	}
	effect := func(name string) step {
		return js(fmt.Sprintf(`{const s = document.getElementById('part-effect'); s.value = %q; s.dispatchEvent(new Event('change', {bubbles: true}));}`, name))
	}
	first = value[string](t, ctx, `document.querySelector('#sketch img').src`)
	do(t, ctx,
		until(`document.querySelectorAll('#part-effect option').length > 4`),
		js(`document.getElementById('text').setSelectionRange(0, 3)`), effect("blink"),
		js(`document.getElementById('text').setSelectionRange(4, 7)`), effect("palette"), chromedp.WaitVisible("#colors input"),
		until(`document.querySelector('#sketch img').src !== `+fmt.Sprintf("%q", first)),
	)
	want = []any{map[string]any{"t": "hot", "c": "#FF0000", "effect": "blink"}, map[string]any{"t": " "}, map[string]any{"t": "21°", "effect": "palette"}}
	if got := body(t, ctx)["model"].(map[string]any)["frames"].([]any)[0].(map[string]any); !reflect.DeepEqual(got["text"], want) || got["colors"] == nil {
		t.Errorf("with effects of parts the frame is %v, want the text %v and colours", got, want)
	}
	do(t, ctx, until(`document.getElementById('text-note').classList.contains('fault') === false`),
		js(`document.getElementById('text').setSelectionRange(0, 3)`), effect("none"), js(`document.getElementById('text').setSelectionRange(7, 7)`), effect("none"))
	if got := body(t, ctx)["model"].(map[string]any)["frames"].([]any)[0].(map[string]any)["text"]; !reflect.DeepEqual(got, []any{map[string]any{"t": "hot", "c": "#FF0000"}, map[string]any{"t": " 21°"}}) {
		t.Errorf("without effects of parts the text is %v", got)
	}
	do(t, ctx,
		fill("effect", "gradient"), chromedp.WaitVisible("#colors input"), click("#color-more"),
		fill("background", "plasma"), fill("overlay", "snow"), fill("progress", "70"), fill("seconds", "4.5"), fill("lifetime", "60"),
	)
	b := body(t, ctx)
	frame := b["model"].(map[string]any)["frames"].([]any)[0].(map[string]any)
	for key, want := range map[string]any{"effect": "gradient", "background": "plasma", "overlay": "snow", "progress": 70.0, "duration": 4500.0} {
		if frame[key] != want {
			t.Errorf("%s is %v, want %v", key, frame[key], want)
		}
	}
	if b["lifetime"] != 60000.0 || len(frame["colors"].([]any)) != 3 {
		t.Errorf("%v", b)
	}
	do(t, ctx, until(sketched), fill("progress", "900"),
		until(`document.getElementById('effect-note').textContent.includes('900')`),
		fill("progress", ""), until(`document.getElementById('effect-note').textContent === ''`),
		click(`#send [value=chart]`), chromedp.SendKeys("#chart", "1, two"),
		until(`document.getElementById('chart-note').classList.contains('fault')`),
		fill("chart", "1, 2, 5"), until(`!document.getElementById('chart-note').classList.contains('fault')`), until(sketched),
		click(`#send [value=goal]`), fill("start", "nothing"), until(`document.getElementById('goal-note').classList.contains('fault')`),
		click("#afresh"), until(`document.getElementById('sketch').hasAttribute('data-empty')`),
	)
}

// TestComposerFrames: several, ordered by the keyboard, by dragging and by buttons.
func TestComposerFrames(t *testing.T) {
	ctx := browse(t, 1100, 900, darkScheme)
	expect(ctx, valueIsBad+`.*/live/preview`)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	order := func(want string) {
		t.Helper()
		do(t, ctx, until(fmt.Sprintf(`[...document.querySelectorAll('#frames button')].map((b) => b.textContent.slice(3)).join() === %q`, want)))
	}
	do(t, ctx,
		place("send"), chromedp.SendKeys("#text", "one"), click("#frame-add"), chromedp.SendKeys("#text", "two"),
		click("#frame-add"), chromedp.SendKeys("#text", "three"),
	)
	order("one,two,three")
	shoot(t, ctx, "composer-frames.png")
	do(t, ctx, click(`#frames li:nth-child(3) button`), chromedp.KeyEvent(kb.ArrowLeft),
		until(`document.getElementById('text').value === 'two' && document.activeElement.textContent === '2. two'`),
		chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(8)))
	order("two,one,three")
	do(t, ctx, until(`document.activeElement.textContent === '1. two'`), click("#frame-later"))
	order("one,two,three")

	drag := value[[]float64](t, ctx, `(() => {
		const [a, b] = [1, 3].map((n) => document.querySelector('#frames li:nth-child(' + n + ')'));
		a.scrollIntoView({block: 'center'});
		const [p, q] = [a, b].map((e) => e.getBoundingClientRect());
		return [p.x + 20, p.y + 10, q.x + q.width - 5, q.y + 10];
	})()`)
	do(t, ctx,
		chromedp.MouseEvent("mousePressed", drag[0], drag[1], chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent("mouseMoved", drag[0]+20, drag[1], chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseMoved", drag[2], drag[3], chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", drag[2], drag[3], chromedp.ButtonLeft, chromedp.ClickCount(1)),
	)
	order("two,three,one")
	do(t, ctx, click(`#frames li:nth-child(2) button`), click("#frame-copy"))
	order("two,three,three,one")
	do(t, ctx, click("#frame-remove"))
	order("two,three,one")

	// What is wrong with a frame that is not shown names it.
	do(t, ctx, click(`#frames li:nth-child(1) button`), fill("progress", "900"), click(`#frames li:nth-child(2) button`),
		until(`document.querySelector('#send .rest').textContent.startsWith('frame 1, progress: ')`),
		click(`#frames li:nth-child(1) button`), fill("progress", ""), click(`#send [name=stays]`), click("#send .wide"))
	eventually.True(t, "it is queued with all frames in order", func() bool {
		q := r.Queue()
		return len(q) == 1 && fmt.Sprint(q[0].Model.Frames) == "[map[text:two] map[text:three] map[text:one]]"
	})
}

// hard is a text that every form of copy must quote.
const hard = `it's 5" & $HOME \ <é> %`

// TestComposerCopies: what is copied does what the page would do.
func TestComposerCopies(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, js(fmt.Sprintf(`document.getElementById('text').value = %q`, hard)), js(`document.getElementById('text').dispatchEvent(new Event('input', {bubbles: true}))`),
		click(`#send [name=stays]`), click(`#send [value=warning]`), click("#copy-open"), chromedp.WaitVisible("#copy"))
	as := func(form, holds string) string {
		t.Helper()
		do(t, ctx, click(`#copy [value=`+form+`]`), until(fmt.Sprintf(`document.getElementById('copy-text').value.includes(%q)`, holds)))
		shoot(t, ctx, "copy-"+form+".png")
		return value[string](t, ctx, `document.getElementById('copy-text').value`)
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

	curl := as("curl", "curl -u")
	if _, err := exec.LookPath("curl"); err == nil {
		if out, err := exec.Command("sh", "-c", curl).CombinedOutput(); err != nil || !strings.Contains(string(out), `"success"`) {
			t.Fatalf("%s\n%v %s", curl, err, out)
		}
		arrives("curl")
	}
	do(t, ctx, click(`#copy [name=secret]`), until(`document.getElementById('copy-text').value.includes('dev:API_KEY')`), click(`#copy [name=secret]`))

	yaml := as("homeassistant", "rest_command:")
	payload := regexp.MustCompile(`(?m)^    payload: '(.*)'$`).FindStringSubmatch(yaml)
	if payload == nil || !strings.Contains(yaml, "password: '"+r.Key+"'") || !strings.Contains(yaml, "url: '"+home(t, r)+"/api/v2/device/notifications'") {
		t.Fatalf("%s", yaml)
	}
	post("Home Assistant", strings.ReplaceAll(payload[1], "''", "'"))

	var flow []struct {
		ID, Type, Method, URL string
		Wires                 [][]string
		Rules                 []struct{ P, To, Tot string }
	}
	if err := json.Unmarshal([]byte(as("nodered", `"inject"`)), &flow); err != nil {
		t.Fatal(err)
	}
	if len(flow) != 4 || flow[0].Wires[0][0] != flow[1].ID || flow[1].Wires[0][0] != flow[2].ID || flow[2].Method != "POST" || flow[2].URL != home(t, r)+"/api/v2/device/notifications" || !strings.Contains(flow[1].Rules[1].To, "Basic ") {
		t.Errorf("the flow is %+v", flow)
	}
	post("Node-RED", flow[1].Rules[0].To)

	mqtt := as("mqtt", "mosquitto_pub")
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
	do(t, ctx,
		js(`Object.defineProperty(navigator, 'clipboard', {value: undefined}); globalThis.copied = '';
			document.addEventListener('copy', () => { const a = document.activeElement; copied = a.value.slice(a.selectionStart, a.selectionEnd); });`),
		click("#copy-now"), until(`copied.startsWith('mosquitto_pub')`), until(toast("Copied")),
		click("#copy-close"))
}

// TestComposerHistory: what was sent can be sent again and kept, also after the page
// was closed, and rubbish in its place does no harm.
func TestComposerHistory(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	const first = `#history-sent li:first-child `
	do(t, ctx, click(`#send [name=stays]`), chromedp.SendKeys("#text", "tea is ready\r"), until(toast("Sent")),
		chromedp.Navigate(home(t, r)+"/"), until(live),
		click("#history-open"), chromedp.WaitVisible(first+"p"))
	if text := value[string](t, ctx, `document.querySelector('`+first+`p').textContent`); text != "tea is ready" {
		t.Errorf("it remembers %q", text)
	}
	do(t, ctx, click(first+"button:nth-of-type(3)"), chromedp.WaitVisible("#history-liked li"))
	shoot(t, ctx, "history.png")
	do(t, ctx, click(first+"button:nth-of-type(2)"))
	eventually.True(t, "it is sent again", func() bool { return len(r.Queue()) == 2 })
	do(t, ctx, click(first+"button:nth-of-type(1)"), until(`document.getElementById('text').value === 'tea is ready' && document.querySelector('#send [name=stays]').checked`))
	for range 25 {
		do(t, ctx, js(`document.getElementById('text').value += '!'; document.getElementById('text').dispatchEvent(new Event('input', {bubbles: true}))`))
		before := len(r.Queue())
		do(t, ctx, js(`document.getElementById('send').requestSubmit()`))
		eventually.True(t, "one more is queued", func() bool { return len(r.Queue()) > before })
	}
	do(t, ctx, until(`JSON.parse(localStorage.getItem('ledpost.sent')).sent.length === 20`))
	expect(ctx, valueIsBad+`.*/live/preview`) // the device refuses the preview of a template that is no message
	for _, rubbish := range []string{`{`, `[]`, `null`, `7`, `{"sent":{},"liked":7}`, `{"sent":[null,1,"x",{},{"model":7},{"model":{"frames":"x"}},{"model":{"frames":[null,{"text":{"t":1}},{"chartData":"x","goalData":7}],"sound":{"id":{}}}}]}`} {
		do(t, ctx, js(fmt.Sprintf(`localStorage.setItem('ledpost.sent', %q)`, rubbish)),
			chromedp.Navigate(home(t, r)+"/"), until(live), click("#history-open"), chromedp.WaitVisible("#history"), click("#history-close"),
			fill("text", "after "+rubbish[:1]), js(`document.getElementById('send').requestSubmit()`),
			until(`localStorage.getItem('ledpost.sent').includes('{"text":"after')`))
	}
}
