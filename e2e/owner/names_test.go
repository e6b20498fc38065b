// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"context"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

// What every test here uses of package browser.
const (
	darkScheme, lightScheme = browser.Dark, browser.Light
	live                    = browser.Live

	keyIsRefused, valueIsBad = browser.KeyIsRefused, browser.ValueIsBad
	failsItsCheck, isAway    = browser.FailsItsCheck, browser.IsAway
	faint, astray, nameless  = browser.Faint, browser.Astray, browser.Nameless
)

var (
	place                      = browser.Place
	browse, browseHere, expect = browser.Open, browser.OpenHere, browser.Expect
	do, js, until              = browser.Do, browser.JS, browser.Until
	click                      = browser.Click
	pick, enter, focus, view   = browser.Pick, browser.Enter, browser.Focus, browser.View
	home, signIn, shoot        = browser.Home, browser.SignIn, browser.Shoot
	toast                      = browser.Toast
	accept                     = browser.Accept
	hasPanel                   = browser.HasPanel
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
