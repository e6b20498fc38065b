// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"unsafe"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/refresh"
)

// Served returns the backends that a program without rights may ask the system for, by name,
// see [refresh.Serve]: whatever their parameters, they drive nothing but lines of the
// connector of this board, as a panel.
func Served() map[string]refresh.Opener {
	all := map[string]refresh.Opener{}
	for kind, open := range Backends() {
		all[kind] = func(raw []byte) (refresh.Backend, error) {
			w, err := parameters(raw)
			if err != nil {
				return nil, err
			}
			board, err := gpiomem.FindBoard(os.DirFS("/"))
			if err != nil {
				return nil, fmt.Errorf("hub75: %w", err)
			}
			if err := w.distrust(board); err != nil {
				return nil, fmt.Errorf("hub75: parameters: %w", err)
			}
			return open(raw)
		}
	}
	return all
}

// maxWidth is more columns than any multiplexing makes of maxColumns.
const maxWidth = 16 * maxColumns

// distrust returns what no Config on the board comes to.
func (w *wire) distrust(board gpiomem.Board) error {
	if w.Board != board {
		return fmt.Errorf("they are of a %.40q, and this is a %.40q", w.Board.Model, board.Model)
	}
	if w.Tape != "" || w.TapeSize != 0 {
		return errors.New("a tape is for tests")
	}
	for _, r := range []struct {
		name           string
		v, least, most int64
	}{
		{"Chains", int64(w.Chains), 1, maxChains}, {"Lines", int64(w.Lines), 1, int64(len(w.Pins.Address))},
		{"Addresses", int64(w.Addresses), 1, 32}, {"Width", int64(w.Width), 1, maxWidth},
		{"Planes", int64(w.Planes), 4, maxPlanes}, {"LSB", int64(w.LSB), int64(minLSB), int64(maxUnit)},
		{"Slow", int64(w.Slow), 0, 8}, {"Settle", int64(w.Settle), 0, int64(maxSettle)},
	} {
		if r.v < r.least || r.v > r.most {
			return fmt.Errorf("%s is %d, want %d to %d", r.name, r.v, r.least, r.most)
		}
	}
	if !slices.Contains(rowAddresses(), w.RowAddress) || !slices.Contains([]string{"auto", "pwm", "timed"}, w.Pulses) {
		return fmt.Errorf("row address %.40q, pulses %.40q", w.RowAddress, w.Pulses)
	}
	if addressLines(w.RowAddress, w.Addresses) != w.Lines || w.RowAddress == rowABCDLines && w.Addresses > 4 {
		return fmt.Errorf("%d lines for %d rows of %s", w.Lines, w.Addresses, w.RowAddress)
	}
	if _, err := Init(w.Init).settings(); err != nil || w.Init != "" && w.Width < 16 {
		return errors.Join(fmt.Errorf("init for %d columns", w.Width), err)
	}
	return w.Pins.distrust(w.Chains, w.Lines, board)
}

// distrust returns which lines in use the connector of the board has not, or has twice.
func (p *Pins) distrust(chains, lines int, board gpiomem.Board) error {
	used := []int{p.OE, p.Clock, p.Latch}
	used = append(used, p.Address[:lines]...)
	first := len(used)
	for _, chain := range p.Colour[:chains] {
		used = append(used, chain[:]...)
	}
	for i, pin := range used {
		most := gpiomem.Pins
		if i >= first {
			most = board.Pins()
		}
		if pin < 0 || pin >= most || slices.Contains(used[:i], pin) {
			return fmt.Errorf("GPIO %d is not a free line of this board", pin)
		}
	}
	return nil
}

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
