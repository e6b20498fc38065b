// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"errors"
	"unsafe"
)

// A frame in the shared memory is pictures, each the words of one refresh, and a
// last word with their number. The refresher shows them in turn: in the dark a
// round of them gives light between the levels of the planes. Since they are in
// one frame, no picture of a round is ever shown more often than another.

// words is a frame as the words that it consists of. Frames begin on a page.
func words(frame []byte) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(frame))), len(frame)/4)
}

// turns takes the pictures of frames in turn.
type turns struct {
	size int // words of a picture
	last int // picture shown
}

// errFrame says that the other process has other panels in mind.
var errFrame = errors.New("hub75: a frame of another size")

// next is the picture that is due.
func (t *turns) next(frame []byte) ([]uint32, error) {
	all := words(frame)
	if len(all) == 0 {
		return nil, errFrame
	}
	n := all[len(all)-1]
	if n < 1 || n > maxPhases || int(n)*t.size >= len(all) {
		return nil, errFrame
	}
	// Goes on from frame to frame: another picture begins in the middle of a round,
	// where the one before was, and the eye sees no step.
	t.last = (t.last + 1) % int(n)
	return all[t.last*t.size:][:t.size], nil
}
