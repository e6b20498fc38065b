// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// seen is what the browser makes of one GIF.
type seen struct {
	Error       string
	Width       int
	Height      int
	Repetitions float64 // after the first pass; 1e9 = for ever
	Frames      []struct {
		Micros float64
		RGBA   []byte
	}
}

const decodeInBrowser = `(async () => {
	const all = await (await fetch('/gifs')).json();
	const b64 = a => btoa(String.fromCharCode(...a));
	const one = async data => {
		const out = {Frames: []};
		try {
			const bytes = Uint8Array.from(atob(data), c => c.charCodeAt(0));
			const d = new ImageDecoder({data: bytes, type: 'image/gif', preferAnimation: true});
			await d.tracks.ready; await d.completed;
			const track = d.tracks.selectedTrack;
			out.Repetitions = Math.min(track.repetitionCount, 1e9);
			for (let i = 0; i < track.frameCount; i++) {
				const {image} = await d.decode({frameIndex: i});
				const rgba = new Uint8Array(4 * image.codedWidth * image.codedHeight);
				await image.copyTo(rgba, {format: 'RGBA'});
				out.Width = image.codedWidth; out.Height = image.codedHeight;
				out.Frames.push({Micros: image.duration || 0, RGBA: b64(rgba)});
				image.close();
			}
			d.close();
		} catch (e) { out.Error = String(e); }
		return out;
	};
	const seen = [];
	for (const data of all) seen.push(await one(data));
	return JSON.stringify(seen);
})()`

// browserWait ends a browser that hangs; a busy machine is slow.
const browserWait = 8 * time.Minute

// inBrowser decodes GIFs with Chromium's ImageDecoder. The profile is not in
// t.TempDir: what outlives the browser for a moment still writes there, and
// chromedp knows to wait for that.
func inBrowser(t *testing.T, gifs [][]byte) []seen {
	t.Helper()
	chromium := testtool.Find(t, "chromium")
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Content-Type", "text/html") })
	mux.HandleFunc("/gifs", func(w http.ResponseWriter, r *http.Request) { json.NewEncoder(w).Encode(gifs) })
	srv := httptest.NewServer(mux)
	defer srv.Close()
	opts := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(chromium), chromedp.WSURLReadTimeout(browserWait),
		chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
	}
	ctx, cancel := context.WithTimeout(t.Context(), browserWait)
	defer cancel()
	ctx, cancel = chromedp.NewExecAllocator(ctx, opts...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	page := strings.Replace(srv.URL, "127.0.0.1", "localhost", 1) // a secure context
	must.Do(t, chromedp.Do(ctx, chromedp.Navigate(page)))
	answer := must.Get(chromedp.Run(ctx, chromedp.Evaluate[string](decodeInBrowser, chromedp.EvalAwaitPromise)))(t)
	var all []seen
	must.Do(t, json.Unmarshal([]byte(answer), &all))
	return all
}

func TestLikeTheBrowser(t *testing.T) {
	testtool.Sequential(t)
	all := append(corpus(), oddities()...)
	var gifs [][]byte
	for _, g := range all {
		gifs = append(gifs, g.bytes())
	}
	for i, want := range inBrowser(t, gifs) {
		if got := compare(gifs[i], want); got != "" {
			t.Errorf("%s: %s", all[i].name, got)
		}
	}
	t.Logf("%d GIFs", len(all))
}

// compare tells the first difference between the browser and us.
func compare(data []byte, want seen) string {
	ic, err := Decode(data)
	if err != nil && (want.Error == "" || len(want.Frames) > 0) {
		return fmt.Sprintf("we say %v, the browser %q after %d frames", err, want.Error, len(want.Frames))
	}
	if len(want.Frames) == 0 { // we may show what can be read, as pages do
		return ""
	}
	if len(ic.Frames) != len(want.Frames) {
		return fmt.Sprintf("%d frames, the browser has %d", len(ic.Frames), len(want.Frames))
	}
	if r := float64(ic.Loops - 1); r != want.Repetitions && (ic.Loops != 0 || want.Repetitions != 1e9) &&
		len(ic.Frames) > 1 {
		return fmt.Sprintf("played %d times, the browser repeats %v times", ic.Loops, want.Repetitions)
	}
	for i, f := range ic.Frames {
		if f.Image.Rect.Size() != image.Pt(want.Width, want.Height) {
			return fmt.Sprintf("size %v, the browser has %d×%d", f.Image.Rect.Size(), want.Width, want.Height)
		}
		if !bytes.Equal(f.Image.Pix, want.Frames[i].RGBA) {
			return fmt.Sprintf("frame %d is\n%x, the browser has\n%x", i, f.Image.Pix, want.Frames[i].RGBA)
		}
		micros := want.Frames[i].Micros
		if micros <= 10_000 {
			micros = 100_000 // what the decoder passes on but pages show as a tenth of a second
		}
		if us := float64(f.Delay.Microseconds()); us != micros && len(ic.Frames) > 1 {
			return fmt.Sprintf("frame %d stands %v, the browser has %v µs", i, f.Delay, want.Frames[i].Micros)
		}
	}
	return ""
}
