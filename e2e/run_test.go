// SPDX-License-Identifier: Apache-2.0

// Package e2e tests the whole program: it is built, started and talked to as its
// users do. Tests of the repository itself (which package imports which, whether
// every link of the documentation leads somewhere) are here too.
package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"

	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestFirstMinute is what a newcomer does: start it, copy the curl line, see
// text move, stop it.
func TestFirstMinute(t *testing.T) {
	r := rig.Launch(t, nil)
	var clock string
	eventually.True(t, "the clock shows", func() bool {
		clock = pixtest.Lit(r.Frame())
		return strings.Contains(clock, "#")
	})
	try := func() {
		if _, err := exec.LookPath("curl"); err != nil {
			r.Call("POST", "/api/v2/device/notifications",
				`{"model":{"frames":[{"icon":2867,"text":"Hello from ledpost"}]}}`, nil)
		} else if out, err := exec.Command("sh", "-c",
			"PATH=$PATH:"+filepath.Dir(rig.Binary(t))+"; "+r.Try).CombinedOutput(); err != nil ||
			!bytes.Contains(out, []byte(`"success"`)) {
			t.Fatalf("%s: %v %s", r.Try, err, out)
		}
	}
	still, errs, code := rig.Command(t, `{"model":{"frames":[{"icon":2867,"text":"Hello from ledpost"}]}}`, "render", "-")
	if code != 0 {
		t.Fatal(errs)
	}
	var seen []string // pictures with the whole icon, which a transition does not have
	eventually.True(t, "the notification shows and its text moves", func() bool {
		if len(r.Queue()) == 0 {
			try() // again when it was over before we looked
		}
		now := pixtest.Lit(r.Frame())
		if rig.Columns(now, 0, 8) == rig.Columns(still, 0, 8) && !slices.Contains(seen, now) {
			seen = append(seen, now)
		}
		return len(seen) > 3
	})
	r.Stop()
	if strings.Contains(r.Log.String(), r.Key) {
		t.Error("the key is in the log")
	}
	for line := range strings.Lines(r.Log.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not a terminal, but not JSON: %s", line)
		}
	}
}

// TestSettingsOutliveTheProcess: SIGTERM saves at once.
func TestSettingsOutliveTheProcess(t *testing.T) {
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":"kept"}]}}`, nil)
	r.Stop()
	again := rig.Launch(t, nil, "--data", r.Data)
	var audio struct{ Volume int }
	again.Call("GET", "/api/v2/device/audio", "", &audio)
	if audio.Volume != 13 {
		t.Errorf("volume %d, want 13", audio.Volume)
	}
	if q := again.Queue(); len(q) != 1 || q[0].Model.Frames[0]["text"] != "kept" {
		t.Errorf("the queue is %+v", q)
	}
	if again.Key != r.Key {
		t.Error("another key after a restart")
	}
}

// TestOneDeviceADirectory: two would give out the same ids.
func TestOneDeviceADirectory(t *testing.T) {
	r := rig.Launch(t, nil)
	_, errs, code := rig.Command(t, "", "run", "--data", r.Data, "--http", "127.0.0.1:0", "--https", "")
	if code != 1 || !strings.Contains(errs, "a running device uses") {
		t.Errorf("exit %d, want 1 and why:\n%s", code, errs)
	}
	r.Cmd.Process.Kill()
	<-r.Done // and it leaves no lock behind
	rig.Launch(t, nil, "--data", r.Data).Stop()
}

func TestExitCodes(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.toml")
	os.WriteFile(bad, []byte("[text]\nspeeed = 20\n"), 0o600)
	busy := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer busy.Close()
	taken := busy.Addr().String()
	rows := []struct {
		name string
		args []string
		code int
		says string
	}{
		{"asked for help", []string{"--help"}, 0, "Run the device"},
		{"version", []string{"version"}, 0, "ledpost "},
		{"unknown command", []string{"dance"}, 2, "dance"},
		{"unknown flag", []string{"run", "--colour"}, 2, "--colour"},
		{"bad size", []string{"render", "--size", "37", "-"}, 2, "37"},
		{"a key that can be guessed", []string{"run", "--data", dir, "--key", "1234567"}, 1, "7 characters can be guessed"},
		{"a configuration with an unknown key", []string{"run", "--config", bad}, 78, "line 2: unknown key text.speeed"},
		{"no such file", []string{"render", filepath.Join(dir, "none.json")}, 1, "none.json"},
		{"a body that makes no sense", []string{"render", "-"}, 1, "model"},
		{"port out of range", []string{"run", "--data", dir, "--http", "127.0.0.1:99999"}, 2, "--http: \"127.0.0.1:99999\""},
		{"address without a scheme", []string{"push", "--to", "192.0.2.1:8080", "--key", "x", "hi"}, 2, "--to"},
		{"port taken", []string{"run", "--data", dir, "--http", taken, "--https", ""}, 1, "another address with --http"},
		{"version as a flag", []string{"--version"}, 0, "ledpost "},
		{"licences", []string{"version", "--licences"}, 0, "periph.io/x/host"},
		{"the key of nobody", []string{"key"}, 1, "--data"},
		{"a sound of no kind", []string{"play", "nosuch"}, 1, `no built-in sound and no file is called "nosuch"`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			out, errs, code := rig.Command(t, `{"priority":"info"}`, row.args...)
			if code != row.code || !strings.Contains(out+errs, row.says) {
				t.Errorf("exit %d, want %d with %q in\n%s%s", code, row.code, row.says, out, errs)
			}
		})
	}
}

