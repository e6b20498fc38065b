// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// stop is a dialog or a view of the page: how one gets there, and back.
type stop struct {
	name        string
	there, back []Step
}

// dialog is one that a click opens; ready is its content.
func dialog(id, opener, ready string) stop {
	return stop{
		id,
		[]Step{Click(opener), Until(`document.getElementById('` + id + `').open`), Until(ready)},
		[]Step{JS(`document.getElementById('` + id + `').close()`)},
	}
}

const loaded = `[...document.querySelectorAll('#icons .pick img')].filter((i) => i.naturalWidth > 0).length > 100`

// stops are all that one can get to on a page that has the key.
var stops = []stop{
	{"now", []Step{Until(`document.getElementById('well').dataset.level !== undefined && !document.getElementById('waits').hidden`)}, nil},
	{"apps", []Step{Place("apps"), Until(`[...document.querySelectorAll('#apps img')].filter((i) => i.naturalWidth > 0).length > 2`)}, nil},
	{"look", []Step{Place("look"), Until(`document.getElementById('saver-preview').naturalWidth > 0 && document.querySelector('#night-ring .end') !== null`)}, nil},
	{"send", []Step{Place("send"), Until(`document.querySelectorAll('#queue .mend').length > 0 && (innerWidth < 896 || document.querySelectorAll('#ideas-list li').length > 3)`)}, nil},
	{"composer", []Step{
		Fill("text", "First of them"), Click("#frame-add"), Fill("text", "warm and cold"),
		JS(`document.querySelector('#send .extra').open = true; document.getElementById('text').setSelectionRange(0, 4)`), Click(`#swatches [title="#FF8000"]`),
		Fill("effect", "gradient"), Fill("background", "plasma"), Fill("progress", "40"), Until(Sketched), Until(`document.querySelectorAll('#frames li').length === 2`), Click("#like"),
	}, nil},
	dialog("history", "#history-open", `document.querySelector('#history-liked li') !== null`),
	dialog("copy", "#copy-open", `document.getElementById('copy-text').value !== ''`),
	dialog("picker", "#icon", loaded),
	{"editor", []Step{
		Click("#icon"), Until(loaded), Click("#icon-new"), chromedp.WaitVisible("#editor"), Until(Focus("#pixels")), chromedp.KeyEvent(" "),
		Click("#editor-copy"), Until(`document.querySelectorAll('#editor-frames li').length === 2`),
	}, []Step{JS(`document.getElementById('editor').close(); document.getElementById('picker').close()`)}},
	dialog("pictures", `#settings [name=overlay] ~ button, .pictured:has([name=overlay]) > button`, `[...document.querySelectorAll('#pictures-list img')].filter((i) => i.naturalWidth > 0).length > 3`),
	dialog("plan", "#plan-open", `document.querySelectorAll('.block').length > 1`),
	dialog("app", "#apps .thumb", `document.getElementById('app-fields').childElementCount > 0`),
	dialog("gallery", "#app-add", `[...document.querySelectorAll('#gallery-list img')].filter((i) => i.naturalWidth > 0).length > 11`),
	{"scene", []Step{Click("#scene-open"), Until(`document.getElementById('scene-file').onchange !== null`), JS(`{const d = new DataTransfer(), f = document.getElementById('scene-file');
		d.items.add(new File(['{"scene":1,"look":{"background":"plasma"},"apps":[{"package":"com.ledpost.date","title":"Today"}]}'], 'other.scene.json'));
		f.files = d.files; f.dispatchEvent(new Event('change'))}`),
		Until(`document.getElementById('scene').open && document.getElementById('scene-picture').naturalWidth > 0`)}, []Step{Click("#scene-close")}},
	{"device", func() (open []Step) {
		for _, v := range []string{"light", "clients", "network", "metrics", "doctor", "log", "keys"} {
			open = append(open, View(v), Until(`document.querySelector('[data-view=`+v+`] > div').childElementCount > 0`))
		}
		return append(open, Until(`document.querySelector('.log li') !== null && document.querySelector('.charts figure') !== null && document.querySelector('[data-view=doctor] [data-level]') !== null`))
	}(), []Step{JS(`for (const v of document.querySelectorAll('[data-view]')) v.open = false`)}},
	dialog("health", "#health-link", `document.getElementById('health-parts').childElementCount > 0`),
	dialog("backup", "#backup-open", `true`),
	{"full", []Step{Click("#full"), Until(`document.querySelector('.stage').classList.contains('full')`)},
		[]Step{JS(`document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))`), Until(`!document.querySelector('.stage').classList.contains('full')`)}},
	{"setup", []Step{HasPanel(), Click("#setup-open"), chromedp.WaitVisible(".kind-of")}, nil},
	{"setup-size", []Step{Pick("hub75"), Until(`document.querySelector('#setup-body [name=rows]') !== null`), Enter("rows", "16"), Enter("cols", "32")}, nil},
	{"setup-corners", []Step{Click("#setup-body button.wide"), Until(`document.querySelector('#setup-body [value=top-left]') !== null`)}, nil},
	{"setup-colours", []Step{
		JS(`globalThis.lead = document.getElementById('setup-lead').textContent`), Pick("top-left"), Until(`document.getElementById('setup-lead').textContent !== lead`),
		Pick("top-right"), Until(`document.querySelector('#setup-body [value=RGB]') !== null`)}, nil},
	{"setup-rows", []Step{Pick("RGB"), Until(`document.querySelector('#setup-body [name=rows]') !== null`), Enter("rows", "16")}, nil},
	{"setup-device", []Step{Click("#setup-body button.wide"), Until(`document.querySelector('#setup-body [name=zone]') !== null`)}, nil},
	{"setup-rest", []Step{Click("#setup-body button.wide"), Until(`document.querySelector('#setup-body [name=left]') !== null`)}, []Step{JS(`document.getElementById('setup').close()`)}},
}

