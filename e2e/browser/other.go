// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"errors"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// A tab is one of another browser than Chromium, which speaks a protocol of WebDriver.
type tab interface {
	// evaluate returns what the promise that a script makes is kept with, as JSON.
	evaluate(ctx context.Context, script string) ([]byte, error)
	// button presses the left button of the mouse at a place, or lets it go there.
	button(ctx context.Context, down bool, at point) error
	// key presses a key while others are held.
	key(ctx context.Context, r rune, held []chromedp.Modifier) error
	// visit opens an address; "" = loads again what is open.
	visit(ctx context.Context, address string) error
	// resize gives the window another size, in CSS pixels.
	resize(ctx context.Context, width, height int) error
	// shot is a picture of the window, or of the whole page where the browser can, as a PNG.
	shot(ctx context.Context, whole bool) ([]byte, error)
	// beside opens another tab, or ends the test where the browser has but one.
	beside(t *testing.T, ctx context.Context) tab
}

// newOther is the page of a browser that start starts. It ends with the test, which fails for what said hears.
func newOther(t *testing.T, start func(ctx context.Context, said *console) tab) *Page {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser is too slow beside the race detector, which learns little from pages")
	}
	said := &console{test: t.Context()}
	ctx := context.WithValue(context.Background(), consoleKey{}, said)
	ctx, cancel := context.WithTimeout(ctx, patience(5*time.Minute))
	opened := start(ctx, said)
	t.Cleanup(cancel)
	t.Cleanup(func() { said.report(t) })
	return newPageOf(t, ctx, opened)
}

// runs starts a program, which ends with the test.
func runs(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// errThrown is what the page throws.
var errThrown = errors.New("the page throws")

// object is one of JSON.
type object = map[string]any

// mouseActions are those of WebDriver for [tab.button].
func mouseActions(down bool, at point) []object {
	act := object{"type": "pointerUp", "button": 0}
	if down {
		act["type"] = "pointerDown"
	}
	move := object{"type": "pointerMove", "x": int(at.X), "y": int(at.Y)}
	return []object{{"type": "pointer", "id": "mouse", "actions": []object{move, act}}}
}

// The keys without a letter (W3C WebDriver, Keyboard actions), by what package kb and chromedp call them.
var (
	keys = map[rune]rune{'\r': '\uE007', '\x1b': '\uE00C',
		'\u0301': '\uE015', '\u0302': '\uE012', '\u0303': '\uE014', '\u0304': '\uE013'}
	modifiers = map[chromedp.Modifier]rune{
		chromedp.ModifierShift: '\uE008', chromedp.ModifierCtrl: '\uE009', chromedp.ModifierAlt: '\uE00A'}
)

// keyActions are those of WebDriver for [tab.key].
func keyActions(r rune, held []chromedp.Modifier) []object {
	if known := keys[r]; known != 0 {
		r = known
	}
	down := func(key rune) object { return object{"type": "keyDown", "value": string(key)} }
	up := func(key rune) object { return object{"type": "keyUp", "value": string(key)} }
	actions := []object{down(r), up(r)}
	for _, m := range held {
		actions = append(append([]object{down(modifiers[m])}, actions...), up(modifiers[m]))
	}
	return []object{{"type": "key", "id": "keyboard", "actions": actions}}
}
