// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"context"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

// What every test here uses of package browser.
const (
	darkScheme, lightScheme = browser.Dark, browser.Light
	live, sketched          = browser.Live, browser.Sketched
	valueIsBad, isMissing   = browser.ValueIsBad, browser.IsMissing
)

var (
	place          = browser.Place
	browse, expect = browser.Open, browser.Expect
	do, js, until  = browser.Do, browser.JS, browser.Until
	click, fill    = browser.Click, browser.Fill
	focus, home    = browser.Focus, browser.Home
	toast          = browser.Toast
	signIn, shoot  = browser.SignIn, browser.Shoot
	theCable       = browser.TheCable
)

type step = browser.Step

// value is that of a JavaScript expression.
func value[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	return browser.Value[T](t, ctx, expression)
}
