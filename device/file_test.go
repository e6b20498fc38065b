package device

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

var quiet = slog.New(slog.DiscardHandler)

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

const victimWindow = 20 * time.Millisecond

// victim is a device that changes its settings and posts as fast as it can,
// and says what it has acknowledged: "volume N at NANOSECONDS", "id N".
func victim(dir string) {
	file, saved, err := OpenFile(dir, victimWindow, quiet)
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	cfg := testConfig(noTest{})
	d := New(cfg, saved, Edges{nowhere{}, nowhere{}, file})
	ctx := context.Background()
	go d.Run(ctx)
	go file.Run(ctx)
	fmt.Println("start", saved.Settings.Volume, saved.Reserved)
	for _, w := range saved.Waiting {
		fmt.Println("kept", w.ID)
	}
	for v := saved.Settings.Volume; ; v = (v + 1) % 101 {
		if _, err := d.SetVolume(ctx, v); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println("volume", v, time.Now().UnixNano())
		id, err := d.Notify(ctx, Notification{Lifetime: time.Hour, Frames: text("x"), Cycles: 1}, "")
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println("id", id)
		if queue, _ := d.Queue(ctx); len(queue) < 40 && v%10 == 0 {
			fmt.Println("waits", id, time.Now().UnixNano())
		} else {
			_ = d.Dismiss(ctx, id)
		}
		time.Sleep(time.Millisecond)
	}
}

// noTest stands in for a test where there is none.
type noTest struct{ testing.TB }

func (noTest) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// run starts a victim, kills it after d and returns what it said.
func runVictim(t *testing.T, dir string, d time.Duration) []string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LEDPOST_TEST_VICTIM="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewScanner(out)
	said.Scan()
	lines := []string{said.Text()}
	time.AfterFunc(d, func() { _ = cmd.Process.Kill() })
	for said.Scan() {
		lines = append(lines, said.Text())
	}
	_ = cmd.Wait()
	return lines
}

// TestSIGKILL kills a device 200 times during writes: what it acknowledged
// before the window is there afterwards, or something newer; the file is never
// broken; no id comes twice.
func TestSIGKILL(t *testing.T) {
	dir := t.TempDir()
	seen := map[string]bool{}
	var acked []volumeAt          // of the run before
	waiting := map[string]int64{} // ids that were left in the queue, and when
	for i := range 200 {
		life := time.Duration(15+i%17*4) * time.Millisecond
		if i%50 == 10 {
			life = victimWindow + slack + 300*time.Millisecond // what came first must be there
		}
		lines := runVictim(t, dir, life)
		var volume int
		var reserved uint64
		if n, _ := fmt.Sscanf(lines[0], "start %d %d", &volume, &reserved); n != 2 {
			t.Fatalf("run %d began with %q", i, lines[0])
		}
		checkKept(t, i, volume, acked)
		lines = checkWaiting(t, i, lines, waiting, acked)
		acked = nil
		for _, line := range lines[1:] {
			var v volumeAt
			var id string
			switch {
			case scan(line, "volume %d %d", &v.volume, &v.at):
				acked = append(acked, v)
			case scan(line, "waits %s %d", &id, &v.at):
				waiting[id] = v.at
			case scan(line, "id %s", &id):
				if seen[id] {
					t.Fatalf("run %d: id %s came twice", i, id)
				}
				seen[id] = true
			default:
				t.Fatalf("run %d said %q", i, line)
			}
		}
	}
	if bad, _ := filepath.Glob(filepath.Join(dir, "*.bad")); len(bad) > 0 {
		t.Errorf("a broken file was found: %v", bad)
	}
	if len(seen) < 1000 {
		t.Errorf("only %d ids were given out: the victims did not get to work", len(seen))
	}
}

// checkWaiting: what was left in the queue before the last window of the run
// before is there, unless it has been shown since. It returns the lines after
// those about it.
func checkWaiting(t *testing.T, run int, lines []string, waiting map[string]int64, acked []volumeAt) []string {
	t.Helper()
	kept := map[string]bool{}
	rest := lines[:1]
	for _, line := range lines[1:] {
		var id string
		if scan(line, "kept %s", &id) {
			kept[id] = true
		} else {
			rest = append(rest, line)
		}
	}
	for id, at := range waiting {
		if !kept[id] && len(acked) > 0 && time.Duration(acked[len(acked)-1].at-at) > victimWindow+slack {
			t.Fatalf("run %d: notification %s waited and is gone", run, id)
		}
		if !kept[id] {
			delete(waiting, id)
		}
	}
	return rest
}

type volumeAt struct {
	volume int
	at     int64
}

