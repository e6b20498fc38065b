// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

const accent = `getComputedStyle(document.documentElement).getPropertyValue('--accent')`

// TestPageAccent: the accent of every hue has a contrast of 4.5 with what it stands on and
// what is written on it, in both schemes; it follows the panel, and is the page's own
// while that is dark or white.
func TestPageAccent(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	signIn(t, ctx, r)
	do(t, ctx, js(`globalThis.worst = undefined; import('/accent.js').then((m) => {
		let least = 21;
		for (let hue = 0; hue < 360; hue++) {
			for (const [scheme, around] of [['light', [[244, 245, 247], [255, 255, 255]]], ['dark', [[24, 27, 33], [51, 34, 27], [20, 16, 13]]]]) {
				for (const c of around) least = Math.min(least, m.contrast(m.accentOf(hue, scheme), c));
			}
		}
		globalThis.worst = least;
	})`), until(`globalThis.worst !== undefined`))
	if least := value[float64](t, ctx, `worst`); least < 4.5 {
		t.Errorf("the least contrast is %.2f", least)
	}
	do(t, ctx, until(accent+` === '#b93e0c'`))
	fillPanel(r, "#0060FF")
	do(t, ctx, until(`(() => { const [r, g, b] = (`+accent+`.match(/\d+/g) || []).map(Number); return b > 150 && b > 2 * r && b > g; })()`))
	shoot(t, ctx, "accent.png")
	r.Call("DELETE", "/api/v2/device/notifications", "", nil)
	do(t, ctx, until(accent+` === '#b93e0c'`), chromedp.WaitVisible("#panel"))
}

// TestPageAccentStandsStill: whoever wants less motion has the page's own accent whatever
// colours the panel shows, also when the wish comes while the page is open.
func TestPageAccentStandsStill(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	signIn(t, ctx, r)
	fillPanel(r, "#0060FF")
	do(t, ctx, until(accent+` !== '#b93e0c'`))
	do(t, ctx, lessMotion, until(accent+` === '#b93e0c'`), js(`globalThis.accents = undefined; import('/accent.js').then(({Accent}) => {
		let show;
		const a = new Accent({seen: {add: (f) => { show = f; }}});
		globalThis.accents = [[0, 255, 48], [255, 0, 0], [0, 96, 255]].map((c) => {
			show({width: 1, height: 1, pixels: c});
			a.look();
			return `+accent+`;
		});
	})`), until(`globalThis.accents !== undefined`))
	if got := value[[]string](t, ctx, `accents`); !slices.Equal(got, []string{"#b93e0c", "#b93e0c", "#b93e0c"}) {
		t.Errorf("the accents behind three colours are %q", got)
	}
}

// lessMotion makes the page's reader one who wants less motion.
func lessMotion(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}, {Name: "prefers-color-scheme", Value: lightScheme}},
	})
	return chromedp.Void{}, err
}

// fillPanel sends a message that fills the panel with a colour and stays.
func fillPanel(r *rig.Device, colour string) {
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":" ","draw":[{"fill":[0,0,37,8,"`+colour+`"]}]}]}}`, nil)
}
