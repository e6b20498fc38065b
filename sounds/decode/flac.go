// SPDX-License-Identifier: Apache-2.0

//go:build !js

package decode

import (
	"bytes"
	"fmt"
	"io"

	"github.com/gopxl/beep/v2"
	"github.com/gopxl/beep/v2/flac"
)

// maxMetadata bounds the metadata before the first frame, in bytes: covers
// are the largest, and a block holds at most 16 MiB of one.
const maxMetadata = 32 << 20

// flacStream is beep's decoder, which mistakes a tag after the last sample for
// damage.
type flacStream struct {
	beep.StreamSeekCloser
	format beep.Format
	played int
}

func newFLAC(r io.Reader) (Stream, error) {
	head, err := flacHead(r)
	if err != nil {
		return nil, fmt.Errorf("decode: damaged FLAC header: %w", err)
	}
	s, format, err := flac.Decode(onlyReader{io.MultiReader(bytes.NewReader(head), r)})
	if err != nil {
		return nil, err
	}
	return &flacStream{StreamSeekCloser: s, format: format}, nil
}

func (f *flacStream) Format() beep.Format { return f.format }

func (f *flacStream) Stream(samples [][2]float64) (int, bool) {
	if whole := f.Len(); whole > 0 {
		left := whole - f.played
		if left <= 0 {
			return 0, false
		}
		samples = samples[:min(len(samples), left)]
	}
	n, ok := f.StreamSeekCloser.Stream(samples)
	f.played += n
	return n, ok
}

func (f *flacStream) Err() error {
	if whole := f.Len(); whole > 0 && f.played >= whole {
		return nil
	}
	return f.StreamSeekCloser.Err()
}

// flacHead reads r up to its first frame and returns a head of STREAMINFO alone
// (RFC 9639, 8.1 and 8.2). The library allocates by the lengths that comments,
// pictures and cue sheets state, and running out of memory cannot be recovered
// from, so it never sees those blocks.
func flacHead(r io.Reader) ([]byte, error) {
	const info, header, last = 34, 4, 0x80 // bytes of STREAMINFO; of a block's header; its flag
	head := make([]byte, len("fLaC")+header+info)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	block := head[len("fLaC"):][:header]
	if kind, size := block[0]&^last, flacLength(block); kind != 0 || size != info {
		return nil, fmt.Errorf("block of type %d and %d bytes where STREAMINFO should be", kind, size)
	}
	ended := block[0]&last != 0
	block[0] |= last
	next := make([]byte, header)
	for skipped := int64(0); !ended; {
		if _, err := io.ReadFull(r, next); err != nil {
			return nil, err
		}
		ended = next[0]&last != 0
		size := flacLength(next)
		if skipped += header + size; skipped > maxMetadata {
			return nil, fmt.Errorf("more than %d MiB before the first frame", maxMetadata>>20)
		}
		if _, err := io.CopyN(io.Discard, r, size); err != nil {
			return nil, err
		}
	}
	return head, nil
}

// flacLength is the length in the header of a metadata block.
func flacLength(header []byte) int64 {
	return int64(header[1])<<16 | int64(header[2])<<8 | int64(header[3])
}
