// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The shared memory begins with a page of numbers, all 32 bits wide since
// ARMv6 has no wider atomic; three frames follow, each from a page on.
const (
	page = 4096

	atMiddle = 0  // the frame that neither side uses, and fresh
	atFrames = 64 // Stats.Frames
	atMilli  = 68 // Stats.Hz in thousandths
	atLate   = 72 // Stats.Late in nanoseconds

	fresh = 1 << 8 // the middle frame is newer than the front one

	maxFrame = 16 << 20
)

// shared is the memory that both processes see. A frame is always owned by the
// writer (back), the reader (front) or nobody (middle): publishing and taking
// one are each a single exchange, so neither side ever waits.
type shared struct {
	mem    []byte
	size   int // of a frame, in bytes
	stride int
}

// create makes memory for frames of size bytes that nobody can shrink.
func create(size int) (*os.File, shared, error) {
	if size < 1 || size > maxFrame {
		return nil, shared{}, fmt.Errorf("refresh: frames of %d bytes, want 1 to %d", size, maxFrame)
	}
	fd, err := unix.MemfdCreate("ledpost-frames", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, shared{}, fmt.Errorf("refresh: shared memory: %w", err)
	}
	f := os.NewFile(uintptr(fd), "frames")
	total := page + 3*roundUp(size)
	if err := f.Truncate(int64(total)); err != nil {
		f.Close()
		return nil, shared{}, fmt.Errorf("refresh: shared memory: %w", err)
	}
	// A page missing at its end would kill the process that touches it.
	if _, err := unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS,
		unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL); err != nil {
		f.Close()
		return nil, shared{}, fmt.Errorf("refresh: shared memory: %w", err)
	}
	s, err := mapShared(f, size)
	if err != nil {
		f.Close()
		return nil, shared{}, err
	}
	s.word(atMiddle).Store(1)
	return f, s, nil
}

func mapShared(f *os.File, size int) (shared, error) {
	info, err := f.Stat()
	if err != nil {
		return shared{}, fmt.Errorf("refresh: shared memory: %w", err)
	}
	s := shared{size: size, stride: roundUp(size)}
	if size < 1 || size > maxFrame || info.Size() < int64(page+3*s.stride) {
		return shared{}, fmt.Errorf("refresh: shared memory of %d bytes is too small for frames of %d", info.Size(), size)
	}
	s.mem, err = unix.Mmap(int(f.Fd()), 0, page+3*s.stride, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return shared{}, fmt.Errorf("refresh: shared memory: %w", err)
	}
	return s, nil
}

func roundUp(n int) int { return (n + page - 1) &^ (page - 1) }

func (s shared) word(offset int) *atomic.Uint32 {
	return (*atomic.Uint32)(unsafe.Pointer(&s.mem[offset]))
}

// frame is number i; the other side's number is not trusted to be in range.
func (s shared) frame(i uint32) []byte {
	at := page + int(i%3)*s.stride
	return s.mem[at : at+s.size : at+s.size]
}

// writer is the main process's side.
type writer struct {
	shared
	back uint32
}

// publish hands over the back frame and takes the one in the middle, whether the reader has
// had it or not: three frames and one exchange, so that neither side waits.
func (w *writer) publish() { w.back = w.word(atMiddle).Swap(w.back|fresh) &^ fresh }

// reader is the refresher's side.
type reader struct {
	shared
	front uint32
	any   bool // a frame has come
}

func newReader(s shared) *reader { return &reader{shared: s, front: 2} }

// next is the newest frame, nil before the first.
func (r *reader) next() []byte {
	if r.word(atMiddle).Load()&fresh != 0 {
		r.front = r.word(atMiddle).Swap(r.front) &^ fresh // a newer one may have come since Load: then it is that
		r.any = true
	}
	if !r.any {
		return nil
	}
	return r.frame(r.front)
}
