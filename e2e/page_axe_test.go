package e2e

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// runAxe asks axe-core for what it finds wrong, as "rule: element" each, and leaves
// it in globalThis.axed.
const runAxe = `globalThis.axed = ''; axe.run().then(
	(r) => { axed = JSON.stringify(r.violations.flatMap((v) => v.nodes.map((n) => v.id + ': ' + n.html.slice(0, 120) + ' ' + n.failureSummary.replace(/\s+/g, ' ')))); },
	(e) => { axed = JSON.stringify([String(e)]); })`

// axe fails for each violation of the WCAG and of good practice on the page as it is.
func axe(t *testing.T, ctx context.Context, where string) {
	t.Helper()
	do(t, ctx, js(runAxe), until(`axed !== ''`))
	var found []string
	if err := json.Unmarshal([]byte(value[string](t, ctx, `axed`)), &found); err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Errorf("%s: %s", where, f)
	}
}

// TestPageAxe: axe-core finds nothing wrong with the page, its dialogs and the views
// of the device, in both colour schemes.
func TestPageAxe(t *testing.T) {
	dir, _ := npmInstalled(t)
	script, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	r := launch(t, nil)
	r.call("PUT", "/api/v2/device", `{"mode":"kiosk"}`, nil)
	for _, body := range []string{
		`{"priority":"critical","model":{"cycles":0,"frames":[{"icon":2867,"text":"Door open"}]}}`,
		`{"lifetime":3600000,"model":{"frames":[{"icon":"weather-rain","text":"Rain"}]}}`,
	} {
		r.call("POST", "/api/v2/device/notifications", body, nil)
	}
	for name, scheme := range map[string]int{"light": lightScheme, "dark": darkScheme} {
		t.Run(name, func(t *testing.T) {
			ctx := browse(t, 1280, 900, scheme)
			do(t, ctx, chromedp.Navigate(r.url+"/"), chromedp.WaitVisible("#key"), js(string(script)))
			axe(t, ctx, "login")
			do(t, ctx, chromedp.SendKeys("#key", r.key+"\r"), chromedp.WaitVisible("#panel"), until(live), until(`document.querySelectorAll('#queue .mend').length === 1`))
			axe(t, ctx, "page")
			for _, v := range []string{"light", "clients", "network", "metrics", "doctor", "log", "keys"} {
				do(t, ctx, view(v), until(`document.querySelector('[data-view=`+v+`] > div').childElementCount > 0`))
			}
			do(t, ctx, until(`document.querySelector('.log li') !== null && document.querySelector('.charts figure') !== null && document.querySelector('[data-view=doctor] [data-level]') !== null`))
			axe(t, ctx, "the views of the device")
			for dialog, open := range map[string]string{
				"picker": "#icon", "plan": "#plan-open", "app": "#apps li > button:last-child", "health": "#health-link", "copy": "#copy-open",
			} {
				do(t, ctx, js(`document.querySelector('`+open+`').click()`), until(`document.getElementById('`+dialog+`').open`))
				axe(t, ctx, dialog)
				do(t, ctx, js(`document.getElementById('`+dialog+`').close()`))
			}
		})
	}
}
