// SPDX-License-Identifier: Apache-2.0

// Command page measures what the live panel of the page costs a browser, as
// docs/performance.md states:
//
//	go -C bench run ./page [-for 10s] [-chromium PATH]
//
// It runs the program with a panel that moves in every frame, opens the page in a
// headless Chromium without WebGL2, which only a processor would compute there, and prints
// the frames a second and the script a frame. It exits with 1 when a limit of that page is
// not kept.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/bench/figures"
	"github.com/ledpost/ledpost/bench/process"
)

func main() {
	length := flag.Duration("for", 10*time.Second, "of each measurement")
	browser := flag.String("chromium", "chromium", "the browser")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, *browser, *length); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, browser string, length time.Duration) error {
	r, err := figures.Of("page")
	if err != nil {
		return err
	}
	for _, size := range []string{"37x8", "64x64", "256x64"} {
		rate, script, err := panel(ctx, browser, size, length)
		if err != nil {
			return fmt.Errorf("%s: %w", size, err)
		}
		r.Figure(size+": frames a second", rate, "")
		r.Figure(size+": script a frame", script, "ms")
	}
	return r.Err()
}

// panel measures a panel of a size: frames a second, and milliseconds of script a frame.
func panel(ctx context.Context, browser, size string, length time.Duration) (rate, script float64, err error) {
	p, err := process.Start(ctx, "", "--size", size)
	if err != nil {
		return 0, 0, err
	}
	defer p.Stop()
	if err := move(p); err != nil {
		return 0, 0, err
	}
	return watch(ctx, p, browser, length)
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

// count counts the frames that are drawn on the page's panel, each in two steps.
const count = `globalThis.drawn = 0; {
	const put = CanvasRenderingContext2D.prototype.putImageData;
	CanvasRenderingContext2D.prototype.putImageData = function (...a) { drawn += 0.5; return put.apply(this, a); };
}; true`

// watch opens the page in a browser and measures it for length.
func watch(
	ctx context.Context, p *process.Process, browser string, length time.Duration,
) (rate, script float64, err error) {
	dir, err := os.MkdirTemp("", "ledpost-page")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithTimeout(ctx, length+2*time.Minute)
	defer cancel()
	ctx, cancel = chromedp.NewExecAllocator(ctx, chromedp.ExecPath(browser), chromedp.UserDataDir(dir),
		chromedp.Flag("disable-3d-apis", true),
		chromedp.DisableGPU, chromedp.WindowSize(1280, 900), chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.Headless)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := open(ctx, p); err != nil {
		return 0, 0, err
	}
	if _, err := chromedp.Run(ctx,
		chromedp.Poll[bool](`document.getElementById('panel').dataset.painter !== undefined`)); err != nil {
		return 0, 0, err
	}
	if _, err := chromedp.Call(ctx, performance.Enable, performance.EnableParams{}); err != nil {
		return 0, 0, err
	}
	return between(ctx, length)
}

// open opens the page with the device's key, and begins to count.
func open(ctx context.Context, p *process.Process) error {
	evaluate := func(script string) error {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](script))
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
	if _, err := chromedp.Run(ctx,
		chromedp.Poll[bool](`document.getElementById('link').dataset.state === 'live'`)); err != nil {
		return err
	}
	return evaluate(count)
}

// between compares the page before and after length.
func between(ctx context.Context, length time.Duration) (rate, script float64, err error) {
	began := time.Now()
	before, err := sample(ctx)
	if err != nil {
		return 0, 0, err
	}
	select {
	case <-time.After(length):
	case <-ctx.Done():
		return 0, 0, ctx.Err()
	}
	after, err := sample(ctx)
	if err != nil {
		return 0, 0, err
	}
	frames := after.frames - before.frames
	return frames / time.Since(began).Seconds(), 1000 * (after.script - before.script) / frames, nil
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
