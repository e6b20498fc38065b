// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

// What every test here uses of package browser.
const (
	darkScheme, lightScheme = browser.Dark, browser.Light
	live, sketched          = browser.Live, browser.Sketched

	keyIsRefused, isAway    = browser.KeyIsRefused, browser.IsAway
	faint, astray, nameless = browser.Faint, browser.Astray, browser.Nameless
)

var (
	place               = browser.Place
	browse, expect      = browser.Open, browser.Expect
	do, js, until       = browser.Do, browser.JS, browser.Until
	click, fill         = browser.Click, browser.Fill
	pick, focus, view   = browser.Pick, browser.Focus, browser.View
	home, signIn, shoot = browser.Home, browser.SignIn, browser.Shoot
	theCable, accept    = browser.TheCable, browser.Accept
)

type (
	step   = browser.Step
	listed = browser.Listed
)

// value is that of a JavaScript expression.
func value[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	return browser.Value[T](t, ctx, expression)
}
