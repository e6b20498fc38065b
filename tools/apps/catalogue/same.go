// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/icons/webp"
	"github.com/ledpost/ledpost/internal/applet"
)

// changing are the modules whose answers differ from one run to the next.
var changing = regexp.MustCompile(`"(http|time|random|cache|sunrise)\.star"`)

// compared is an app that both ledpost-apps and pixlet draw.
type compared struct {
	app      string
	pictures int
	ours     *timeline
	verdict  string // "same", or how they differ
}

// facts returns what is kept of the app: its pictures, how long they take, and their sum.
func (c *compared) facts() string {
	return fmt.Sprintf("%d\t%v\t%x", c.pictures, c.ours.length(), c.ours.sum())
}

// String implements fmt.Stringer.
func (c *compared) String() string { return c.app + "\t" + c.facts() + "\t" + c.verdict }

// compare draws every app of a folder that asks neither the network nor the clock nor chance, with ledpost-apps and
// with pixlet's own command, and returns those that draw.
func compare(program, pixlet, folder string) (rows []*compared, err error) {
	dirs, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var wg sync.WaitGroup
	all, turns := make([]*compared, len(dirs)), make(chan struct{}, runtime.NumCPU())
	for i, d := range dirs {
		turns <- struct{}{}
		wg.Go(func() {
			defer func() { <-turns }()
			all[i] = row(program, pixlet, filepath.Join(folder, d.Name()))
		})
	}
	wg.Wait()
	return slices.DeleteFunc(all, func(c *compared) bool { return c == nil }), nil
}

// row compares an app; nil = it draws nothing, or may change from run to run. Without pixlet it only draws.
func row(program, pixlet, dir string) *compared {
	files, m, err := read(dir)
	if err != nil {
		return nil
	}
	for name, data := range files {
		if strings.HasSuffix(name, ".star") && changing.Match(data) {
			return nil
		}
	}
	conn, err := applet.Start(program)
	if err != nil {
		return nil
	}
	d, err := applet.Draw(context.Background(), conn,
		applet.Request{App: m.ID, Main: m.File, Width: 64, Height: 32}, files, applet.Offline)
	if err != nil || len(d.Images) == 0 {
		return nil
	}
	c := &compared{app: filepath.Base(dir), pictures: len(d.Images), ours: &timeline{}, verdict: "same"}
	for i, picture := range d.Images {
		c.ours.add(picture.Pix, d.Delays[i])
	}
	if pixlet == "" {
		return c
	}
	if theirs, err := shown(pixlet, dir); err != nil {
		c.verdict = fmt.Sprintf("pixlet: %v", err)
	} else if difference := c.ours.differs(theirs); difference != "" {
		c.verdict = difference
	}
	return c
}

// shown returns what pixlet's own command draws of an app.
func shown(pixlet, dir string) (*timeline, error) {
	file, err := os.CreateTemp("", "*.webp")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	file.Close()
	cmd := exec.Command(pixlet, "render", dir, "--silent", "--max-duration", "0s", "--webp-level", "0", "-o", file.Name())
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %.80q", err, out)
	}
	data, err := os.ReadFile(file.Name())
	if err != nil {
		return nil, err
	}
	all := &timeline{}
	_, err = webp.Walk(data, func(f webp.Frame) error {
		all.add(f.Image.Pix, f.Delay)
		return nil
	})
	return all, err
}

// timeline is pictures one after the other; equal neighbours are one.
type timeline struct {
	pictures [][]byte
	lengths  []time.Duration
}

func (l *timeline) add(pix []byte, d time.Duration) {
	if n := len(l.pictures); n > 0 && bytes.Equal(l.pictures[n-1], pix) {
		l.lengths[n-1] += d
		return
	}
	l.pictures, l.lengths = append(l.pictures, bytes.Clone(pix)), append(l.lengths, d)
}

func (l *timeline) length() (all time.Duration) {
	for _, d := range l.lengths {
		all += d
	}
	return all
}

// sum is of all pictures and their times.
func (l *timeline) sum() []byte {
	h := sha256.New()
	for i, pix := range l.pictures {
		h.Write(pix)
		fmt.Fprintln(h, l.lengths[i].Milliseconds())
	}
	return h.Sum(nil)[:8]
}

// differs says where two timelines part; "" = nowhere. A picture that stands still has no time.
func (l *timeline) differs(other *timeline) string {
	if len(l.pictures) != len(other.pictures) {
		return fmt.Sprintf("%d pictures, pixlet has %d", len(l.pictures), len(other.pictures))
	}
	for i, pix := range l.pictures {
		wrong := 0
		for n := range pix {
			if pix[n] != other.pictures[i][n] {
				wrong++
			}
		}
		if wrong > 0 {
			return fmt.Sprintf("picture %d differs in %d values", i, wrong)
		}
		if l.lengths[i] != other.lengths[i] && len(l.pictures) > 1 {
			return fmt.Sprintf("picture %d shows for %v, pixlet has %v", i, l.lengths[i], other.lengths[i])
		}
	}
	return ""
}
