// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/firmware/backup"
	"github.com/ledpost/ledpost/internal/must"
)

// TestBackupCommands: what is asked of the device, and where the file goes.
func TestBackupCommands(t *testing.T) {
	made := backup.Content{Version: "1.2.3", Made: time.Unix(0, 0), Settings: []byte("{}"), Icons: map[string][]byte{},
		Key: []byte("k"), Identity: []byte("{}")}
	for _, icon := range []string{"a.png", "b.png"} { // together more than other answers may have
		made.Icons[icon] = make([]byte, maxAnswer*2/3)
		_, _ = rand.NewChaCha8([32]byte{}).Read(made.Icons[icon])
	}
	var sent []byte
	var asked string
	device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.URL.Path == "/live/backup/preview" {
			_, _ = io.WriteString(w, `{}`)
			return
		}
		asked = r.Method + " " + r.RequestURI + " " + r.Header.Get("X-Passphrase") + " " + string(body)
		if r.URL.Path == "/live/config/confirm" {
			_, _ = io.WriteString(w, `{"success":true}`)
		}
		if r.Method == http.MethodGet {
			all, phrase := made, must.Get(url.PathUnescape(r.Header.Get("X-Passphrase")))(t)
			if r.FormValue("keys") == "" {
				all.Key, all.Identity = nil, nil
			}
			sent = must.Get(backup.Write(&all, phrase))(t)
			_, _ = w.Write(sent)
		}
	}))
	defer device.Close()
	dir := t.TempDir()
	t.Chdir(dir)
	must.Do(t, os.WriteFile("phrase", []byte("grüne wiese\r\nmore"), 0o600))
	must.Do(t, os.WriteFile("given", []byte("box"), 0o600))
	for args, want := range map[string]string{
		"backup made": "GET /live/backup  null",
		"backup --keys --identity --passphrase phrase made": "GET /live/backup?identity=true&keys=true " +
			"gr%C3%BCne%20wiese null",
		"backup --passphrase - made":               "GET /live/backup from%20a%20pipe null",
		"restore given":                            "POST /live/backup  box",
		"restore --keys --passphrase phrase given": "POST /live/backup?keys=true gr%C3%BCne%20wiese box",
		"restore --confirm":                        "POST /live/config/confirm  null",
	} {
		var out bytes.Buffer
		args := strings.Fields(args)
		args = append([]string{args[0], "--to", device.URL, "--key", mine}, args[1:]...)
		if err := room.Run(t.Context(), args, command.Streams{In: strings.NewReader("from a pipe"), Out: &out}); err != nil {
			t.Errorf("%q: %v", args, err)
		}
		if asked != want {
			t.Errorf("%q asks %q, want %q", args, asked, want)
		}
		if args[0] == "backup" {
			made, err := os.ReadFile(filepath.Join(dir, "made"))
			if err != nil || !bytes.Equal(made, sent) || len(made) <= maxAnswer {
				t.Errorf("%q: %d bytes, %v", args, len(made), err)
			}
			if want := fmt.Sprintf("saved made: %d bytes, of version 1.2.3\n", len(sent)); out.String() != want {
				t.Errorf("%q: %q, want %q", args, &out, want)
			}
			if info, err := os.Stat("made"); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%q: %v, %v: others may read it", args, info.Mode(), err)
			}
			_ = os.Remove("made")
		}
	}
	for _, args := range []string{"backup", "backup a b", "restore", "restore missing", "restore --confirm given",
		"backup --passphrase missing made"} {
		if err := room.Run(t.Context(), strings.Fields(args), command.Streams{Out: io.Discard}); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

// TestBackupRefused: the device's words are told, and a file that is there stays.
func TestBackupRefused(t *testing.T) {
	device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, `{"errors":[{"message":"X-Passphrase: a backup with secrets needs a passphrase"}]}`,
			http.StatusBadRequest)
	}))
	defer device.Close()
	file := filepath.Join(t.TempDir(), "made")
	must.Do(t, os.WriteFile(file, []byte("before"), 0o600))
	err := room.Run(t.Context(), []string{"backup", "--to", device.URL, "--key", mine, "--keys", file},
		command.Streams{Out: io.Discard})
	must.Fail(t, err, "needs a passphrase")
	must.Equal(t, string(must.Get(os.ReadFile(file))(t)), "before")
}

// TestBackupIsRead: the command saves no answer that is not a backup or lacks a requested part,
// and leaves the file that is there alone.
func TestBackupIsRead(t *testing.T) {
	plain := must.Get(backup.Write(&backup.Content{Version: "1", Settings: []byte("{}")}, "0123456789"))(t)
	for why, sent := range map[string][]byte{
		"no archive": bytes.Repeat([]byte("["), 1<<20), "nothing": {}, "half of one": plain[:len(plain)/2],
		"without the keys": plain,
	} {
		device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(sent) }))
		file, phrase := commandtest.File(t, "made", "before"), commandtest.File(t, "phrase", "0123456789")
		said, err := room.Said(t, "backup", "--to", device.URL, "--key", mine, "--keys", "--passphrase", phrase, file)
		if err == nil || command.ExitCode(err) != 1 || said != "" {
			t.Errorf("%s: said %q, %v", why, said, err)
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != "before" {
			t.Errorf("%s: the file has %.20q, %v", why, text, err)
		}
		device.Close()
	}
}

