// SPDX-License-Identifier: Apache-2.0

package show

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// saves keeps the last file that the page made.
const saves = `const url = URL.createObjectURL; URL.createObjectURL = (b) => { globalThis.blob = b; return url.call(URL, b); };`

// TestPageScenes: a scene is saved as a file, previewed with what it changes, left, and taken.
func TestPageScenes(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	list := func() (l []listed) { r.Call("GET", "/live/apps", "", &l); return l }
	do(t, ctx, place("apps"), until(`document.querySelectorAll('#apps li').length > 2`),
		js(saves+`HTMLAnchorElement.prototype.click = function () { blob.text().then((s) => { globalThis.saved = [this.download, s]; }); }`),
		click("#scene-save"), until(`globalThis.saved !== undefined`))
	if name := value[string](t, ctx, `saved[0]`); !strings.HasSuffix(name, ".scene.json") {
		t.Errorf("saved as %s", name)
	}
	same, other, bad := filepath.Join(t.TempDir(), "same.json"), filepath.Join(t.TempDir(), "other.json"), filepath.Join(t.TempDir(), "bad.json")
	for path, text := range map[string]string{
		same: value[string](t, ctx, `saved[1]`),
		other: `{"scene":1,"look":{"text_color":"#FF8000","background":"plasma"},"apps":[{"package":"com.ledpost.date","title":"Today"},
			{"package":"com.lametric.clock","title":"Clock","settings":{"face":"big"}},{"package":"com.lametric.weather","title":"Weather","visible":false}]}`,
		bad: `{"apps":[]}`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open := func(path string) step {
		return chromedp.SetUploadFiles("#scene-file", []string{path})
	}
	expect(ctx, valueIsBad+`.*/live/scene`)
	do(t, ctx, click("#scene-open"), open(bad), until(toast("not a scene")),
		open(same), until(`document.getElementById('scene').open && document.getElementById('scene-use').disabled && document.getElementById('scene-note').textContent.includes('already')`), click("#scene-close"),
		open(other), until(`document.getElementById('scene').open && document.getElementById('scene-picture').naturalWidth > 0`))
	if got := value[string](t, ctx, `document.getElementById('scene-changes').innerText`); !strings.Contains(got, "Today") || !strings.Contains(got, "Clock gets other settings") || !strings.Contains(got, "order") || !strings.Contains(got, "another look") {
		t.Errorf("it changes %q", got)
	}
	do(t, ctx, js(`globalThis.first = document.getElementById("scene-picture").src`), until(`document.getElementById('scene-picture').src !== first`)) // it lives
	shoot(t, ctx, "scene.png")
	do(t, ctx, click("#scene-close"))
	if w := list()[0]; w.Package != "com.lametric.clock" {
		t.Errorf("the preview changed the list: %s is first", w.Package)
	}
	do(t, ctx, open(other), until(`document.getElementById('scene').open && !document.getElementById('scene-use').disabled`), click("#scene-use"), until(`!document.getElementById('scene').open`))
	eventually.True(t, "the scene is taken", func() bool {
		l := list()
		return l[0].Package == "com.ledpost.date" && l[0].Visible && strings.Contains(string(l[1].Settings), `"big"`)
	})
	do(t, ctx, until(`document.querySelector('#apps li').innerText.includes('Today')`))
	shoot(t, ctx, "scene-taken.png")
}

// TestPageFilms: a film of what the panel shows is a WebM with frames, also of a picture
// that stands still.
func TestPageFilms(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	if !value[bool](t, ctx, `Boolean(globalThis.MediaRecorder?.isTypeSupported('video/webm'))`) {
		if value[bool](t, ctx, `document.getElementById('film').checkVisibility()`) {
			t.Error("it offers what the browser cannot do")
		}
		t.Skip("this browser records no films")
	}
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"icon":"weather-rain","text":"still"}]}}`, nil)
	do(t, ctx, until(`document.getElementById('on-what').textContent.includes('still')`),
		js(saves+`HTMLAnchorElement.prototype.click = function () { (async (b) => {
			const v = document.createElement('video'), head = new Uint8Array(await b.slice(0, 4).arrayBuffer());
			v.muted = true; v.src = URL.createObjectURL(b);
			await v.play();
			const c = document.createElement('canvas'); Object.assign(c, { width: v.videoWidth, height: v.videoHeight });
			const lit = await new Promise((done) => v.requestVideoFrameCallback(() => {
				const x = c.getContext('2d'); x.drawImage(v, 0, 0);
				done(x.getImageData(0, 0, c.width, c.height).data.reduce((n, p, i) => n + (i % 4 < 3 && p > 128), 0));
			}));
			globalThis.filmed = [this.download, [...head].map((n) => n.toString(16)).join(''), v.videoWidth, lit];
		})(blob); }`),
		click("#film"), until(`document.getElementById('film').ariaPressed === 'true' && /^[1-8]$/.test(document.querySelector('#film .left').textContent)`),
		click("#film"), until(`globalThis.filmed !== undefined`))
	name, head := value[string](t, ctx, `filmed[0]`), value[string](t, ctx, `filmed[1]`)
	wide, lit := value[int](t, ctx, `filmed[2]`), value[int](t, ctx, `filmed[3]`)
	if !strings.HasSuffix(name, ".webm") || head != "1a45dfa3" || wide < 300 || lit < 500 {
		t.Errorf("%s begins with %s, is %d px wide, %d bright values", name, head, wide, lit)
	}
}

// TestPageSimulatesLight: the slider of a simulated room says what it is, and the
// brightness follows.
func TestPageSimulatesLight(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	r.Call("PUT", "/api/v2/device/display", `{"brightness_mode":"auto"}`, nil)
	do(t, ctx, place("device"), click(`[data-view=light] > summary`), until(`document.getElementById('room-light')?.value === '73'`),
		until(`document.querySelector('[data-view=light]').innerText.includes('Simulated light')`),
		js(`{const i = document.getElementById('room-light'); i.value = 0; i.dispatchEvent(new Event('input')); i.dispatchEvent(new Event('change'));}`))
	eventually.True(t, "it is dark in the room", func() bool {
		var l struct{ Lux, Brightness float64 }
		r.Call("GET", "/live/light", "", &l)
		return l.Lux == 0 && l.Brightness < 40
	})
	do(t, ctx, until(`document.getElementById('room-light').value === '0' && document.activeElement.id === 'room-light'`))
	shoot(t, ctx, "room-light.png")
}
