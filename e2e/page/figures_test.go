// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"fmt"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
)

// The limits of what is measured here, and how often that is done.
const (
	soonGrey   = 3 * time.Second
	soonFollow = 2 * time.Second
	often      = 5
)

// figure skips a test that measures a time, which means something on a machine at rest only:
//
//	LEDPOST_FIGURES=1 go test ./e2e/page -run HowSoon -v
func figure(t *testing.T) {
	t.Helper()
	if os.Getenv("LEDPOST_FIGURES") == "" {
		t.Skip("LEDPOST_FIGURES is not set")
	}
}

// tell reports the median and the longest of some times, and fails above a limit.
func tell(t *testing.T, what string, took []time.Duration, limit time.Duration) {
	t.Helper()
	slices.Sort(took)
	longest := took[len(took)-1]
	t.Logf("%s: median %d ms, longest %d ms of %d", what, took[len(took)/2].Milliseconds(), longest.Milliseconds(), len(took))
	if longest > limit {
		t.Errorf("%s took %v, at most %v", what, longest, limit)
	}
}

// TestHowSoonThePageIsGrey measures the time from the end of a device, or from where it
// stands still, to the grey panel, on each place.
func TestHowSoonThePageIsGrey(t *testing.T) {
	figure(t)
	for _, p := range []string{"now", "send", "apps", "look", "device"} {
		t.Run(p, func(t *testing.T) {
			ctx := browse(t, 390, 844, lightScheme)
			expect(ctx, isAway)
			data := t.TempDir()
			r := rig.LaunchIn(t, data, nil)
			port := r.Port()
			signIn(t, ctx, r)
			do(t, ctx, place(p), until(at(p)), js(`new MutationObserver(() => {
				if (document.getElementById('stage').hasAttribute('data-away')) globalThis.greyAt ||= Date.now();
			}).observe(document.getElementById('stage'), {attributes: true})`))
			var stopped, killed []time.Duration
			for range often {
				stopped = append(stopped, grey(t, ctx, func() { r.Cmd.Process.Signal(syscall.SIGSTOP) }))
				r.Cmd.Process.Signal(syscall.SIGCONT)
				killed = append(killed, grey(t, ctx, r.Kill))
				r = rig.LaunchIn(t, data, nil, "--http", ":"+port)
			}
			tell(t, p+", stopped", stopped, soonGrey)
			tell(t, p+", killed", killed, soonGrey)
		})
	}
}

// grey is the time from an act to the grey panel.
func grey(t *testing.T, ctx context.Context, act func()) time.Duration {
	t.Helper()
	do(t, ctx, until(live+` && !document.getElementById('stage').hasAttribute('data-away')`), js(`globalThis.greyAt = 0; globalThis.from = performance.now()`),
		until(`performance.now() - from > 1500`)) // it has settled
	began := time.Now()
	act()
	do(t, ctx, until(`globalThis.greyAt > 0`))
	return time.UnixMilli(int64(value[float64](t, ctx, `globalThis.greyAt`))).Sub(began)
}

// TestHowSoonAnotherTabFollows measures how soon a second window shows what the first one
// has changed.
func TestHowSoonAnotherTabFollows(t *testing.T) {
	figure(t)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":60,"brightness_mode":"manual"}`, nil)
	first, second := browse(t, 1280, 900, lightScheme), browse(t, 390, 844, lightScheme)
	signIn(t, first, r)
	signIn(t, second, r)
	for name, values := range map[string][]string{"brightness": {"20", "30", "40", "50", "70"}, "text_color": {"#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff"}} {
		var took []time.Duration
		for _, v := range values {
			field := `document.getElementById('settings').elements.` + name
			do(t, second, js(fmt.Sprintf(`globalThis.followed = 0; {const i = setInterval(() => { if (%s.value === %q) { globalThis.followed = Date.now(); clearInterval(i); } }, 10)}`, field, v)))
			do(t, first, js(fmt.Sprintf(`globalThis.changed = Date.now(); %s.value = %q; for (const e of ['input', 'change']) %[1]s.dispatchEvent(new Event(e, {bubbles: true}))`, field, v)))
			do(t, second, until(`globalThis.followed > 0`))
			took = append(took, time.Duration(value[float64](t, second, `globalThis.followed`)-value[float64](t, first, `globalThis.changed`))*time.Millisecond)
		}
		tell(t, name, took, soonFollow)
	}
}