func scan(line, format string, into ...any) bool {
	n, err := fmt.Sscanf(line, format, into...)
	return err == nil && n == len(into)
}

// slack is what the disk may take on top of the window.
const slack = 2 * time.Second

// checkKept: got is one that was acknowledged in the last window before the
// end, or the last one before that.
func checkKept(t *testing.T, run, got int, acked []volumeAt) {
	t.Helper()
	if len(acked) == 0 {
		return
	}
	killed := acked[len(acked)-1].at
	for i := len(acked) - 1; i >= 0; i-- {
		if acked[i].volume == got {
			return
		}
		if time.Duration(killed-acked[i].at) > victimWindow+slack {
			t.Fatalf("run %d: volume %d is kept, but %d was acknowledged %v before the end", run, got, acked[i].volume, time.Duration(killed-acked[i].at))
		}
	}
}

func TestFileKeeps(t *testing.T) {
	dir := t.TempDir()
	file, fresh, err := OpenFile(dir, time.Hour, quiet)
	if err != nil {
		t.Fatal(err)
	}
	want := fresh
	want.Settings.Volume, want.Reserved = 7, 4000
	want.Waiting = []SavedEntry{{ID: "12", Left: time.Minute, Notification: Notification{
		Priority: Warning, IconType: InfoIcon, Lifetime: time.Minute, Cycles: 3,
		Frames: []Frame{
			{Icon: ref("i12"), Text: []Fragment{{"a", Color{1, 2, 3, true}}}, Duration: time.Second},
			{Goal: &Goal{1, 2, 3, "x"}}, {Chart: []int{1}},
		},
		Sound: &Sound{URL: "http://h/x", Repeat: 2, Fallback: &Sound{Category: "alarms", ID: "alarm1"}},
	}}}
	ctx, cancel := context.WithCancel(t.Context())
	file.Save(want)
	cancel()
	if err := file.Run(ctx); err != nil { // writes what is left at its end
		t.Fatal(err)
	}
	_, got, err := OpenFile(dir, time.Hour, quiet)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, got\n%+v\nwant\n%+v", err, got, want)
	}
	if info, _ := os.Stat(filepath.Join(dir, "state.json")); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
}

func TestBrokenFileIsSetAside(t *testing.T) {
	rows := []struct{ name, content string }{
		{"empty, as after a power cut on some file systems", ""},
		{"half of it", `{"version":1,"identity":{"id":"1"`},
		{"of a later version", `{"version":99,"identity":{"id":"1"},"settings":{}}`},
		{"a brightness that cannot be", `{"version":1,"identity":{"id":"1"},"settings":{"brightness":1000}}`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			dir := t.TempDir()
			_, first, err := OpenFile(dir, 0, quiet)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := OpenFile(dir, 0, quiet); err != nil { // now there is one before
				t.Fatal(err)
			}
			path := filepath.Join(dir, "state.json")
			if err := os.WriteFile(path, []byte(row.content), 0o600); err != nil {
				t.Fatal(err)
			}
			_, got, err := OpenFile(dir, 0, quiet)
			if err != nil || got.Identity != first.Identity {
				t.Errorf("%v: identity %+v, want that of the good one before, %+v", err, got.Identity, first.Identity)
			}
			if bad, err := os.ReadFile(path + ".bad"); err != nil || string(bad) != row.content {
				t.Errorf("the broken one is not set aside: %q, %v", bad, err)
			}
		})
	}
}

func TestIdentity(t *testing.T) {
	a, b := newIdentity(), newIdentity()
	if a.ID == b.ID || a.Serial == b.Serial || a.UUID == b.UUID {
		t.Errorf("two devices are alike: %+v, %+v", a, b)
	}
	if strings.Trim(a.ID, "0123456789") != "" || len(a.Serial) > 32 || len(a.UUID) != 36 {
		t.Errorf("%+v: want a decimal id, a serial of up to 32 characters, a UUID", a)
	}
}

func FuzzParseSaved(f *testing.F) {
	saved := Fresh()
	saved.Waiting = []SavedEntry{{ID: "1", Notification: note(Info)}}
	data, _ := json.Marshal(saved)
	f.Add(data)
	f.Add([]byte(`{}`))
	f.Add([]byte(`{"version":1,"identity":{"id":"1"},"waiting":[{"notification":{"frames":[{"icon":"data:image/png;base64,AAAA"}]}}]}`))
	cfg := testConfig(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		saved, err := ParseSaved(data)
		if err != nil {
			return
		}
		s := newState(cfg, saved, start)
		s.step(start)
		if _, err := io.Discard.Write([]byte(fmt.Sprint(s.items()))); err != nil {
			t.Fatal(err)
		}
	})
}
