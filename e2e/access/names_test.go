// SPDX-License-Identifier: Apache-2.0

package access

import (
	"context"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

// What every test here uses of package browser.
const (
	darkScheme, lightScheme, live = browser.Dark, browser.Light, browser.Live
	isAway                        = browser.IsAway
)

var (
	browse, expect, do     = browser.Open, browser.Expect, browser.Do
	js, until, click       = browser.JS, browser.Until, browser.Click
	home, signIn, theCable = browser.Home, browser.SignIn, browser.TheCable
	tour, visited          = browser.Tour, browser.Visited
)

type (
	step = browser.Step
)

// value is that of a JavaScript expression.
func value[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	return browser.Value[T](t, ctx, expression)
}
