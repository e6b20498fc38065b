// SPDX-License-Identifier: Apache-2.0

package show

import (
	"context"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

// What every test here uses of package browser.
const (
	darkScheme, lightScheme   = browser.Dark, browser.Light
	live                      = browser.Live
	valueIsBad, failsItsCheck = browser.ValueIsBad, browser.FailsItsCheck
)

var (
	place               = browser.Place
	browse, expect      = browser.Open, browser.Expect
	do, js, until       = browser.Do, browser.JS, browser.Until
	click, still, fill  = browser.Click, browser.Still, browser.Fill
	home, find          = browser.Home, browser.Find
	toast               = browser.Toast
	mouse, finger, drag = browser.Mouse, browser.Finger, browser.Drag
	signIn, shoot       = browser.SignIn, browser.Shoot
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
