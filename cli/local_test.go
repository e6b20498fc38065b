// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image/color"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	search "github.com/koron/go-ssdp"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/install"
)

// home gives the commands an empty place of their own, and returns its data directory.
func home(t *testing.T) string {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("STATE_DIRECTORY", "")
	return filepath.Join(os.Getenv("XDG_STATE_HOME"), "ledpost")
}

// said runs a command and returns what it prints.
func said(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := Run(t.Context(), args, Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard})
	return out.String(), err
}

// TestKeyCommand prints the key of a device, changes it when asked to, and makes none where
// no device is.
func TestKeyCommand(t *testing.T) {
	home(t)
	dir := t.TempDir()
	if out, err := said(t, "key", "--data", dir); err == nil || out != "" || !strings.Contains(err.Error(), "there is no key in "+dir) || !strings.HasSuffix(err.Error(), "names its data directory") {
		t.Errorf("before the first start: %q, %v", out, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "key"), []byte(mine+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := said(t, "key", "--data", dir); err != nil || out != mine+"\n" {
		t.Errorf("%q, %v", out, err)
	}
	if code, err := said(t, "key", "--qr", "--data", dir); err != nil || !strings.Contains(code, "▀") || !strings.Contains(code, ":8080/#") {
		t.Errorf("the QR code is %q, %v", code, err)
	}
	link, err := said(t, "key", "--link", "--data", dir)
	if err != nil || !strings.HasPrefix(link, "http://") || !strings.HasSuffix(link, "/#"+mine+"\n") {
		t.Errorf("%q, %v", link, err)
	}
	fresh, err := said(t, "key", "--new", "--data", dir)
	if err != nil || fresh == mine+"\n" || len(fresh) < 17 {
		t.Errorf("%q, %v", fresh, err)
	}
	if out, err := said(t, "key", "--data", dir); err != nil || out != fresh {
		t.Errorf("%q is printed after %q was made, %v", out, fresh, err)
	}
	for name, args := range map[string][]string{
		"a directory that is not there": {"key", "--new", "--data", filepath.Join(dir, "x")},
		"a file":                        {"key", "--new", "--data", filepath.Join(dir, "key")},
		"an argument":                   {"key", "--data", dir, "x"},
	} {
		if out, err := said(t, args...); err == nil || out != "" {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("a directory that is misspelt is made")
	}
}

// TestKeyOfAnother: a directory of another user's belongs to nobody but that user, also
// where root asks.
func TestKeyOfAnother(t *testing.T) {
	dir := t.TempDir()
	if user := ownerOf(dir); user != nil {
		t.Errorf("our own directory is of %+v", user)
	}
	if user := ownerOf(filepath.Join(dir, "x")); user != nil {
		t.Errorf("nothing is of %+v", user)
	}
	if os.Geteuid() != 0 {
		return
	}
	if err := os.Chown(dir, 65534, 65533); err != nil {
		t.Skip(err)
	}
	if user := ownerOf(dir); user == nil || user.Uid != 65534 || user.Gid != 65533 {
		t.Errorf("a directory of nobody's is of %+v", user)
	}
}

// TestIconCommand writes the frames of a file, of an icon of the device and of a built-in
// one, at the size of a panel or unscaled.
func TestIconCommand(t *testing.T) {
	data := home(t)
	if err := os.MkdirAll(filepath.Join(data, "icons"), 0o700); err != nil {
		t.Fatal(err)
	}
	large := pngFile(t, painted(16, 16, color.White))
	text, err := os.ReadFile(large)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "icons", "door.png"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name  string
		args  []string
		size  int
		count int
	}{
		{"a file", []string{large}, 8, 1},
		{"unscaled", []string{"--native", large}, 16, 1},
		{"frames", []string{gifFile(t, 3)}, 8, 3},
		{"an icon of the device", []string{"door"}, 8, 1},
		{"a built-in icon", []string{"weather-sun"}, 8, 1},
		{"a data URI", []string{"data:image/png;base64," + strings.Repeat("A", 5000)}, 0, 0},
		{"no such icon", []string{"nothing-like-it"}, 0, 0},
		{"no picture", []string{pathWith(t, "a.gif", []byte("GIF89a"))}, 0, 0},
	} {
		dir := filepath.Join(t.TempDir(), "out")
		_, err := said(t, append([]string{"icon", "-o", dir}, row.args...)...)
		files, _ := filepath.Glob(filepath.Join(dir, "*.png"))
		if (err == nil) != (row.count > 0) || row.count > 0 && len(files) < row.count {
			t.Errorf("%s: %v, %q", row.name, err, files)
			continue
		}
		if row.count > 0 {
			if m := pixtest.Read(t, files[0]); m.Rect.Dx() != row.size || m.Rect.Dy() != row.size {
				t.Errorf("%s: %v, want %d", row.name, m.Rect, row.size)
			}
		}
	}
	for _, args := range [][]string{{"icon"}, {"icon", "weather-sun"}, {"icon", "-o", t.TempDir(), "a b c/"}} {
		if _, err := said(t, args...); err == nil || ExitCode(err) != exitUsage {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// TestPlayCommand writes a sound; what does not go together is refused.
func TestPlayCommand(t *testing.T) {
	home(t)
	dir := t.TempDir()
	short, long := filepath.Join(dir, "a.wav"), filepath.Join(dir, "b.WAV")
	for _, args := range [][]string{{"-o", short, "cat"}, {"--float", "-o", long, "cat"}} {
		if _, err := said(t, append([]string{"play"}, args...)...); err != nil {
			t.Fatal(err)
		}
	}
	a, errA := os.Stat(short)
	b, errB := os.Stat(long)
	if errA != nil || errB != nil || b.Size() < a.Size()*19/10 {
		t.Errorf("%v, %v; 32 bits are as long as 16", errA, errB)
	}
	for _, row := range []struct{ args, want string }{
		{"", "want one id"},
		{"--volume -1 cat", "--volume -1"},
		{"--volume 101 cat", "--volume 101"},
		{"-o cat.mp3 cat", ".wav"},
		{"--float cat", "--float goes with -o"},
		{"--all", "--all wants -o DIR"},
		{"--all -o x cat", "--all wants -o DIR"},
	} {
		if _, err := said(t, append([]string{"play"}, strings.Fields(row.args)...)...); err == nil || ExitCode(err) != exitUsage || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v", row.args, err)
		}
	}
	for _, volume := range []string{"0", "100"} {
		if _, err := said(t, "play", "--volume", volume, "-o", short, "cat"); err != nil {
			t.Errorf("--volume %s: %v", volume, err)
		}
	}
}

// TestHelp: every command is listed, explains itself, and words that lead nowhere are told.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"-h"}, {"help"}} {
		out, err := said(t, args...)
		for _, c := range commands() {
			if err != nil || !strings.Contains(out, "\n  "+c.name+" ") || !strings.Contains(out, c.help) {
				t.Errorf("%v: %v, %s is not listed in\n%s", args, err, c.name, out)
			}
		}
		if strings.Contains(out, "updater") {
			t.Errorf("%v lists commands of the service", args)
		}
	}
	for _, c := range commands() {
		for _, args := range [][]string{append(strings.Fields(c.name), "--help"), append([]string{"help"}, strings.Fields(c.name)...)} {
			if out, err := said(t, args...); err != nil || !strings.HasPrefix(out, "Usage: ledpost "+c.name+" [flags]") || !strings.Contains(out, c.help) {
				t.Errorf("%v: %v\n%s", args, err, out)
			}
		}
	}
	if out, err := said(t, "hil", "--help"); err != nil || !strings.Contains(out, "hil compare") || strings.Contains(out, "\n  run ") {
		t.Errorf("hil: %v\n%s", err, out)
	}
	for _, row := range []struct{ args, want string }{
		{"dance", `unknown command "dance"`}, {"hil", "choose one of hil compare"}, {"hil dance", `unknown command "hil dance"`}, {"dance hil", `unknown command "dance"`},
		{"version x", `unexpected argument "x"`}, {"version --loud", "flag: --loud; 'ledpost version --help'"},
		{"push --host 192.0.2.7 x", "--host, use --to; 'ledpost push"}, {"icon 9", "-o DIR is missing"}, {"find x", `unexpected argument "x"`},
	} {
		if _, err := said(t, strings.Fields(row.args)...); err == nil || ExitCode(err) != exitUsage || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v, want %s", row.args, err, row.want)
		}
	}
}

// TestEnvironment: a flag may stand in the environment; the command line wins, and a bad
// value is told with its name.
func TestEnvironment(t *testing.T) {
	t.Setenv("LEDPOST_LICENCES", "true")
	if out, err := said(t, "version"); err != nil || !strings.Contains(out, "Apache") {
		t.Errorf("%v, %.80q", err, out)
	}
	if out, err := said(t, "version", "--licences=false"); err != nil || !strings.HasPrefix(out, "ledpost ") || !strings.Contains(out, runtime.GOARCH) {
		t.Errorf("%v, %.80q", err, out)
	}
	t.Setenv("LEDPOST_LICENCES", "perhaps")
	if _, err := said(t, "version"); err == nil || ExitCode(err) != exitUsage || !strings.Contains(err.Error(), "LEDPOST_LICENCES") {
		t.Errorf("%v", err)
	}
}

// TestProcess: how a device uses the machine, and that whoever set it otherwise wins.
func TestProcess(t *testing.T) {
	percent := debug.SetGCPercent(100)
	defer debug.SetGCPercent(percent)
	for _, row := range []struct{ before, begins int }{
		{100, startPercent}, {0, startPercent}, {startPercent, startPercent}, {startPercent + 1, startPercent + 1}, {-1, -1},
	} {
		debug.SetGCPercent(row.before)
		usual := collectRarely()
		begins := debug.SetGCPercent(row.before)
		debug.SetGCPercent(begins)
		usual()
		if ends := debug.SetGCPercent(100); begins != row.begins || ends != row.before {
			t.Errorf("GOGC=%d: %d at the start, %d after it; want %d, %d", row.before, begins, ends, row.begins, row.before)
		}
	}
	processors := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(processors)
	if spareProcessor(); runtime.GOMAXPROCS(0) != processors+1 {
		t.Errorf("%d threads run at once, want %d", runtime.GOMAXPROCS(0), processors+1)
	}
	limit := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(limit)
	t.Setenv("GOMEMLIMIT", "1GiB")
	if limitMemory(); debug.SetMemoryLimit(-1) != limit {
		t.Error("GOMEMLIMIT does not take precedence")
	}
	t.Setenv("GOMEMLIMIT", "")
	info, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		t.Skip(err)
	}
	if limitMemory(); debug.SetMemoryLimit(-1) != totalMemory(info)/2 {
		t.Errorf("the limit is %d bytes of %d", debug.SetMemoryLimit(-1), totalMemory(info))
	}
}