// Visited is a device with something at each of the stops.
func Visited(t *testing.T) *rig.Device {
	t.Helper()
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t), "--config", os.DevNull)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	r.Call("PUT", "/api/v2/device", `{"mode":"kiosk"}`, nil)
	for _, body := range []string{
		`{"priority":"critical","model":{"cycles":0,"frames":[{"icon":2867,"text":"Door open","effect":"rainbow"}]}}`,
		`{"priority":"warning","lifetime":3600000,"model":{"frames":[{"icon":"weather-rain","text":"Rain at four, take the washing in"}]}}`,
		`{"lifetime":3600000,"model":{"frames":[{"goalData":{"start":0,"current":7,"end":10,"unit":"km"}}]}}`,
	} {
		r.Call("POST", "/api/v2/device/notifications", body, nil)
	}
	var all []Listed
	r.Call("GET", "/live/apps", "", &all)
	r.Call("PUT", "/live/schedule", fmt.Sprintf(`[{"days":["mon","tue","wed"],"from":"07:00","to":"09:00","widget":%q},{"days":["sat"],"from":"22:00","to":"06:00","widget":%q}]`, all[0].Widget, all[1].Widget), nil)
	return r
}

// Tour opens the page and calls at for each stop, with its name, the login first.
func Tour(t *testing.T, ctx context.Context, r *rig.Device, width int64, at func(name string)) {
	t.Helper()
	visit(t, ctx, r, width, stops, at)
}

// visit opens the page, logs in, and goes from stop to stop.
func visit(t *testing.T, ctx context.Context, r *rig.Device, width int64, stops []stop, at func(name string)) {
	t.Helper()
	here := "login"
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the tour ended at %s", here)
		}
	})
	Expect(ctx, IsAway) // during the set-up, which tries a panel that is not there
	Expect(ctx, FailsItsCheck)
	Do(t, ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(Home(t, r)+"/"), JS(`localStorage.removeItem('ledpost.key')`), chromedp.Navigate(Home(t, r)+"/"), chromedp.WaitVisible("#key"))
	at(here)
	Do(t, ctx, chromedp.SendKeys("#key", r.Key+"\r"), chromedp.WaitVisible("#panel"), Until(`document.getElementById('link').dataset.state === 'live'`))
	for _, s := range stops {
		here = s.name
		Do(t, ctx, s.there...)
		at(here)
		Do(t, ctx, s.back...)
	}
}
