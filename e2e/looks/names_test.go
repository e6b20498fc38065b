// SPDX-License-Identifier: Apache-2.0

package looks

import (
	"context"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

// What every test here uses of package browser.
const (
	darkScheme, lightScheme, live      = browser.Dark, browser.Light, browser.Live
	sketched, keyIsRefused, valueIsBad = browser.Sketched, browser.KeyIsRefused, browser.ValueIsBad
	faint, astray, nameless            = browser.Faint, browser.Astray, browser.Nameless
)

var (
	browse, expect, do = browser.Open, browser.Expect, browser.Do
	js, until, click   = browser.JS, browser.Until, browser.Click
	fill, home, signIn = browser.Fill, browser.Home, browser.SignIn
	shoot, accept      = browser.Shoot, browser.Accept
)

// value is that of a JavaScript expression.
func value[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	return browser.Value[T](t, ctx, expression)
}
