// SPDX-License-Identifier: Apache-2.0

package mp3

import "encoding/binary"

// decoderDelay is how many samples late a decoder is: what LAME's delay does
// not count and its padding does.
const decoderDelay = 529

// info is what the first frame of a file says about the rest, when it holds a
// Xing, Info or VBRI header instead of sound.
type info struct {
	frames         int // after this one; 0 if not said
	delay, padding int // samples before and after the sound: the encoder's
}

// parseInfo reads the frame b with header h as an info frame. It reports false
// when it is not one.
func parseInfo(h header, b []byte) (info, bool) {
	for _, at := range []int{h.body() + h.side(), headerBytes + h.side()} { // with a CRC encoders differ
		if at+4 > len(b) {
			continue
		}
		if magic := string(b[at : at+4]); magic == "Xing" || magic == "Info" {
			return parseXing(b[at+4:]), true
		}
	}
	const vbri = headerBytes + 32 // always there
	if len(b) >= vbri+18 && string(b[vbri:vbri+4]) == "VBRI" {
		return info{frames: int(binary.BigEndian.Uint32(b[vbri+14:]) & (1<<31 - 1))}, true
	}
	return info{}, false
}

// parseXing reads what follows the four letters: flags, then the fields they
// announce, then LAME's extension (gabriel.mp3-tech.org, mp3infotag).
func parseXing(b []byte) (i info) {
	if len(b) < 4 {
		return i
	}
	flags := binary.BigEndian.Uint32(b)
	b = b[4:]
	for bit, size := range []int{4, 4, 100, 4} { // frames, bytes, seek table, quality
		if flags>>bit&1 == 0 {
			continue
		}
		if len(b) < size {
			return i
		}
		if bit == 0 {
			i.frames = int(binary.BigEndian.Uint32(b) & (1<<31 - 1))
		}
		b = b[size:]
	}
	const delays = 21 // 12 bits each, after the encoder's name, 9 bytes, and more
	if len(b) >= delays+3 && b[0] != 0 {
		i.delay = int(b[delays])<<4 | int(b[delays+1])>>4
		i.padding = int(b[delays+1])&15<<8 | int(b[delays+2])
	}
	return i
}

// trim says which samples of a stream are sound: those from start to end, and
// those from all on, if there are any behind what the encoder knew of. An end
// of 0 stands for none.
type trim struct{ start, end, all int64 }

// trim returns what to cut from a stream whose frames have the given number of
// samples.
func (i info) trim(samples int) trim {
	if i.delay == 0 && i.padding == 0 {
		return trim{}
	}
	t := trim{start: int64(i.delay + decoderDelay), all: int64(i.frames) * int64(samples)}
	t.end = t.all - max(int64(i.padding)-decoderDelay, 0)
	if t.end <= t.start {
		t.end = 0
	}
	return t
}

// within returns which of the n samples from base on are sound.
func (t trim) within(base int64, n int) (from, to int) {
	lo, hi := max(base, t.start), base+int64(n)
	if t.end > 0 && base < t.all {
		hi = min(hi, t.end)
	}
	if hi <= lo {
		return 0, 0
	}
	return int(lo - base), int(hi - base)
}

// position returns how many samples of sound there are before sample at.
func (t trim) position(at int64) int64 {
	if t.end > 0 && at > t.end {
		at = max(t.end, at-(t.all-t.end))
	}
	return max(at-t.start, 0)
}

// sample is the inverse of position.
func (t trim) sample(position int64) int64 {
	at := position + t.start
	if t.end > 0 && at >= t.end {
		at += t.all - t.end
	}
	return at
}
