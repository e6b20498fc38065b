// SPDX-License-Identifier: Apache-2.0

// Command page measures what the live panel of the page costs a browser, as
// its README states:
//
//	go -C bench run ./page [-for 10s] [-chromium PATH]
//
// It runs the program with a panel that moves in every frame, opens the page in a
// headless Chromium, once with WebGL2 and once with a canvas, and prints the frames
// a second and the script a frame. It exits with 1 when a limit is not kept.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/bench/process"
)

// Limits of a panel of 64×64.
const (
	leastFrames = 55.0 // a second, of the 60 that the device draws; of a canvas, since here no GPU computes WebGL2
	mostScript  = 3 * time.Millisecond
)

func main() {
	length := flag.Duration("for", 10*time.Second, "of each measurement")
	browser := flag.String("chromium", "chromium", "the browser")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	kept, err := measure(ctx, *browser, *length)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	if !kept {
		os.Exit(1)
	}
}

// painters are the ways of drawing, with what makes Chromium take them.
var painters = []struct {
	name  string
	flags []chromedp.ExecAllocatorOption
}{
	{"WebGL2", []chromedp.ExecAllocatorOption{chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true)}},
	{"canvas", []chromedp.ExecAllocatorOption{chromedp.Flag("disable-3d-apis", true), chromedp.DisableGPU}},
}

func measure(ctx context.Context, browser string, length time.Duration) (kept bool, err error) {
	kept = true
	for _, size := range []string{"37x8", "64x64", "256x64"} {
		p, err := process.Start(ctx, "", "--size", size)
		if err != nil {
			return false, err
		}
		defer p.Stop()
		if err := move(p); err != nil {
			return false, err
		}
		for _, painter := range painters {
			f, err := watch(ctx, p, browser, painter.name, painter.flags, length)
			if err != nil {
				return false, fmt.Errorf("%s, %s: %w", size, painter.name, err)
			}
			fmt.Printf("%-7s %s  %4.1f frames a second, %4.2f ms of script a frame\n", size, painter.name, f.rate, f.script.Seconds()*1000)
			kept = kept && (size != "64x64" || (f.rate >= leastFrames || painter.name == "WebGL2") && f.script <= mostScript)
		}
		p.Stop()
	}
	return kept, nil
}

// move makes the device draw 60 different frames a second.
func move(p *process.Process) error {
	if _, err := p.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`); err != nil {
		return err
	}
	_, err := p.Call("POST", "/api/v2/device/notifications",
		`{"model":{"cycles":0,"frames":[{"text":" ","background":"fireworks","overlay":"snow"}]}}`)
	return err
}

// figures are the figures of a painter.
type figures struct {
	rate   float64       // frames a second
	script time.Duration // a frame, of all script of the page
}

// count counts the frames that are drawn on the page's panel, each in two steps.
const count = `globalThis.drawn = 0; {
	const gl = WebGL2RenderingContext.prototype.drawArrays, put = CanvasRenderingContext2D.prototype.putImageData;
	WebGL2RenderingContext.prototype.drawArrays = function (...a) { drawn += 0.5; return gl.apply(this, a); };
	CanvasRenderingContext2D.prototype.putImageData = function (...a) { drawn += 0.5; return put.apply(this, a); };
}; true`

// watch opens the page in a browser and measures it for length.
func watch(ctx context.Context, p *process.Process, browser, painter string, flags []chromedp.ExecAllocatorOption, length time.Duration) (f figures, err error) {
	dir, err := os.MkdirTemp("", "ledpost-page")
	if err != nil {
		return f, err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithTimeout(ctx, length+2*time.Minute)
	defer cancel()
	ctx, cancel = chromedp.NewExecAllocator(ctx, append(flags, chromedp.ExecPath(browser), chromedp.UserDataDir(dir),
		chromedp.WindowSize(1280, 900), chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.Headless)...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := open(ctx, p); err != nil {
		return f, err
	}
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](`document.getElementById('panel').dataset.painter !== undefined`)); err != nil {
		return f, err
	}
	by, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`!!document.getElementById('panel').getContext('webgl2')`))
	if err == nil && by != (painter == "WebGL2") {
		err = errors.New("the browser does not draw so")
	}
	if err == nil {
		_, err = chromedp.Call(ctx, performance.Enable, performance.EnableParams{})
	}
	if err != nil {
		return f, err
	}
	return between(ctx, length)
}

// software makes the page take a WebGL2 that a processor computes.
const software = `{
	const get = HTMLCanvasElement.prototype.getContext;
	HTMLCanvasElement.prototype.getContext = function (kind, options) { return get.call(this, kind, {...options, failIfMajorPerformanceCaveat: false}); };
}`

// open opens the page with the device's key, and begins to count.
func open(ctx context.Context, p *process.Process) error {
	evaluate := func(script string) error {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](script))
		return err
	}
	if _, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: software}); err != nil {
		return err
	}
	home := chromedp.Navigate(p.URL + "/")
	if err := chromedp.Do(ctx, home); err != nil {
		return err
	}
	if err := evaluate(`localStorage.setItem('ledpost.key', '` + p.Key + `'); true`); err != nil {
		return err
	}
	if err := chromedp.Do(ctx, home); err != nil {
		return err
	}
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](`document.getElementById('link').dataset.state === 'live'`)); err != nil {
		return err
	}
	return evaluate(count)
}

// between compares the page before and after length.
func between(ctx context.Context, length time.Duration) (f figures, err error) {
	began := time.Now()
	before, err := sample(ctx)
	if err != nil {
		return f, err
	}
	select {
	case <-time.After(length):
	case <-ctx.Done():
		return f, ctx.Err()
	}
	after, err := sample(ctx)
	if err != nil {
		return f, err
	}
	frames := after.frames - before.frames
	f.rate = frames / time.Since(began).Seconds()
	f.script = time.Duration((after.script - before.script) / frames * float64(time.Second))
	return f, nil
}

// moment is how much there was since the page was opened.
type moment struct {
	frames, script float64 // script in seconds
}

func sample(ctx context.Context) (m moment, err error) {
	if m.frames, err = chromedp.Run(ctx, chromedp.Evaluate[float64](`drawn`)); err != nil {
		return m, err
	}
	all, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		return m, err
	}
	for _, metric := range all.Metrics {
		if metric.Name == "ScriptDuration" {
			m.script = metric.Value
		}
	}
	return m, nil
}
