// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// An act is something that a person does in a window.
type act = chromedp.Action[chromedp.Void]

// mouse presses the left button at a place, moves to another and lets go.
func mouse(x, y, toX, toY float64) act {
	steps := []act{
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

// finger is mouse with a finger.
func finger(x, y, toX, toY float64) act {
	return func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		for _, s := range []input.DispatchTouchEventParams{
			{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}},
			{
				Type:        input.DispatchTouchEventTypeTouchMove,
				TouchPoints: []*input.TouchPoint{{X: x + (toX-x)/2, Y: y + (toY-y)/2}},
			},
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