// TestRunFlags: a device does not start with what cannot be, and the flags count for more
// than the configuration.
func TestRunFlags(t *testing.T) {
	home(t)
	file := pathWith(t, "config.toml", []byte("[panel]\ndriver = \"max7219\"\n"))
	none := pathWith(t, "none.toml", nil)
	for _, row := range []struct{ args, want string }{
		{"x", `unexpected argument "x"`},
		{"--log loud", `--log "loud"`},
		{"--http 8080", "--http"},
		{"--https 4343", "--https"},
		{"--panel tube", "--panel"},
		{"--size 37x7", `size "37x7"`},
		{"--config " + file + " --size 37x8", "--size is for the simulator; the configured panel has 37x8"},
	} {
		args := strings.Fields(row.args)
		if !strings.Contains(row.args, "--config") {
			args = append(args, "--config", none)
		}
		if _, err := said(t, append([]string{"run"}, args...)...); err == nil || ExitCode(err) != exitUsage || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v, want %q", row.args, err, row.want)
		}
	}
	cfg := config.Default()
	c := &runCmd{size: "64x32"}
	if size, err := c.simulated(cfg); err != nil || size.X != 64 || size.Y != 32 {
		t.Errorf("%v, %v", size, err)
	}
}

// printed is what a device writes, and a channel that tells of the first line.
type printed struct {
	mu    sync.Mutex // the device writes, the test reads
	text  bytes.Buffer
	first chan struct{}
}

