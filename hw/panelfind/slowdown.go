// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"fmt"
	"image"
	"image/color"
)

var errSlow = errors.New("the picture is wrong even with the slowest clock: check the cable, " +
	"the ground between Pi and panel, and the supply of 5 V; long cables want buffers of 5 V, as adapters have them. " +
	"Or an LED was named wrongly: take answers back, or begin again")

// findSlowdown finds the fastest clock with which the picture is right: the
// board's, else the smallest slowdown.
func (r *run) findSlowdown(a arrangement) error {
	board := -1
	right, err := r.isRight(a, &board)
	if right || err != nil {
		return err
	}
	most := 8
	if right, err = r.isRight(a, &most); err != nil {
		return err
	}
	if !right {
		return errSlow
	}
	least := 0
	for least < most { // the smallest that is right is among these
		middle := (least + most) / 2
		if right, err = r.isRight(a, &middle); err != nil {
			return err
		}
		if right {
			most = middle
		} else {
			least = middle + 1
		}
	}
	r.slow = &most
	return nil
}

// isRight shows a frame with diagonals at a slowdown and asks whether it is right.
func (r *run) isRight(a arrangement, slow *int) (bool, error) {
	d := r.kind.driving()
	d.slow = slow
	q := Question{Kind: Clean, Text: "Does the panel show a white frame along its edges and two diagonals, " +
		"with nothing else lit and nothing that flickers or jumps?"}
	if chain := r.shown(a); chain > 1 {
		q.Chain = chain
		q.Text = fmt.Sprintf("Do all %d panels of the chain show a white frame along their edges and two diagonals, "+
			"with nothing else lit and nothing that flickers or jumps?", chain)
	}
	p := r.picture(a, d, func(x, y int) color.RGBA {
		if framed(r.size, x, y) {
			return color.RGBA{255, 255, 255, 255}
		}
		return color.RGBA{A: 255}
	})
	answer, err := r.choose(q, p, "yes", "no")
	return answer == "yes", err
}

// framed reports whether an LED of a panel of a size is on an edge or a diagonal.
func framed(size image.Point, x, y int) bool {
	w, h := size.X, size.Y
	edge := x == 0 || y == 0 || x == w-1 || y == h-1
	along := (2*x + 1) * h / (2 * w)
	return edge || y == along || y == h-1-along
}
