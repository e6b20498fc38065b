// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"testing"
)

// image is a card in memory whose power is cut after some sectors were written.
type image struct {
	text   []byte
	writes int // sectors
}

var errPower = errors.New("the power is cut")

func (m *image) ReadAt(p []byte, at int64) (int, error) { return copy(p, m.text[at:]), nil }

func (m *image) WriteAt(p []byte, at int64) (int, error) {
	for n := 0; n < len(p); n += sector {
		if m.writes--; m.writes < 0 {
			return n, errPower
		}
		copy(m.text[int(at)+n:], p[n:n+sector])
	}
	return len(p), nil
}

func (m *image) Sync() error { return nil }

const (
	imageSectors = 1 << 12
	cardSectors  = 1<<12 + 3*worth
)

// newImage is an image with four partitions on a card that is larger, as gokrazy makes it.
func newImage() *image {
	m := &image{make([]byte, cardSectors*sector), 1 << 20}
	all := make([]byte, entries*entries)
	for i, part := range [][2]uint64{{100, 199}, {200, 299}, {300, 399}, {400, imageSectors - 34}} {
		all[i*entries] = 1
		binary.LittleEndian.PutUint64(all[i*entries+32:], part[0])
		binary.LittleEndian.PutUint64(all[i*entries+40:], part[1])
	}
	h := header{Revision: 1 << 16, Size: headerSize, Own: 1, Other: imageSectors - 1, First: 34, Last: imageSectors - 34,
		Entries: 2, Count: entries, EntrySize: entries, EntriesCRC: crc32.ChecksumIEEE(all)}
	copy(h.Signature[:], "EFI PART")
	copy(m.text[2*sector:], all)
	copy(m.text[sector:], h.encode())
	return m
}

// ends is where the last partition ends by the first table.
func ends(t *testing.T, m *image) uint64 {
	t.Helper()
	_, all, err := readTable(m)
	if err != nil {
		t.Fatal(err)
	}
	return binary.LittleEndian.Uint64(all[3*entries+40:])
}

// TestExtend: the partition fills the card, the second table is at its end, and the next
// start changes nothing.
func TestExtend(t *testing.T) {
	m := newImage()
	for range 2 {
		length, err := extend(m, cardSectors, 4)
		if want := uint64(cardSectors - 34); err != nil || ends(t, m) != want || length != want-399 {
			t.Fatal(length, err, ends(t, m))
		}
	}
	second := header{}
	_ = binary.Read(bytes.NewReader(m.text[(cardSectors-1)*sector:]), binary.LittleEndian, &second)
	first, _, _ := readTable(m)
	if second.Own != first.Other || second.Other != 1 || second.EntriesCRC != first.EntriesCRC ||
		second.CRC != binary.LittleEndian.Uint32(second.encode()[16:]) {
		t.Errorf("%+v\n%+v", first, second)
	}
	if text := m.text[second.Entries*sector:][:entries*entries]; crc32.ChecksumIEEE(text) != second.EntriesCRC {
		t.Error("the second table's entries are not its own")
	}
	m.writes = 0
	if _, err := extend(m, cardSectors, 4); err != nil {
		t.Error("it writes although nothing is to do", err)
	}
}

// TestExtendCut: after each sector the power may go: there is one table or the other, and
// the next start ends it.
func TestExtendCut(t *testing.T) {
	before := uint64(imageSectors - 34)
	for cut := range 2*(table+1) + 1 {
		m := newImage()
		m.writes = cut
		_, err := extend(m, cardSectors, 4)
		if done := cut == 2*(table+1); (err == nil) != done {
			t.Fatalf("cut after %d: %v", cut, err)
		}
		if now := ends(t, m); err != nil && now != before {
			t.Fatalf("cut after %d the partition ends at %d", cut, now)
		}
		m.writes = 1 << 20
		if _, err := extend(m, cardSectors, 4); err != nil || ends(t, m) != cardSectors-34 {
			t.Fatalf("cut after %d, and again: %v", cut, err)
		}
	}
}

// TestExtendAgain: a card that was copied to a larger one grows again, from the entries
// that are in force.
func TestExtendAgain(t *testing.T) {
	m := newImage()
	m.text = append(m.text, make([]byte, 2*worth*sector)...)
	for _, sectors := range []uint64{cardSectors, cardSectors + 2*worth} {
		if _, err := extend(m, sectors, 4); err != nil || ends(t, m) != sectors-34 {
			t.Fatal(err, ends(t, m))
		}
	}
}

// TestExtendRefuses: a partition table of another maker stays untouched.
func TestExtendRefuses(t *testing.T) {
	for name, break_ := range map[string]func(m *image){
		"no table":        func(m *image) { m.text[sector] = 0 },
		"a broken header": func(m *image) { m.text[sector+60]++ },
		"broken entries":  func(m *image) { m.text[2*sector+40]++ },
		"another one behind": func(m *image) {
			renew(m, func(all []byte) { binary.LittleEndian.PutUint64(all[4*entries+32:], 5000) })
		},
		"one in the gap": func(m *image) { renew(m, func(all []byte) { binary.LittleEndian.PutUint64(all[32:], 90) }) },
		"no fourth one":  func(m *image) { renew(m, func(all []byte) { clear(all[3*entries:]) }) },
	} {
		m := newImage()
		break_(m)
		m.writes = 0
		if _, err := extend(m, cardSectors, 4); !errors.Is(err, errTable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// renew changes the entries, with sums that are right.
func renew(m *image, change func(all []byte)) {
	h, all, _ := readTable(m)
	change(all)
	h.EntriesCRC = crc32.ChecksumIEEE(all)
	copy(m.text[2*sector:], all)
	copy(m.text[sector:], h.encode())
}
