// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A disk is one with partitions; *os.File is one.
type disk interface {
	io.ReaderAt
	io.WriterAt
	Sync() error
}

const (
	sector  = 512
	entries = 128 // bytes of an entry, and how many there are
	table   = entries * entries / sector
	spare   = 64       // where the entries are when they are not behind the header
	worth   = 64 << 11 // sectors that are worth a change: 64 MiB
)

// header is the header of a partition table (UEFI 2.10, table 5.5), up to the reserved part.
type header struct {
	Signature                             [8]byte
	Revision, Size, CRC, Reserved         uint32
	Own, Other, First, Last               uint64
	GUID                                  [16]byte
	Entries                               uint64
	Count, EntrySize, EntriesCRC, Padding uint32
}

// headerSize is the size of a header without padding.
const headerSize = 92

var errTable = errors.New("boot: the card's partition table is not as the image has it")

// extend lets the partition, which has to be the last one, go to the end of a disk of so
// many sectors, and returns how many sectors it then has. The table at the end comes first;
// then the entries, where those in force are not; then, by one sector, the header that
// names them: whenever the power is cut, the kernel finds one table or the other. Nothing
// is written where there is less than 64 MiB to win.
func extend(d disk, sectors uint64, partition int) (length uint64, err error) {
	h, all, err := readTable(d)
	if err != nil {
		return 0, err
	}
	own := all[(partition-1)*entries:][:entries]
	start, end := binary.LittleEndian.Uint64(own[32:]), binary.LittleEndian.Uint64(own[40:])
	if start == 0 || end < start {
		return 0, errTable
	}
	for i := 0; i < len(all); i += entries {
		if from := binary.LittleEndian.Uint64(all[i+32:]); from > start || from > 0 && from < spare+table {
			return 0, errTable
		}
	}
	last := sectors - 1 - table - 1
	if last < end+worth {
		return end - start + 1, nil
	}
	binary.LittleEndian.PutUint64(own[40:], last)
	h.Last, h.EntriesCRC = last, crc32.ChecksumIEEE(all)
	backup := h
	h.Own, h.Other = 1, sectors-1
	backup.Own, backup.Other, backup.Entries = sectors-1, 1, sectors-1-table
	if h.Entries == spare {
		h.Entries = 2
	} else {
		h.Entries = spare
	}
	for _, step := range []struct {
		at   uint64
		text []byte
	}{{backup.Entries, all}, {backup.Own, backup.encode()}, {h.Entries, all}, {h.Own, h.encode()}} {
		if _, err := d.WriteAt(step.text, int64(step.at*sector)); err != nil {
			return 0, err
		}
		if err := d.Sync(); err != nil {
			return 0, err
		}
	}
	return last - start + 1, nil
}

// encode returns the sector with the header and its sum.
func (h header) encode() []byte {
	h.CRC = 0
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, h) // of fixed size
	text := b.Bytes()[:headerSize]
	binary.LittleEndian.PutUint32(text[16:], crc32.ChecksumIEEE(text))
	return append(text[:headerSize:headerSize], make([]byte, sector-headerSize)...)
}

// readTable returns the first header and its entries, if they are sound and as gokrazy
// makes them.
func readTable(d disk) (h header, all []byte, err error) {
	text := make([]byte, sector)
	if _, err := d.ReadAt(text, sector); err != nil {
		return h, nil, fmt.Errorf("boot: %w", err)
	}
	if err := binary.Read(bytes.NewReader(append(text, 0, 0, 0, 0)), binary.LittleEndian, &h); err != nil {
		return h, nil, err
	}
	sum := h.CRC
	if string(h.Signature[:]) != "EFI PART" || h.Size != headerSize || h.Count != entries || h.EntrySize != entries ||
		h.Own != 1 ||
		(h.Entries != 2 && h.Entries != spare) || h.First < 2+table {
		return h, nil, errTable
	}
	if now := h.encode(); binary.LittleEndian.Uint32(now[16:]) != sum {
		return h, nil, errTable
	}
	all = make([]byte, entries*entries)
	if _, err := d.ReadAt(all, int64(h.Entries*sector)); err != nil {
		return h, nil, fmt.Errorf("boot: %w", err)
	}
	if crc32.ChecksumIEEE(all) != h.EntriesCRC {
		return h, nil, errTable
	}
	return h, all, nil
}
