// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/internal/bounded"
)

// boxes are backups that only say what was asked for.
type boxes struct{ fault error }

func (b boxes) Make(_ context.Context, o live.BackupOptions) ([]byte, error) {
	return fmt.Appendf(nil, "%+v", o), b.fault
}

func (b boxes) Restore(_ context.Context, file []byte, o live.BackupOptions) (tried bool, err error) {
	if string(file) != "box" {
		return false, live.BadBackup(errors.New("settings.json: volume: 101, want 0 to 100"))
	}
	return o.Keys, b.fault
}

func (b boxes) Preview(ctx context.Context, file []byte, o live.BackupOptions) (p live.BackupPreview, err error) {
	p.Trial, err = b.Restore(ctx, file, o)
	return p, err
}

func TestBackup(t *testing.T) {
	rows := []struct {
		why, method, query, phrase, body string
		status                           int
		says                             string
	}{
		{"no secrets, no passphrase", "GET", "", "", "", 200,
			"{Keys:false Identity:false Passphrase: Revoked: Sender:<nil>}"},
		{"said so", "GET", "?keys=false&identity=0", "", "", 200, "{Keys:false Identity:false"},
		{"encrypted all the same", "GET", "", "gr%C3%BCne%20wiese", "", 200, "Passphrase:grüne wiese Revoked: Sender:<nil>}"},
		{"secrets", "GET", "?keys=true", "0123456789", "", 200,
			"{Keys:true Identity:false Passphrase:0123456789 Revoked: Sender:<nil>}"},
		{"all", "GET", "?keys=1&identity=true", "0123456789", "", 200, "{Keys:true Identity:true"},
		{"secrets without a passphrase", "GET", "?keys=true", "", "", 400,
			"X-Passphrase: a backup with secrets needs a passphrase of 10 to 200"},
		{"a short one", "GET", "?keys=true", "123456789", "", 400, "X-Passphrase: "},
		{"a long one", "GET", "?keys=true", strings.Repeat("x", 201), "", 400, "X-Passphrase: "},
		{"no text", "GET", "", "%FF", "", 400, "X-Passphrase: want percent-encoded UTF-8"},
		{"not encoded", "GET", "", "100%", "", 400, "X-Passphrase: want percent-encoded UTF-8"},
		{"identity alone", "GET", "?identity=true", "0123456789", "", 400, "identity: needs keys=true"},
		{"neither true nor false", "GET", "?keys=maybe", "", "", 400, `keys: \"maybe\", want true or false`},
		{"a good file", "POST", "", "", "box", 200, `"success":true,"trial":false`},
		{"one that has to be confirmed", "POST", "?keys=true", "", "box", 200, `"success":true,"trial":true`},
		{"changes in advance", "POST", "/preview", "", "box", 200,
			`"apps":{"now":null,"next":null},"icons":{},"trial":false}`},
		{"of a bad one", "POST", "/preview", "", "fox", 400, "backup: settings.json: volume: 101"},
		{"without what was taken back", "POST", "?revoked=drop", "", "box", 200, "success"},
		{"neither drop nor keep", "POST", "?revoked=all", "", "box", 400, `revoked: \"all\", want drop or keep`},
		{"a bad one", "POST", "", "", "fox", 400, "backup: settings.json: volume: 101"},
		{"a large one", "POST", "", "", strings.Repeat("x", live.MaxBackup+1), 413, "The body is larger than 24 MiB"},
	}
	r := newRig(t, nil)
	for _, row := range rows {
		req := request(row.method, "/live/backup"+row.query, row.body)
		if row.phrase != "" {
			req.Header.Set("X-Passphrase", row.phrase)
		}
		wants(t, r.ask(req), row.status, row.says, row.why)
	}
}

// sending returns n clients that have sent that part of a backup, and their answers.
func (r *rig) sending(n int, part string) (senders []*io.PipeWriter, codes chan int) {
	codes = make(chan int, n)
	for range n {
		body, sender := io.Pipe()
		slow := request("POST", "/live/backup", "")
		slow.Body, slow.ContentLength = body, -1
		senders = append(senders, sender)
		go func() { codes <- r.ask(slow).Code }()
		_, _ = io.WriteString(sender, part)
	}
	synctest.Wait()
	return senders, codes
}

// TestSlowBackup: many clients that send slowly hold up no other backup, and no other
// answers.
func TestSlowBackup(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		senders, codes := r.sending(20, "b")
		if w := r.ask(request("POST", "/live/backup", "box")); w.Code != http.StatusOK || len(codes) != 0 {
			t.Errorf("%d %s; %d answers", w.Code, w.Body, len(codes))
		}
		for _, sender := range senders {
			_, _ = io.WriteString(sender, "ox")
			sender.Close()
			if code := <-codes; code != http.StatusOK {
				t.Error(code)
			}
		}
		synctest.Wait()
		for range 3 { // more than there are places: one that is not given back would end in a deadlock
			wants(t, r.ask(request("POST", "/live/backup", "box")), http.StatusOK, "", "afterwards")
		}
	})
}

// TestManyBackups: what is held of all that is being sent is bounded, and a small one has room
// beside a large one.
func TestManyBackups(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		senders, codes := r.sending(1, strings.Repeat("b", live.MaxBackup-1))
		large := strings.Repeat("b", 10<<20)
		w := r.do("POST", "/live/backup", large)
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "60" {
			t.Errorf("beside 24 MiB: %d %s", w.Code, w.Body)
		}
		wants(t, r.do("POST", "/live/backup", "box"), http.StatusOK, "", "a small one beside 24 MiB")
		senders[0].Close()
		if code := <-codes; code != http.StatusBadRequest {
			t.Errorf("24 MiB that are no backup: %d", code)
		}
		wants(t, r.do("POST", "/live/backup", large), http.StatusBadRequest, "", "afterwards")
	})
}

// TestBackupWithRevokedKeys: the answer names them, for people and for programs.
func TestBackupWithRevokedKeys(t *testing.T) {
	r := newRig(t, func(s *setup) { s.backups = boxes{keys.RevokedKeys{"door", ""}} })
	w := r.do("POST", "/live/backup?keys=true", "box")
	var body struct {
		Errors  []struct{ Message string }
		Revoked []string
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != http.StatusConflict ||
		!slices.Equal(body.Revoked, []string{"door", ""}) ||
		len(body.Errors) != 1 ||
		!strings.Contains(body.Errors[0].Message, "door, the device's own key. revoked=drop restores") {
		t.Errorf("%d %s, %v", w.Code, w.Body, err)
	}
}

// TestBackupFaults: what cannot be kept or does not fit is said in words.
func TestBackupFaults(t *testing.T) {
	for _, row := range []struct {
		method string
		fault  error
		says   string
	}{
		{"GET", fmt.Errorf("icons: %w", bounded.ErrTooLarge), "The icons do not fit"},
		{"POST", errors.New("disk"), "cannot be saved, so nothing was changed"},
	} {
		r := newRig(t, func(s *setup) { s.backups = boxes{row.fault} })
		wants(t, r.do(row.method, "/live/backup", "box"), http.StatusInsufficientStorage, row.says, row.fault)
	}
}