func (p *printed) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.text.Len() == 0 {
		close(p.first)
	}
	return p.text.Write(b)
}

// TestRunCommand runs a device until it is ended: it says where it is and keeps its key.
func TestRunCommand(t *testing.T) {
	percent, limit, processors := debug.SetGCPercent(100), debug.SetMemoryLimit(-1), runtime.GOMAXPROCS(0)
	defer func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
		runtime.GOMAXPROCS(processors)
	}()
	data := home(t)
	none := pathWith(t, "none.toml", nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, over := &printed{first: make(chan struct{})}, make(chan error, 1)
	go func() {
		over <- Run(ctx, []string{"--http", "127.0.0.1:0", "--https", "", "--size", "16x16", "--config", none}, Streams{Out: out, Err: io.Discard})
	}()
	select {
	case <-out.first:
	case err := <-over:
		t.Fatal(err)
	case <-time.After(time.Minute):
		t.Fatal("it says nothing")
	}
	cancel()
	if err := <-over; err != nil {
		t.Error(err)
	}
	if !strings.HasPrefix(out.text.String(), "Page:  http://localhost:") {
		t.Errorf("it says %q", out.text.String())
	}
	if _, err := os.Stat(filepath.Join(data, "key")); err != nil {
		t.Error(err)
	}
}

