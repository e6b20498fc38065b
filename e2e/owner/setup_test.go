// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// asks waits until the set-up says so.
func asks(lead string) step {
	return until(fmt.Sprintf(`document.getElementById('setup-lead').textContent.includes(%q)`, lead))
}

// holes are the rows of the set-up's form that end before its right edge.
const holes = `(() => {
	const form = document.querySelector('#setup .pair').getBoundingClientRect(), ends = new Map();
	for (const box of [...document.querySelectorAll('#setup .pair > label')].map((e) => e.getBoundingClientRect())) ends.set(box.bottom, Math.max(box.right, ends.get(box.bottom) ?? 0));
	return [...ends.values()].filter((right) => right < form.right - 1).length;
})()`

// isFull checks that the fields of the set-up's form fill their rows at a desk and on a phone.
func isFull(t *testing.T, ctx context.Context, form string) {
	t.Helper()
	for _, width := range []int64{390, 600, 768, 1100} {
		do(t, ctx, chromedp.EmulateViewport(width, 900))
		if n := value[int](t, ctx, holes); n != 0 {
			t.Errorf("%s at %d px: %d rows of fields have a hole", form, width, n)
		}
	}
}

// TestPageSetsUp is a person with a panel that is upside down, and whose colours are in
// another order than usual: the page corrects both from what is seen, sets the rest,
// and the configuration is kept when it is confirmed.
func TestPageSetsUp(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, isAway)        // it restarts
	expect(ctx, failsItsCheck) // the panel that is set up is not there
	data, port := t.TempDir(), rig.FreePort(t)
	r := rig.LaunchIn(t, data, nil, "--http", ":"+port, "--config", os.DevNull)
	kind := func() string {
		var s struct{ Showing struct{ Kind string } }
		r.Call("GET", "/live/status", "", &s)
		return s.Showing.Kind
	}
	signIn(t, ctx, r)
	do(t, ctx, hasPanel(), click("#setup-open"), asks("Which kind"), chromedp.WaitVisible(".kind-of"))
	shoot(t, ctx, "page-setup.png")
	do(t, ctx, pick("hub75"), asks("Its size"), enter("rows", "16"), enter("cols", "32"))
	shoot(t, ctx, "page-setup-size.png")
	isFull(t, ctx, "the size")
	do(t, ctx, click("#setup-body button.wide"), asks("(red)?"))
	if r.Width() != 32 || kind() != "test" {
		t.Errorf("a panel of %d columns shows %s", r.Width(), kind())
	}
	shoot(t, ctx, "page-setup-corners.png")
	if apart := value[float64](t, ctx, `Math.abs(document.querySelector('#setup [value=nothing]').getBoundingClientRect().top - document.getElementById('setup-close').getBoundingClientRect().top)`); apart > 1 {
		t.Errorf("the buttons below the corners are %v px apart in height", apart)
	}
	upsideDown := []step{pick("bottom-right"), asks("(green)?"), pick("bottom-left"), asks("restarts"), asks("(red)?")}
	do(t, ctx, upsideDown...)
	do(t, ctx, pick("top-left"), asks("(green)?"), pick("top-right"), asks("three bands"))
	shoot(t, ctx, "page-setup-colours.png")
	do(t, ctx, pick("BGR"), asks("restarts"), asks("three bands"), pick("RGB"), asks("One row"), enter("rows", "16"))
	do(t, ctx, click("#setup-body button.wide"), asks("Its name, place"), enter("name", "hall"), enter("zone", "Europe/Berlin"), enter("language", "de"))
	shoot(t, ctx, "page-setup-device.png")
	isFull(t, ctx, "the device")
	do(t, ctx, click("#setup-body button.wide"), asks("GPIO"), enter("left", "GPIO5"), enter("air", "bme280"))
	shoot(t, ctx, "page-setup-rest.png")
	isFull(t, ctx, "the rest")
	do(t, ctx, click("#setup-body button.wide"), asks("If you do not keep it"))
	if s := r.Trial(); !s.Trial {
		t.Error("it is kept before it was confirmed")
	}
	var all []listed
	r.Call("GET", "/live/apps", "", &all)
	if !strings.Contains(string(all[0].Settings), `"language":"de"`) {
		t.Errorf("the clock has %s", all[0].Settings)
	}
	shoot(t, ctx, "page-setup-keep.png")
	do(t, ctx, pick("keep"), until(`!document.getElementById('setup').open`))
	eventually.True(t, "it is kept", func() bool { return !r.Trial().Trial })
	r.Stop()
	text, err := os.ReadFile(filepath.Join(data, "config", "config.toml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# Written by the set-up of the page.", `name = "hall"`, `zone = "Europe/Berlin"`, "\n[panel]\ndriver = \"hub75\"\nrows = 16\ncols = 32\n",
		"\nrotate = 180\n", "\norder = \"BGR\"\n", "\n[[input.gpio]]\nbutton = \"left\"\nline = \"GPIO5\"\n", "\n[sense]\nsource = \"bme280\"\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the configuration lacks %q:\n%s", want, text)
		}
	}
}

