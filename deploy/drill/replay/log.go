// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Format of the record (Linux, drivers/md/dm-log-writes.c).
const (
	logMagic    = 0x6a736677736872
	flagFlush   = 1
	flagDiscard = 4
)

// write is one write to the disk.
type write struct {
	offset int64
	data   []byte
	flush  bool // all writes before it are on the disk
}

func readLog(r io.Reader) (all []write, err error) {
	var super struct {
		Magic, Version, Entries uint64
		Sector                  uint32
	}
	head := make([]byte, 512)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	if _, err := binary.Decode(head, binary.LittleEndian, &super); err != nil {
		return nil, err
	}
	if super.Magic != logMagic || super.Version != 1 || super.Sector != 512 {
		return nil, fmt.Errorf("not a record of writes: %+v", super)
	}
	for range super.Entries {
		w, err := readWrite(r, head)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

func readWrite(r io.Reader, head []byte) (w write, err error) {
	var entry struct{ Sector, Sectors, Flags, Length uint64 }
	if _, err := io.ReadFull(r, head); err != nil {
		return w, err
	}
	if _, err := binary.Decode(head, binary.LittleEndian, &entry); err != nil {
		return w, err
	}
	w = write{offset: int64(entry.Sector) * 512, flush: entry.Flags&flagFlush != 0}
	if entry.Flags&flagDiscard != 0 {
		return w, nil
	}
	w.data = make([]byte, entry.Sectors*512)
	_, err = io.ReadFull(r, w.data)
	return w, err
}