// TestDirectory: the data directory is made, and one that cannot be is told.
func TestDirectory(t *testing.T) {
	data := home(t)
	if dir, err := (dataFlag{}).dir(); err != nil || dir != data {
		t.Errorf("%q, %v", dir, err)
	}
	if _, err := os.Stat(data); err != nil {
		t.Error(err)
	}
	if dir, err := (dataFlag{data: os.DevNull + "/x"}).dir(); err == nil || dir != "" {
		t.Errorf("%q, %v", dir, err)
	}
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("HOME", "")
	if _, err := (dataFlag{}).where(); err == nil || !strings.Contains(err.Error(), "use --data DIR") {
		t.Error(err)
	}
}

// TestLog: JSON where it is kept, from the level on.
func TestLog(t *testing.T) {
	for level, want := range map[string]int{"debug": 4, "info": 3, "warn": 2, "error": 1} {
		var out bytes.Buffer
		log, err := newLog(&out, level)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
			log.Log(t.Context(), l, "x")
		}
		if n := strings.Count(out.String(), "\n"); n != want || !json.Valid(out.Bytes()[:bytes.IndexByte(out.Bytes(), '\n')]) {
			t.Errorf("%s: %d lines, want %d of JSON:\n%s", level, n, want, out.String())
		}
	}
}

// TestJUnit: a server of tests reads apart what is different from what could not be compared.
func TestJUnit(t *testing.T) {
	for _, row := range []struct {
		result error
		want   string
	}{
		{nil, `tests="1" failures="0" errors="0"><testcase classname="hil" name="a"></testcase>`},
		{&hw.Difference{}, `failures="1" errors="0"><testcase classname="hil" name="a"><failure message="`},
		{errors.New("no capture"), `failures="0" errors="1"><testcase classname="hil" name="a"><error message="no capture">`},
	} {
		var out bytes.Buffer
		if err := junit(&out, "hil", "a", row.result); err != nil || !strings.Contains(out.String(), row.want) {
			t.Errorf("%v: %v\n%s", row.result, err, out.String())
		}
	}
}

// TestConformReports: the results as lines, as TAP or as JUnit's file.
func TestConformReports(t *testing.T) {
	all := []conform.Result{{}}
	file := filepath.Join(t.TempDir(), "out.xml")
	for _, row := range []struct {
		name  string
		cmd   conformCmd
		all   []conform.Result
		begin string
	}{
		{"for people", conformCmd{}, all, "\n"},
		{"nothing was tried", conformCmd{}, nil, ""},
		{"TAP", conformCmd{tap: true}, all, "TAP version"},
		{"JUnit too", conformCmd{junit: file}, all, "\n"},
	} {
		var out bytes.Buffer
		if err := row.cmd.report(&out, row.all); err != nil || !strings.HasPrefix(out.String(), row.begin) || row.begin == "" && out.Len() > 0 {
			t.Errorf("%s: %v, %q", row.name, err, out.String())
		}
		if _, err := os.Stat(file); (err == nil) != (row.cmd.junit != "") {
			t.Errorf("%s: a file: %v", row.name, err)
		}
	}
}