// TestPageTellsAFailedPanel: a panel that the device cannot drive has no test patterns to judge. The set-up
// says why, as the health does, at the form of the size, which holds what was entered and leads
// back to the kinds.
func TestPageTellsAFailedPanel(t *testing.T) {
	ctx := browse(t, 1280, 900, lightScheme)
	expect(ctx, isAway) // it restarts
	expect(ctx, failsItsCheck)
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t), "--config", os.DevNull)
	signIn(t, ctx, r)
	do(t, ctx, js(`document.cookie = 'ledpost.language=de'`), chromedp.Reload(), until(`document.getElementById('link').dataset.state === 'live'`))
	do(t, ctx, click("#setup-open"), chromedp.WaitVisible(".kind-of"), pick("hub75"), asks("Größe"), enter("rows", "16"), enter("cols", "32"), enter("chain", "3"))
	do(t, ctx, click("#setup-body button.wide"), until(`document.getElementById('setup-fault').textContent.includes('brauchen die Pins eines Raspberry Pi')`))
	const entered = `['rows', 'cols', 'chain'].map((name) => document.querySelector('#setup-body [name=' + name + ']').value).join()`
	if got := value[string](t, ctx, entered); got != "16,32,3" {
		t.Errorf("the form holds %s", got)
	}
	for _, width := range []int64{1280, 390} {
		do(t, ctx, chromedp.EmulateViewport(width, 900))
		for _, script := range []string{faint, astray, nameless} {
			accept(t, ctx, "the failed panel", script)
		}
		shoot(t, ctx, fmt.Sprintf("page-setup-failed-%d.png", width))
	}
	do(t, ctx, click("#setup [value=back]"), chromedp.WaitVisible(".kind-of"), until(`document.getElementById('setup-fault').textContent === '' && document.querySelector('#setup [value=back]') === null`))
	do(t, ctx, pick("none"), until(`document.querySelector('#setup-body [name=zone]') !== null`))
	r.Stop()
}

// TestPageTrial: another one's configuration is on trial: the page says so, and the
// last one is back when somebody wants that.
func TestPageTrial(t *testing.T) {
	ctx := browse(t, 420, 800, darkScheme)
	expect(ctx, isAway) // it restarts
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t), "--config", os.DevNull)
	signIn(t, ctx, r)
	r.Call("PUT", "/live/config", "name = \"tried\"\n", nil)
	do(t, ctx, chromedp.WaitVisible("#trial"), until(`/returns in \d+/.test(document.getElementById('trial-left').textContent)`))
	shoot(t, ctx, "page-trial.png")
	do(t, ctx, click("#trial-return"), until(`document.getElementById('trial').hidden`))
	eventually.True(t, "the last one is back", func() bool {
		var d struct{ Name string }
		r.Call("GET", "/api/v2/device?fields=name", "", &d)
		return d.Name == "ledpost"
	})
	do(t, ctx, until(`document.getElementById('notice').textContent.includes('given up')`))
	r.Stop()
}

// TestPageBacksUp: a file is made and restored, and one that is none is refused in the
// device's words.
func TestPageBacksUp(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, valueIsBad+`.*/live/backup`)
	expect(ctx, isAway) // it restarts
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t), "--config", os.DevNull)
	signIn(t, ctx, r)
	do(t, ctx, click("#backup-open"), chromedp.WaitVisible("#backup-make"))
	shoot(t, ctx, "page-backup.png")
	do(t, ctx, click("#backup-make"), until(`document.getElementById('backup-note').textContent === 'The backup was made.'`))
	do(t, ctx, click("#backup-keys"), click("#backup-make"), until(`document.getElementById('backup-note').textContent.includes('10 to 200 characters')`))
	do(t, ctx, click("#backup-keys"))
	give := func(expression string) step {
		return js(`{ const box = new DataTransfer(); box.items.add(new File([` + expression + `], 'ledpost.zip'));
			const e = document.getElementById('backup-file'); e.files = box.files; e.dispatchEvent(new Event('change')); }`)
	}
	do(t, ctx, give(`'hello'`), until(`document.getElementById('backup-note').textContent === 'This file is not a backup.'`))
	r.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	do(t, ctx, js(`fetch('/live/backup', {headers: {Authorization: 'Basic ' + btoa('dev:' + localStorage.getItem('ledpost.key'))}}).then((a) => a.blob()).then((b) => { window.kept = b; })`),
		until(`window.kept !== undefined`))
	r.Call("PUT", "/api/v2/device/audio", `{"volume":70}`, nil)
	do(t, ctx, give(`window.kept`), chromedp.WaitVisible("#backup-use"), click("#backup-use"), until(`!document.getElementById('backup').open`))
	eventually.True(t, "the volume is as it was", func() bool {
		if r.Width() == 0 {
			return false // it restarts
		}
		var a struct{ Volume int }
		r.Call("GET", "/api/v2/device/audio", "", &a)
		return a.Volume == 13
	})
	r.Stop()
}
