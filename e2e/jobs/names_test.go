// SPDX-License-Identifier: Apache-2.0

package jobs

import (
	"context"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

// What every test here uses of package browser.
const (
	darkScheme, lightScheme = browser.Dark, browser.Light
	live, sketched          = browser.Live, browser.Sketched
)

var (
	place         = browser.Place
	browse, find  = browser.Open, browser.Find
	do, js, until = browser.Do, browser.JS, browser.Until
	click, fill   = browser.Click, browser.Fill
	toast         = browser.Toast
	mouse, drag   = browser.Mouse, browser.Drag
	signIn, shoot = browser.SignIn, browser.Shoot
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