// TestLocations: a device that answers twice is asked once, and not more than 64 are.
func TestLocations(t *testing.T) {
	var all []search.Service
	for i := range 3 * maxDevices {
		all = append(all, search.Service{Location: strings.Repeat("a", i/2+1)})
	}
	got := locations(all)
	if len(got) != maxDevices || !slices.IsSorted(got) || len(slices.Compact(got)) != maxDevices {
		t.Errorf("%d: %q", len(got), got)
	}
}

// TestUpdaterSteps: a step that there is not is refused before anything is touched.
func TestUpdaterSteps(t *testing.T) {
	for _, args := range [][]string{{"updater"}, {"updater", "dance"}, {"updater", "install", "now"}} {
		if _, err := said(t, args...); err == nil || ExitCode(err) != exitUsage {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// TestUpdaterSource: releases come from the project's folder unless the administrator names
// another, and the channel is that of the request unless the administrator's file fixes it.
func TestUpdaterSource(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	cfg := config.Default()
	if s := source(cfg, log); s.URL != update.ProjectURL || s.Channel != "" || s.Client == nil {
		t.Errorf("%+v", s)
	}
	cfg.Update.URL, cfg.Update.Channel = "https://releases.example/", "beta"
	if s := source(cfg, log); s.URL != cfg.Update.URL || s.Channel != "" {
		t.Errorf("%+v", s)
	}
	w := watcher(cfg)
	if w.API.Data != install.DataDir || w.API.URL != "http://127.0.0.1:8080" || w.Address() != "http://127.0.0.1:8080" {
		t.Errorf("%+v", w.API)
	}
	if h := newHelper(true, log); h.Root != "/" || h.Source.URL == "" || h.Plausible(time.Time{}) || !h.Plausible(time.Now().AddDate(50, 0, 0)) {
		t.Errorf("%+v", h)
	}
	if h := newHelper(false, log); h.Source.URL != "" {
		t.Error("a step that installs nothing knows where releases are")
	}
}

// TestReadsConfig: what the version before can use, and no more than a client may have written.
func TestReadsConfig(t *testing.T) {
	for _, row := range []struct {
		name, text string
		want       bool
	}{
		{"ours", "name = \"hall\"\n", true},
		{"of a later version", "warp = 9\n", false},
		{"the longest", "#" + strings.Repeat("x", config.MaxOwn-2) + "\n", true},
		{"too long", "#" + strings.Repeat("x", config.MaxOwn-1) + "\n", false},
	} {
		if got := readsConfig([]byte(row.text)); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}

// TestSpecimen: every glyph on one picture.
func TestSpecimen(t *testing.T) {
	specimen := filepath.Join(t.TempDir(), "glyphs.png")
	if _, err := said(t, "render", "--specimen", "-o", specimen); err != nil {
		t.Fatal(err)
	}
	if m := pixtest.Read(t, specimen); m.Rect.Dx() < 100 {
		t.Errorf("%v", m.Rect)
	}
}

// TestHilPanel: a panel that is named counts, whatever the configuration has.
func TestHilPanel(t *testing.T) {
	home(t)
	text := pathWith(t, "f.json", []byte(`{"model":{"frames":[{"text":"F"}]}}`))
	for panel, want := range map[string]string{"": "name the panel with --panel", "max7219": "none.vcd", "tube": "tube"} {
		_, err := said(t, "hil", "compare", "--config", pathWith(t, "none.toml", nil), "--panel", panel, "--expect", text, "none.vcd")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--panel %q: %v, want %q", panel, err, want)
		}
	}
}

// TestDoctorOfALaterVersion: on the files of another machine only what is wired counts; what
// a later version has written beside it is no fault of the hardware.
func TestDoctorOfALaterVersion(t *testing.T) {
	root := t.TempDir()
	etc := filepath.Join(root, "etc", "ledpost")
	if err := os.MkdirAll(etc, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(etc, "config.toml"), []byte("[panel]\ndriver = \"max7219\"\n[future]\nwarp = 9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := said(t, "doctor", "--root", root)
	if !strings.Contains(out, "max7219") || strings.Contains(out, "future") {
		t.Errorf("the doctor says\n%s", out)
	}
}
