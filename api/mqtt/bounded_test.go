// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bytes"
	"errors"
	"io"
	"net"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
)

// stream is a connection from which given bytes come.
type stream struct {
	net.Conn
	io.Reader
}

func (s stream) Read(p []byte) (int, error) { return s.Reader.Read(p) }

func TestBounded(t *testing.T) {
	long := append([]byte{0x30, 0x80, 0x80, 0x80, 0x01}, make([]byte, 2<<20)...) // 2 MiB
	full := append([]byte{0x30, 0x80, 0x80, 0x40}, make([]byte, 1<<20)...)
	ping := []byte{0xd0, 0}
	for _, row := range []struct {
		name     string
		in, want []byte
		skipped  uint64
		err      error
	}{
		{"packets pass as they are", slices.Concat(ping, []byte{0x40, 2, 0, 7}, ping), slices.Concat(ping, []byte{0x40, 2, 0, 7}, ping), 0, io.EOF},
		{"the largest body passes", slices.Concat(full, ping), slices.Concat(full, ping), 0, io.EOF},
		{"a packet that is too long is left out", slices.Concat(ping, long, ping), slices.Concat(ping, ping), 1, io.EOF},
		{"cut within what is left out", long[:100], nil, 1, io.EOF},
		{"a length without an end", []byte{0x30, 0xff, 0xff, 0xff, 0xff, 0x01}, nil, 0, errMalformed},
		{"cut within the header", []byte{0x30, 0xff}, nil, 0, io.EOF},
		{"nothing", nil, nil, 0, io.EOF},
	} {
		var skipped atomic.Uint64
		b := bound(stream{Reader: bytes.NewReader(row.in)}, &skipped)
		var got []byte
		var err error
		for p := make([]byte, 1000); err == nil; {
			var n int
			n, err = b.Read(p)
			got = append(got, p[:n]...)
		}
		if !bytes.Equal(got, row.want) || !errors.Is(err, row.err) || skipped.Load() != row.skipped {
			t.Errorf("%s: %d bytes, %v, %d left out; want %d, %v, %d", row.name, len(got), err, skipped.Load(), len(row.want), row.err, row.skipped)
		}
	}
}

// FuzzBounded: whatever a broker sends, what passes is whole packets within the
// limit, and reading it takes little memory.
func FuzzBounded(f *testing.F) {
	f.Add([]byte{0x20, 2, 0, 0, 0x30, 5, 0, 1, 'a', 'x', 'y', 0xd0, 0})
	f.Add([]byte{0x30, 0xff, 0xff, 0xff, 0x7f, 1, 2, 3})
	f.Fuzz(func(t *testing.T, in []byte) {
		memtest.AtMost(t, 64<<10+8*len(in), func() {
			var skipped atomic.Uint64
			got, err := io.ReadAll(bound(stream{Reader: bytes.NewReader(in)}, &skipped))
			if err != nil && !errors.Is(err, errMalformed) {
				t.Fatal(err)
			}
			if len(got) > len(in) || skipped.Load() == 0 && !bytes.Equal(got, in[:len(got)]) {
				t.Errorf("%x became %x", in, got)
			}
		})
	})
}
