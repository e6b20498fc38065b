// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"image"
	"iter"

	"github.com/ledpost/ledpost/fonts"
)

// Roomy reports whether digits in a room of a panel keep a margin: in smaller ones, as half of a panel, each row counts.
func Roomy(room image.Point) bool {
	return room.Y >= 16 && room.X >= 32 || room.Y >= 20 && room.X >= 24
}

// Squarish reports whether a panel is so little wider than high that the digits of a time take all of its columns.
func Squarish(panel image.Point) bool { return 4*panel.X < 7*panel.Y }

// Scenic reports whether a panel has room for more than what is read: hills, and a moon that shows its phase.
func Scenic(panel image.Point) bool { return panel.Y >= 32 }

// Round reports whether a ring around the time is a circle, which an oblong panel would leave half empty.
func Round(panel image.Point) bool {
	return Scenic(panel) && 4*panel.X < 5*panel.Y && 4*panel.Y < 5*panel.X
}

// BarRows returns the rows of a bar at the foot of a panel, which may be of seven parts: none is higher than wide.
func BarRows(panel image.Point) int { return max(1, min(panel.Y/16, (panel.X+1)/7-1)) }

// ChartRows returns the rows at the foot of a room that a chart takes: it is no higher than wide.
func ChartRows(room image.Rectangle) int { return min(room.Dx(), room.Dy()) }

// Fills reports whether a time of so many rows takes three fifths of its room, as one that stands alone does.
func Fills(rows, room int) bool { return 10*rows >= 6*room }

// DigitFace returns the best face for the digits of a time in a room; nil if none fits. The largest are the best, but less
// coarse ones are better, as long as the time takes three fifths of the rows or does not so either. rows are those of
// the time in a face; 0 = it does not fit.
func DigitFace(set *fonts.Set, room image.Point, rows func(*fonts.Face) int) (best *fonts.Face) {
	full := false
	for f := range digitFaces(set, room) {
		if best != nil && coarse(f) >= coarse(best) {
			continue
		}
		if n := rows(f); n > 0 && (!full || Fills(n, room.Y)) {
			best, full = f, Fills(n, room.Y)
		}
		if best != nil && coarse(best) == 0 {
			break
		}
	}
	return best
}

// digitFaces yields the faces for digits in a room, the largest first: drawn for their rows, but in low ones the faces of 7
// and 5 rows alone.
func digitFaces(set *fonts.Set, room image.Point) iter.Seq[*fonts.Face] {
	return func(yield func(*fonts.Face) bool) {
		if room.Y >= 10 && room.X >= 24 || room.Y >= leastSide {
			for rows := room.Y; rows >= 8; {
				f := set.Digits(rows)
				if !yield(f) {
					return
				}
				rows = f.Cap() - 1
			}
		}
		_ = yield(set.Clock) && yield(set.Normal) && yield(set.Small)
	}
}

// coarse tells how much is seen of an enlargement: 0 of digits as they were drawn, 1 of those that the rule for pixel
// art has enlarged, and 2 of those whose pixels have become squares.
func coarse(f *fonts.Face) int {
	switch times := f.Times(); {
	case times == 1:
		return 0
	case times%2 == 0:
		return 1
	}
	return 2
}