// TestRenderShowsWhatThePanelShows compares the command with a running device.
func TestRenderShowsWhatThePanelShows(t *testing.T) {
	body := `{"model":{"cycles":0,"frames":[{"text":"Hi"}]}}`
	art, errs, code := rig.Command(t, body, "render", "-")
	if code != 0 {
		t.Fatal(errs)
	}
	r := rig.Launch(t, nil)
	r.Call("POST", "/api/v2/device/notifications", body, nil)
	want := strings.ReplaceAll(art, "+", "#")
	eventually.True(t, "the panel shows\n"+want, func() bool { return pixtest.Lit(r.Frame()) == want })
}

// TestRenderFindsTheUsersIcons, as the device does.
func TestRenderFindsTheUsersIcons(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(dir, "icons"), 0o700))
	var red bytes.Buffer
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{255, 0, 0, 255}), image.Point{}, draw.Src)
	must.Do(t, png.Encode(&red, m))
	must.Do(t, os.WriteFile(filepath.Join(dir, "icons", "door.png"), red.Bytes(), 0o600))
	art, errs, code := rig.Command(t, `{"model":{"frames":[{"icon":"door","text":"x"}]}}`, "render", "--data", dir, "-")
	if code != 0 || !strings.HasPrefix(art, "########.") {
		t.Errorf("exit %d: %s\n%s", code, errs, art)
	}
}

// TestNewKeyWithoutARestart: 'ledpost key --new' shuts out whoever has the old one.
func TestNewKeyWithoutARestart(t *testing.T) {
	r := rig.Launch(t, nil)
	out, errs, code := rig.Command(t, "", "key", "--new", "--data", r.Data)
	if code != 0 {
		t.Fatal(errs)
	}
	opens := func(key string) bool {
		req, err := http.NewRequest("GET", r.URL+"/api/v2/device", nil)
		must.Do(t, err)
		req.SetBasicAuth("dev", key)
		req.Close = true // else the next key comes over a connection of this one
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return false // the end of a key ends its connections, this request's too
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	}
	eventually.True(t, "the old key opens nothing", func() bool { return !opens(r.Key) })
	if !opens(strings.TrimSpace(out)) {
		t.Error("the new key does not open it")
	}
	r.Stop()
	if !strings.Contains(r.Log.String(), "a wrong key") || !strings.Contains(r.Log.String(), `"address":"127.0.0.1:`) {
		t.Errorf("the failed login is not logged with its address:\n%s", r.Log.String())
	}
}

// TestTheJournalGetsNoKey: what a service prints is a log.
func TestTheJournalGetsNoKey(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(rig.Binary(t), "run", "--data", dir, "--http", "127.0.0.1:0", "--https", "127.0.0.1:0")
	out := must.Get(os.Create(filepath.Join(dir, "journal")))(t)
	info := must.Get(out.Stat())(t)
	cmd.Env = append(os.Environ(),
		fmt.Sprintf("JOURNAL_STREAM=%d:%d", info.Sys().(*syscall.Stat_t).Dev, info.Sys().(*syscall.Stat_t).Ino))
	cmd.Stdout, cmd.Stderr = out, out
	must.Do(t, cmd.Start())
	var key []byte
	eventually.True(t, "it has made a key", func() bool {
		key, _ = os.ReadFile(filepath.Join(dir, "key"))
		return len(key) == 65
	})
	said := func() string {
		data, _ := os.ReadFile(out.Name())
		return string(data)
	}
	eventually.True(t, "it has said how to get the key", func() bool { return strings.Contains(said(), "ledpost key") })
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if said := said(); strings.Contains(said, strings.TrimSpace(string(key))) {
		t.Errorf("it said %s", said)
	}
}
