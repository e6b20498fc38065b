package looks

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
	there, back []step
}

// dialog is one that a click opens; ready is its content.
func dialog(id, opener, ready string) stop {
	return stop{
		id,
		[]step{click(opener), until(`document.getElementById('` + id + `').open`), until(ready)},
		[]step{js(`document.getElementById('` + id + `').close()`)},
	}
}

const loaded = `[...document.querySelectorAll('#icons .pick img')].filter((i) => i.naturalWidth > 0).length > 100`

// stops are all that one can get to on a page that has the key.
var stops = []stop{
	{"page", []step{until(`document.querySelectorAll('#queue .mend').length > 0 && [...document.querySelectorAll('#apps img')].some((i) => i.naturalWidth > 0)`)}, nil},
	{"composer", []step{
		fill("text", "First of them"), click("#frame-add"), fill("text", "warm and cold"),
		js(`document.querySelector('#send .extra').open = true; document.getElementById('text').setSelectionRange(0, 4)`), click(`#swatches [title="#FF8000"]`),
		fill("effect", "gradient"), fill("background", "plasma"), fill("progress", "40"), until(sketched), until(`document.querySelectorAll('#frames li').length === 2`), click("#like"),
	}, nil},
	dialog("history", "#history-open", `document.querySelector('#history-liked li') !== null`),
	dialog("copy", "#copy-open", `document.getElementById('copy-text').value !== ''`),
	dialog("picker", "#icon", loaded),
	{"editor", []step{
		click("#icon"), until(loaded), click("#icon-new"), chromedp.WaitVisible("#editor"), until(focus("#pixels")), chromedp.KeyEvent(" "),
		click("#editor-copy"), until(`document.querySelectorAll('#editor-frames li').length === 2`),
	}, []step{js(`document.getElementById('editor').close(); document.getElementById('picker').close()`)}},
	dialog("pictures", `#settings [name=overlay] ~ button, .pictured:has([name=overlay]) > button`, `[...document.querySelectorAll('#pictures-list img')].filter((i) => i.naturalWidth > 0).length > 3`),
	dialog("plan", "#plan-open", `document.querySelectorAll('.block').length > 1`),
	dialog("app", "#apps li > button:last-child", `document.getElementById('app-fields').childElementCount > 0`),
	{"device", func() (open []step) {
		for _, v := range []string{"light", "clients", "network", "metrics", "doctor", "log", "keys"} {
			open = append(open, view(v), until(`document.querySelector('[data-view=`+v+`] > div').childElementCount > 0`))
		}
		return append(open, until(`document.querySelector('.log li') !== null && document.querySelector('.charts figure') !== null && document.querySelector('[data-view=doctor] [data-level]') !== null`))
	}(), []step{js(`for (const v of document.querySelectorAll('[data-view]')) v.open = false`)}},
	dialog("health", "#health-link", `document.getElementById('health-parts').childElementCount > 0`),
	dialog("backup", "#backup-open", `true`),
	{"full", []step{click("#full"), until(`document.querySelector('.stage').classList.contains('full')`)},
		[]step{js(`document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))`), until(`!document.querySelector('.stage').classList.contains('full')`)}},
	{"setup", []step{click("#setup-open"), chromedp.WaitVisible(".kind-of")}, nil},
	{"setup-size", []step{pick("hub75"), until(`document.querySelector('#setup-body [name=rows]') !== null`), enter("rows", "16"), enter("cols", "32")}, nil},
	{"setup-corners", []step{click("#setup-body button.wide"), until(`document.querySelector('#setup-body [value=top-left]') !== null`)}, nil},
	{"setup-colours", []step{
		js(`globalThis.lead = document.getElementById('setup-lead').textContent`), pick("top-left"), until(`document.getElementById('setup-lead').textContent !== lead`),
		pick("top-right"), until(`document.querySelector('#setup-body [value=RGB]') !== null`)}, nil},
	{"setup-rows", []step{pick("RGB"), until(`document.querySelector('#setup-body [name=rows]') !== null`), enter("rows", "16")}, nil},
	{"setup-rest", []step{click("#setup-body button.wide"), until(`document.querySelector('#setup-body [name=zone]') !== null`)}, []step{js(`document.getElementById('setup').close()`)}},
}

// visited is a device with something at each of the stops.
func visited(t *testing.T) *rig.Device {
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
	var all []listed
	r.Call("GET", "/live/apps", "", &all)
	r.Call("PUT", "/live/schedule", fmt.Sprintf(`[{"days":["mon","tue","wed"],"from":"07:00","to":"09:00","widget":%q},{"days":["sat"],"from":"22:00","to":"06:00","widget":%q}]`, all[0].Widget, all[1].Widget), nil)
	return r
}

// tour opens the page and calls at for each stop, with its name, the login first.
func tour(t *testing.T, ctx context.Context, r *rig.Device, width int64, at func(name string)) {
	t.Helper()
	expect(ctx, isAway) // during the set-up, which tries a panel that is not there
	expect(ctx, failsItsCheck)
	do(t, ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(home(t, r)+"/"), js(`localStorage.removeItem('ledpost.key')`), chromedp.Navigate(home(t, r)+"/"), chromedp.WaitVisible("#key"))
	at("login")
	do(t, ctx, chromedp.SendKeys("#key", r.Key+"\r"), chromedp.WaitVisible("#panel"), until(`document.getElementById('link').dataset.state === 'live'`))
	for _, s := range stops {
		do(t, ctx, s.there...)
		at(s.name)
		do(t, ctx, s.back...)
	}
}
