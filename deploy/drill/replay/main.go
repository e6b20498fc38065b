// SPDX-License-Identifier: Apache-2.0

// Replay plays the record of a disk's writes up to random moments of an update,
// as a power cut would leave the disk, and checks its files. The record
// comes from QEMU's blklogwrites, in the format of Linux' dm-log-writes.
//
// Usage: replay DISK LOG N SEED OUT
//
// DISK is the disk before the first write of the record, and is changed. Up to
// the last flush before the moment, every write is on the disk. Of the writes
// after it, at every second moment all are, and at the others a random half: a disk
// may write unflushed data in any order. Five of the disks are
// kept in OUT, to be started.
package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

// The guest writes these into files when the update begins and when it is over.
var begins, ends = []byte("LEDPOST-DRILL-BEGINS"), []byte("LEDPOST-DRILL-ENDS")

func main() {
	if len(os.Args) != 6 {
		fmt.Fprintln(os.Stderr, "usage: replay DISK LOG N SEED OUT")
		os.Exit(2)
	}
	n, err := strconv.Atoi(os.Args[3])
	seed, err2 := strconv.ParseUint(os.Args[4], 10, 64)
	if err == nil {
		err = err2
	}
	if err == nil {
		err = run(os.Args[1], os.Args[2], n, seed, os.Args[5])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(1)
	}
}

func run(disk, log string, n int, seed uint64, out string) error {
	text, err := os.Open(log)
	if err != nil {
		return err
	}
	defer text.Close()
	all, err := readLog(text)
	if err != nil {
		return err
	}
	from, to := find(all, begins), find(all, ends)
	if from < 0 || to < from+n {
		return fmt.Errorf("the update is from write %d to %d of %d: too few", from, to, len(all))
	}
	fmt.Printf("replay: %d writes in all, the update is from %d to %d, seed %d\n", len(all), from, to, seed)
	random := rand.New(rand.NewPCG(seed, seed))
	moments := make([]int, n)
	for i := range moments {
		moments[i] = from + random.IntN(to-from)
	}
	slices.Sort(moments)
	c, err := newChecker(disk, out, n)
	if err != nil {
		return err
	}
	for i, at := range moments {
		if err := c.cut(all, i, at, random); err != nil {
			return fmt.Errorf("cut %d, after write %d: %w", i, at, err)
		}
	}
	c.report()
	return nil
}

func find(all []write, magic []byte) int {
	return slices.IndexFunc(all, func(w write) bool { return bytes.Contains(w.data, magic) })
}

// cut makes the disk as the power cut after the write at leaves it, and checks it.
func (c *checker) cut(all []write, i, at int, random *rand.Rand) error {
	base, err := os.OpenFile(c.disk, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer base.Close()
	flushed := c.played
	for j := c.played; j <= at; j++ {
		if all[j].flush {
			flushed = j
		}
	}
	for ; c.played < flushed; c.played++ {
		if err := all[c.played].play(base); err != nil {
			return err
		}
	}
	image := filepath.Join(c.out, "cut")
	if out, err := exec.Command("cp", "--sparse=always", c.disk, image).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	f, err := os.OpenFile(image, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	for j := flushed; j <= at; j++ {
		if i%2 == 0 || random.IntN(2) == 0 {
			if err := all[j].play(f); err != nil {
				return err
			}
		}
	}
	// Five are kept, evenly over the update, as they are: starting them is what repairs them.
	if i%(max(c.n, 5)/5) == 0 {
		if out, err := exec.Command("cp", "--sparse=always", image, fmt.Sprintf("%s-%d", image, i)).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	return c.check(image)
}

// play writes w to the disk.
func (w write) play(disk io.WriterAt) error {
	_, err := disk.WriteAt(w.data, w.offset)
	return err
}
