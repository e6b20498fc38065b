package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/internal/bounded"
)

// boxes are backups that only say what was asked for.
type boxes struct{ fault error }

func (b boxes) Make(_ context.Context, o BackupOptions) ([]byte, error) {
	return fmt.Appendf(nil, "%+v", o), b.fault
}

func (b boxes) Restore(_ context.Context, file []byte, o BackupOptions) error {
	if string(file) != "box" {
		return BadBackup(errors.New("settings.json: volume: 101, want 0 to 100"))
	}
	return b.fault
}

func TestBackup(t *testing.T) {
	rows := []struct {
		why, method, query, phrase, body string
		status                           int
		says                             string
	}{
		{"no secrets, no passphrase", "GET", "", "", "", 200, "{Keys:false Identity:false Passphrase:}"},
		{"said so", "GET", "?keys=false&identity=0", "", "", 200, "{Keys:false Identity:false"},
		{"encrypted all the same", "GET", "", "gr%C3%BCne%20wiese", "", 200, "Passphrase:grüne wiese}"},
		{"secrets", "GET", "?keys=true", "0123456789", "", 200, "{Keys:true Identity:false Passphrase:0123456789}"},
		{"all", "GET", "?keys=1&identity=true", "0123456789", "", 200, "{Keys:true Identity:true"},
		{"secrets without a passphrase", "GET", "?keys=true", "", "", 400, "X-Passphrase: a backup with secrets needs a passphrase of 10 to 200"},
		{"a short one", "GET", "?keys=true", "123456789", "", 400, "X-Passphrase: "},
		{"a long one", "GET", "?keys=true", strings.Repeat("x", 201), "", 400, "X-Passphrase: "},
		{"no text", "GET", "", "%FF", "", 400, "X-Passphrase: want percent-encoded UTF-8"},
		{"not encoded", "GET", "", "100%", "", 400, "X-Passphrase: want percent-encoded UTF-8"},
		{"identity alone", "GET", "?identity=true", "0123456789", "", 400, "identity: needs keys=true"},
		{"neither true nor false", "GET", "?keys=maybe", "", "", 400, `keys: \"maybe\", want true or false`},
		{"a good file", "POST", "", "", "box", 200, "success"},
		{"a bad one", "POST", "", "", "fox", 400, "backup: settings.json: volume: 101"},
		{"a large one", "POST", "", "", strings.Repeat("x", MaxBackup+1), 413, "The backup is larger than 24 MiB"},
	}
	r := newRig(t, nil)
	defer r.stop()
	for _, row := range rows {
		req := request(row.method, "/live/backup"+row.query, row.body)
		if row.phrase != "" {
			req.Header.Set("X-Passphrase", row.phrase)
		}
		if w := r.ask(req); w.Code != row.status || !strings.Contains(w.Body.String(), row.says) {
			t.Errorf("%s: %d %s", row.why, w.Code, w.Body)
		}
	}
}

// TestSlowBackup: a client that sends slowly holds up other backups, and no other
// answers.
func TestSlowBackup(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		body, sender := io.Pipe()
		send := func() int { return r.ask(request("POST", "/live/backup", "box")).Code }
		slow := request("POST", "/live/backup", "")
		slow.Body = body
		var first, second int
		go func() { first = r.ask(slow).Code }()
		synctest.Wait()
		go func() { second = send() }()
		synctest.Wait()
		if len(r.heavy) != 0 || first != 0 || second != 0 {
			t.Errorf("%d heavy places are taken, %d, %d", len(r.heavy), first, second)
		}
		_, _ = io.WriteString(sender, "box")
		sender.Close()
		synctest.Wait()
		if first != http.StatusOK || second != http.StatusOK || len(r.heavy)+len(r.restoring) != 0 {
			t.Errorf("%d, %d; places taken: %d and %d", first, second, len(r.heavy), len(r.restoring))
		}
	})
}

// TestBackupFaults: what cannot be kept or does not fit is said in words.
func TestBackupFaults(t *testing.T) {
	for _, row := range []struct {
		method string
		fault  error
		says   string
	}{
		{"GET", fmt.Errorf("icons: %w", bounded.ErrTooLarge), "The icons are too many"},
		{"POST", errors.New("disk"), "cannot be kept, so nothing was changed"},
	} {
		r := newRig(t, func(s *setup) { s.api.Backups = boxes{row.fault} })
		if w := r.do(row.method, "/live/backup", "box"); w.Code != http.StatusInsufficientStorage || !strings.Contains(w.Body.String(), row.says) {
			t.Errorf("%v: %d %s", row.fault, w.Code, w.Body)
		}
		r.stop()
	}
}
