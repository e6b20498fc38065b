// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// TestMain runs the victim of TestSIGKILL instead of the tests when asked to.
func TestMain(m *testing.M) {
	if dir := os.Getenv("LEDPOST_TEST_VICTIM"); dir != "" {
		victim(dir)
		return
	}
	os.Exit(m.Run())
}

// nowhere is edges that lead nowhere.
type nowhere struct{}

func (nowhere) Show(render.Scene)                  {}
func (nowhere) Play(sounds.Track, ...sounds.Track) {}
func (nowhere) Icon(icons.Ref) *icons.Icon         { return &icons.Icon{} }

const victimWindow = 20 * time.Millisecond

// victim is a device that changes its settings and posts as fast as it can, and
// says what it has kept from before and what it acknowledges; in between its log
// says when a write has ended.
func victim(dir string) {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelDebug}))
	file, saved := Open(durable.Dir(dir), Options{Window: victimWindow, Log: log})
	survive(file.Fault())
	for i := range saved.Waiting {
		saved.Waiting[i].Ends = 0 // a life is short, and none of them ends it
	}
	set, err := fonts.Open(fonts.Options{})
	survive(err)
	cfg := device.Config{Width: 37, Height: 8, PanelType: "color", Audio: func() bool { return false }, Fonts: set,
		Icons: nowhere{}}
	d := device.New(cfg, saved, device.Edges{Screen: nowhere{}, Speaker: nowhere{}, Keeper: file})
	ctx := context.Background()
	go d.Run(ctx)
	go file.Run(ctx)
	kept := []string{"none"}
	for _, w := range saved.Waiting {
		kept = append(kept, w.ID)
	}
	fmt.Println("start", saved.Settings.Volume, strings.Join(kept, ","))
	for v := saved.Settings.Volume + 1; ; v++ {
		_, err := d.SetVolume(ctx, v%101)
		survive(err)
		fmt.Println("volume", v%101)
		id, err := d.Notify(ctx,
			note.Notification{Lifetime: time.Hour, Frames: []note.Frame{{Text: []note.Fragment{{Text: "x"}}}}}, "")
		survive(err)
		fmt.Println("id", id)
		if queue, _ := d.Queue(ctx); len(queue) < 40 && v%5 == 0 {
			fmt.Println("waits", id)
		} else {
			survive(d.Dismiss(ctx, id))
		}
		time.Sleep(time.Millisecond)
	}
}

func survive(err error) {
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
}

// life is what a victim said from its start to its end.
type life struct {
	began   int // its first volume
	kept    []string
	volumes []int
	ids     []string
	waits   []string // ids that were left in the queue
	writes  int      // that have ended

	// What was acknowledged before the last write but one ended, and followed by
	// something else before that, is in the last write.
	sure, next promise
}

// promise is how much of what was said must be there after the end.
type promise struct{ volumes, waits int }

// live starts a victim, waits for lines and writes, and kills it a while later.
func live(t *testing.T, dir string, lines, writes int, later time.Duration) *life {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LEDPOST_TEST_VICTIM="+dir)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	l := &life{}
	said := bufio.NewScanner(out)
	for ; (lines > 0 || l.writes < writes) && said.Scan(); lines-- {
		l.hear(t, said.Text())
	}
	time.AfterFunc(later, func() { _ = cmd.Process.Kill() })
	for said.Scan() {
		l.hear(t, said.Text())
	}
	_ = cmd.Wait()
	return l
}

// hear takes a line of what a victim says.
func (l *life) hear(t *testing.T, line string) {
	t.Helper()
	var id string
	var v int
	switch {
	case scan(line, "start %d %s", &l.began, &id):
		l.kept = strings.Split(id, ",")
	case scan(line, "volume %d", &v):
		l.volumes = append(l.volumes, v)
	case scan(line, "id %s", &id):
		l.ids = append(l.ids, id)
	case scan(line, "waits %s", &id):
		l.waits = append(l.waits, id)
	case strings.Contains(line, "safe mode"):
	case strings.Contains(line, "level=DEBUG"):
		l.writes++
		l.sure, l.next = l.next, promise{max(len(l.volumes)-1, 0), max(len(l.waits)-1, 0)}
	default:
		t.Errorf("a victim said %q", line)
	}
}

func scan(line, format string, into ...any) bool {
	n, err := fmt.Sscanf(line, format, into...)
	return err == nil && n == len(into)
}

// TestSIGKILL kills a device 200 times, at all instants of a write: what it had
// acknowledged before its last window is there afterwards, or something newer;
// the file is never broken; no id comes twice.
func TestSIGKILL(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes 15 s")
	}
	dir := t.TempDir()
	seen := map[string]bool{}
	var before *life
	for i := range 200 {
		l := live(t, dir, 10, 1+i%3, time.Duration(i%13*3)*time.Millisecond)
		if before != nil {
			checkVolume(t, i, l, before)
			checkWaiting(t, i, l, append(before.kept, before.waits[:before.sure.waits]...))
		}
		for _, id := range l.ids {
			if seen[id] {
				t.Errorf("run %d: id %s came twice", i, id)
			}
			seen[id] = true
		}
		if before = l; t.Failed() {
			return
		}
	}
	if bad, _ := filepath.Glob(filepath.Join(dir, "*.bad")); len(bad) > 0 {
		t.Errorf("a broken file was found: %v", bad)
	}
	if len(before.kept) < 20 || len(seen) < 500 {
		t.Errorf("%d left waiting, %d ids: the victims did not get to work", len(before.kept), len(seen))
	}
}

// checkVolume: the volume that l began with is one that was said in the life
// before, not older than what was sure, or the one after the last that was said.
func checkVolume(t *testing.T, run int, l, before *life) {
	t.Helper()
	said := append([]int{before.began}, before.volumes...)
	said = append(said, (said[len(said)-1]+1)%101)
	if !slices.Contains(said[before.sure.volumes:], l.began) {
		t.Errorf("run %d: volume %d is kept; %d were said, %v, and those before place %d are too old",
			run, l.began, len(before.volumes), said, before.sure.volumes)
	}
}

// checkWaiting: what waits since the life before that one, and what it surely
// left waiting, is there.
func checkWaiting(t *testing.T, run int, l *life, waiting []string) {
	t.Helper()
	for _, id := range waiting {
		if !slices.Contains(l.kept, id) {
			t.Errorf("run %d: notification %s waited and is gone; kept are %v", run, id, l.kept)
		}
	}
}
