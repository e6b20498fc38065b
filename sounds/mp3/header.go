// SPDX-License-Identifier: Apache-2.0

package mp3

// header is a frame's first four bytes (ISO 11172-3, 2.4.1.3). From the top:
// 11 bits sync, 2 version, 2 layer, 1 no CRC, 4 bit rate, 2 sampling rate,
// 1 padding, 1 private, 2 mode, 2 mode extension, 4 that do not matter here.
type header uint32

const (
	// headerBytes come before the CRC or the side information.
	headerBytes = 4
	// maxFrame bounds a frame in bytes. At the fixed bit rates the longest has
	// 1,441 (320 kbit/s at 32 kHz, padded); free format may have more, though
	// its granules cannot use them: part2_3_length has 12 bits.
	maxFrame = 4096
	// sameStream are the bits that all frames of a stream share: sync,
	// version, layer and sampling rate.
	sameStream = 0xfffe0c00
)

// kbits holds the bit rates of Layer III in kbit/s: MPEG-1, then the lower
// sampling frequencies (ISO 13818-3, 2.4.2.3). Index 0 is free format.
var kbits = [2][15]int{
	{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
	{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
}

// hertz holds the sampling rates of MPEG-1, MPEG-2 and MPEG-2.5.
var hertz = [9]int{44100, 48000, 32000, 22050, 24000, 16000, 11025, 12000, 8000}

// valid reports whether h can start a Layer III frame.
func (h header) valid() bool {
	return h>>21 == 0x7ff && // sync
		h>>19&3 != 1 && // version 1 is reserved
		h>>17&3 == 1 && // Layer III
		h>>12&15 != 15 && // forbidden bit rate
		h>>10&3 != 3 // reserved sampling rate
}

// like reports whether a frame h can follow a frame g of the same stream.
func (h header) like(g header) bool {
	return (h^g)&sameStream == 0 && h.channels() == g.channels() && h.free() == g.free()
}

// lsf reports the lower sampling frequencies, MPEG-2 and MPEG-2.5.
func (h header) lsf() bool { return h>>19&3 != 3 }

// crc reports whether a 16-bit CRC follows the header.
func (h header) crc() bool { return h>>16&1 == 0 }

// free reports free format: the frame does not say how long it is.
func (h header) free() bool { return h>>12&15 == 0 }

// padding is the number of bytes that padding adds, 0 or 1.
func (h header) padding() int { return int(h >> 9 & 1) }

// rate is the index of the sampling rate in hertz and bands.
func (h header) rate() int {
	family := [4]int{2, 0, 1, 0}[h>>19&3]
	return 3*family + int(h>>10&3)
}

// channels is 1 or 2.
func (h header) channels() int {
	if h.mode() == 3 {
		return 1
	}
	return 2
}

// mode is 0 stereo, 1 joint stereo, 2 two channels, 3 mono.
func (h header) mode() int { return int(h >> 6 & 3) }

// joint reports what joint stereo uses: mid/side, intensity.
func (h header) joint() (ms, intensity bool) {
	if h.mode() != 1 {
		return false, false
	}
	return h>>5&1 == 1, h>>4&1 == 1
}

// granules is the number of granules of 576 samples in a frame.
func (h header) granules() int {
	if h.lsf() {
		return 1
	}
	return 2
}

// samples is the number of samples of a channel in a frame.
func (h header) samples() int { return h.granules() * granuleLines }

// side is the length of the side information in bytes.
func (h header) side() int {
	switch {
	case h.lsf() && h.channels() == 1:
		return 9
	case h.lsf() || h.channels() == 1:
		return 17
	}
	return 32
}

// body is the offset of the side information.
func (h header) body() int {
	if h.crc() {
		return headerBytes + 2
	}
	return headerBytes
}

// size is the length of the whole frame in bytes. free is the size of an unpadded
// frame in free format; with 0, not known, size is 0 there.
func (h header) size(free int) int {
	if h.free() {
		if free == 0 {
			return 0
		}
		return free + h.padding()
	}
	slots, row := 144, 0
	if h.lsf() {
		slots, row = 72, 1
	}
	return slots*1000*kbits[row][h>>12&15]/hertz[h.rate()] + h.padding()
}