// TestRestoreAsksAboutRevokedKeys: the device's question is asked, and the answer sent.
func TestRestoreAsksAboutRevokedKeys(t *testing.T) {
	var asked []string
	device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/live/backup/preview" {
			_, _ = io.WriteString(w, `{}`)
			return
		}
		asked = append(asked, r.URL.RawQuery)
		if r.URL.Query().Get("revoked") == "" {
			w.WriteHeader(http.StatusConflict)
			_, _ = io.WriteString(w, `{"errors":[{"message":"taken back"}],"revoked":["door",""]}`)
		}
	}))
	defer device.Close()
	file := filepath.Join(t.TempDir(), "given")
	must.Do(t, os.WriteFile(file, []byte("box"), 0o600))
	for _, row := range []struct{ flag, typed, want, fault string }{
		{"", "drop\n", ";revoked=drop", ""},
		{"", "keep\n", ";revoked=keep", ""},
		{"", "", "", "--revoked=drop or --revoked=keep"},
		{"", "yes\n", "", "--revoked=drop or --revoked=keep"},
		{"--revoked=keep", "", "revoked=keep", ""},
	} {
		asked = nil
		args := []string{"restore", "--to", device.URL, "--key", mine, file}
		if row.flag != "" {
			args = append(args, row.flag)
		}
		var out bytes.Buffer
		err := room.Run(t.Context(), args, command.Streams{In: strings.NewReader(row.typed), Out: &out})
		if got := strings.Join(asked, ";"); got != row.want || (err == nil) != (row.fault == "") ||
			err != nil && !strings.Contains(err.Error(), row.fault) {
			t.Errorf("%+v: asked %q, %v", row, got, err)
		}
		if row.flag == "" && !strings.Contains(out.String(), "door, the device's own key") {
			t.Errorf("%+v: %s", row, &out)
		}
	}
}

// TestRestoreConfirmsItself: the command prints what is replaced before it sends the file, and
// keeps a restore that is on trial once the device answers again, with a key that it takes.
func TestRestoreConfirmsItself(t *testing.T) {
	const preview = `{"made":"2026-05-01T10:00:00Z","version":"1.2.0\u001b[2J","name":{"now":"hall","next":"at\u001b[31mtic"},
		"apps":{"now":[{"package":"com.lametric.clock"},{"package":"com.lametric.radio","title":"News"}],
			"next":[{"package":"com.lametric.clock"}]},
		"settings":["volume"],"config":["panel"],"icons":{"added":["door"],"replaced":["lamp"]},
		"keys":{"now":["bell"],"next":[]},"own":true,"identity":true,"trial":true}`
	for _, row := range []struct {
		why, args string
		status    int    // of the preview
		answer    string // to the restore
		confirms  []int  // status of each
		asked     string // paths
		fault     string
	}{
		{"no trial", "", 200, `{"success":true,"trial":false}`, nil, "preview backup", ""},
		{"a trial", "", 200, `{"success":true,"trial":true}`, []int{200}, "preview backup confirm", ""},
		{"one that begins late", "", 200, `{"success":true,"trial":true}`, []int{409, 503, 200},
			"preview backup confirm confirm confirm", ""},
		{"other keys", "", 200, `{"success":true,"trial":true}`, []int{409, 401}, "preview backup confirm confirm",
			"takes none of yours: it goes back"},
		{"only the preview", "--preview", 200, "", nil, "preview", ""},
		{"a damaged file", "", 400, "", nil, "preview", "400 Bad Request"},
	} {
		t.Run(row.why, func(t *testing.T) {
			var asked []string
			device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				what := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
				asked = append(asked, what)
				switch what {
				case "preview":
					w.WriteHeader(row.status)
					_, _ = io.WriteString(w, preview)
				case "backup":
					_, _ = io.WriteString(w, row.answer)
				default:
					status := row.confirms[0]
					row.confirms = row.confirms[1:]
					w.WriteHeader(status)
					_, _ = fmt.Fprintf(w, `{"success":%v}`, status == http.StatusOK)
				}
			}))
			defer device.Close()
			file := filepath.Join(t.TempDir(), "given")
			must.Do(t, os.WriteFile(file, []byte("box"), 0o600))
			var out bytes.Buffer
			args := append(strings.Fields(row.args), "--to", device.URL, "--key", mine, file)
			err := room.Run(t.Context(), append([]string{"restore"}, args...),
				command.Streams{In: strings.NewReader(""), Out: &out})
			if got := strings.Join(asked, " "); got != row.asked || (err == nil) != (row.fault == "") ||
				err != nil && !strings.Contains(err.Error(), row.fault) {
				t.Errorf("asked %s, %v", got, err)
			}
			for _, says := range []string{"2 (clock, News) become 1 (clock)", "hall becomes at", "1 replaced (lamp)",
				"1 added (door)", "1 (bell) become 0 (none)",
				"settings      1 differ (volume)", "own key becomes", "serial number"} {
				if row.status == 200 && !strings.Contains(out.String(), says) {
					t.Errorf("it lacks %q:\n%s", says, &out)
				}
			}
			if strings.Contains(out.String(), "\x1b") ||
				strings.Contains(out.String(), "restored") != (row.status == 200 && row.fault == "" && row.args == "") {
				t.Errorf("%s", &out)
			}
		})
	}
}
