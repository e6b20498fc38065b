// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Mouse presses the left button at a place, moves to another and lets go.
func Mouse(x, y, toX, toY float64) Step {
	steps := []Step{
		chromedp.MouseEvent("mousePressed", x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent("mouseMoved", x+(toX-x)/2, y+(toY-y)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseMoved", toX, toY, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", toX, toY, chromedp.ButtonLeft, chromedp.ClickCount(1)),
	}
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		for _, s := range steps {
			if _, err := s(ctx, t); err != nil {
				return chromedp.Void{}, err
			}
		}
		return chromedp.Void{}, nil
	}
}

// Finger is Mouse with a finger.
func Finger(x, y, toX, toY float64) Step {
	return func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		for _, s := range []input.DispatchTouchEventParams{
			{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}},
			{Type: input.DispatchTouchEventTypeTouchMove, TouchPoints: []*input.TouchPoint{{X: x + (toX-x)/2, Y: y + (toY-y)/2}}},
			{Type: input.DispatchTouchEventTypeTouchMove, TouchPoints: []*input.TouchPoint{{X: toX, Y: toY}}},
			{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}},
		} {
			if _, err := chromedp.Call(ctx, input.DispatchTouchEvent, s); err != nil {
				return chromedp.Void{}, err
			}
		}
		return chromedp.Void{}, nil
	}
}

// Drag brings the first of two elements, by its selector, to the second, and drops it
// beyond the middle of that.
func Drag(t *testing.T, ctx context.Context, by func(x, y, toX, toY float64) Step, what, to string) {
	t.Helper()
	places := fmt.Sprintf(`[%q, %q].map((s) => document.querySelector(s).getBoundingClientRect())`, what, to)
	Do(t, ctx, JS(fmt.Sprintf(`document.querySelector(%q).scrollIntoView({block: 'center'})`, what)), Still(places))
	at := Value[[]float64](t, ctx, `(() => {
		const [p, q] = `+places+`;
		return [p.x + p.width / 2, p.y + p.height / 2, q.x + q.width * 0.7, q.y + q.height / 2];
	})()`)
	Do(t, ctx, by(at[0], at[1], at[2], at[3]))
}
