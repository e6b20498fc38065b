// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/web"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// pickFiles adds files to the page's icon picker: a good one, a bad one and a
// good one, then asks for names.
const pickFiles = `(async () => {
	const {setKey} = await import('/device.js'), {Picker, nameOf} = await (await import('/load.js')).load('icons');
	setKey('any'); // without one the page asks for nothing
	const file = name => new File(['x'], name);
	await new Picker().add([file('one.png'), file('bad.png'), file('bad2.png'), file('two.gif')]);
	const fault = document.getElementById('picker-fault').textContent;
	return JSON.stringify({fault, names: NAMES.map(nameOf)});
})()`

// The page's icon picker gives files names that the device takes, and one
// file's success does not hide another's failure.
func TestPicker(t *testing.T) {
	chromium := testtool.Find(t, "chromium")
	posted := make(chan string, 10)
	mux := http.NewServeMux()
	mux.Handle("/", web.Handler())
	mux.HandleFunc("GET /live/icons", func(w http.ResponseWriter, r *http.Request) {
		rest.WriteJSON(w, http.StatusOK, []listed{})
	})
	mux.HandleFunc("POST /live/icons/{name}", func(w http.ResponseWriter, r *http.Request) {
		posted <- r.PathValue("name")
		if strings.HasPrefix(r.PathValue("name"), "bad") {
			w.WriteHeader(http.StatusBadRequest)
		}
	})
	srv := httptest.NewServer(mux)
	defer srv.Close()
	files := map[string]string{
		"door.png": "door", "Door.GIF": "door", "123.gif": "123", "i123.png": "i123", "a123.gif": "a123",
		"2867_sun.gif": "icon-2867_sun", "50px.png": "icon-50px", "日本.png": "u65e5u672c", "東京.png": "u6771u4eac",
		"café au lait.png": "cafe-au-lait", "-.png": "icon", "_x.png": "x", ".png": "icon",
		"99999999999.gif": "icon-99999999999",
		"data.png":        "data", strings.Repeat("9x", 40) + ".png": "icon-" + strings.Repeat("9x", 29) + "9",
	}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	list, _ := json.Marshal(names)
	answer := evaluate(t, chromium, srv.URL+"/", strings.Replace(pickFiles, "NAMES", string(list), 1))
	var got struct {
		Fault string
		Names []string
	}
	must.Do(t, json.Unmarshal([]byte(answer), &got))
	for i, name := range got.Names {
		if _, err := icons.Parse(name); err != nil || name != files[names[i]] {
			t.Errorf("%s becomes %s, want %s; %v", names[i], name, files[names[i]], err)
		}
	}
	if len(posted) != 4 || !strings.Contains(got.Fault, "bad.png: ") || !strings.Contains(got.Fault, "bad2.png: ") {
		t.Errorf("%d files were sent; the picker says %q", len(posted), got.Fault)
	}
}

// searchIcons types texts into the search of the page's icon picker, and tells
// what it lists then.
const searchIcons = `(async () => {
	const {setKey} = await import('/device.js'), {Picker} = await (await import('/load.js')).load('icons');
	setKey('any');
	const picker = new Picker(), search = document.getElementById('search');
	await picker.load();
	const found = {};
	for (const text of TEXTS) {
		search.value = text;
		search.oninput();
		found[text] = picker.picks().slice(1).map((p) => p.textContent).join(' ') || (document.querySelector('#icons .note') ?? document.querySelector('#picker [role=status]')).textContent;
	}
	return JSON.stringify(found);
})()`

// The page's icon picker finds an icon by words of its name, in any order, and
// by its number as it is written in a frame.
func TestPickerSearch(t *testing.T) {
	chromium := testtool.Find(t, "chromium")
	mux := http.NewServeMux()
	mux.Handle("/", web.Handler())
	mux.HandleFunc("GET /live/icons", func(w http.ResponseWriter, r *http.Request) {
		rest.WriteJSON(w, http.StatusOK, []listed{
			{Name: "weather-rain", Number: 2867, Source: icons.BuiltIn}, {Name: "weather-sun", Source: icons.BuiltIn},
			{Name: "i28", Source: icons.User}, {Name: "620", Number: 620, Source: icons.Gallery},
		})
	})
	srv := httptest.NewServer(mux)
	defer srv.Close()
	const none = "No icon has that name. Try another word or a number, or draw one."
	want := map[string]string{
		"": "i28 weather-rain weather-sun 620", "weather": "weather-rain weather-sun", "weather-rain": "weather-rain",
		"weather rain": "weather-rain", "  Rain\tWEATHER ": "weather-rain", "weather snow": none,
		"2867": "weather-rain", "i2867": "weather-rain", "A2867": "weather-rain", "rain i2867": "weather-rain",
		"sun i2867": none,
		"i28":       "i28", "28": "i28", "i": "i28 weather-rain", "a": "weather-rain weather-sun",
		"i0": "Fetching i0 from the gallery…", "ia620": none, "a620": "620", "62": "620",
	}
	list, _ := json.Marshal(slices.Collect(maps.Keys(want)))
	var got map[string]string
	script := strings.Replace(searchIcons, "TEXTS", string(list), 1)
	must.Do(t, json.Unmarshal([]byte(evaluate(t, chromium, srv.URL+"/", script)), &got))
	for text, found := range want {
		if got[text] != found {
			t.Errorf("%q finds %q, want %q", text, got[text], found)
		}
	}
}

// evaluate gives what a script says on a page of the browser.
func evaluate(t *testing.T, chromium, page, script string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ctx, cancel = chromedp.NewExecAllocator(ctx,
		chromedp.ExecPath(chromium), chromedp.UserDataDir(t.TempDir()),
		chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
	)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	must.Do(t, chromedp.Do(ctx, chromedp.Navigate(page)))
	return must.Get(chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise)))(t)
}
