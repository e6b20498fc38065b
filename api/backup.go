package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/bounded"
)

// Backups makes backups and restores them. Its methods may be called from any
// goroutine.
type Backups interface {
	Make(ctx context.Context, o BackupOptions) ([]byte, error)
	// Restore changes nothing if any piece of the file cannot be used. The device
	// starts anew. Errors of BadBackup are for the client.
	Restore(ctx context.Context, file []byte, o BackupOptions) error
}

// BackupOptions say what a backup holds, or what of it is restored, besides
// settings, widgets, icons and configuration.
type BackupOptions struct {
	Keys       bool // the device's keys, and secrets in the settings of apps
	Identity   bool // serial number and ids, and the private key of TLS
	Passphrase string
}

// MaxBackup is the size limit of a backup, in bytes.
const MaxBackup = 24 << 20

// BadBackup returns the answer to a file that cannot be used.
func BadBackup(err error) error { return BadConfiguration(fmt.Errorf("backup: %w", err)) }

// passphraseKey is the header with the passphrase, percent-encoded.
const passphraseKey = "X-Passphrase"

// A passphrase may be guessed offline, so a short one is refused.
const minPassphrase, maxPassphrase = 10, 200

// sendTime is how long a client may take to send a backup.
const sendTime = 2 * time.Minute

// getBackup answers with a backup as a file.
func (s *Server) getBackup(w http.ResponseWriter, r *http.Request) error {
	o, err := backupOptions(r)
	if err != nil {
		return err
	}
	var f wire.Faults
	switch n := utf8.RuneCountInString(o.Passphrase); {
	case (o.Keys || o.Identity) && (n < minPassphrase || n > maxPassphrase):
		f.Add(passphraseKey, fmt.Sprintf("a backup with secrets needs a passphrase of %d to %d characters", minPassphrase, maxPassphrase))
	case o.Identity && !o.Keys:
		f.Add("identity", "needs keys=true")
	}
	if err := f.Err(); err != nil {
		return err
	}
	release, err := s.turn(r)
	if err != nil {
		return err
	}
	defer release()
	file, err := s.cfg.Backups.Make(s.callContext(), o)
	if errors.Is(err, bounded.ErrTooLarge) {
		return &httpError{http.StatusInsufficientStorage, fmt.Sprintf("The icons are too many for a backup of at most %d MiB", MaxBackup>>20)}
	}
	if err != nil {
		return err
	}
	s.log.Info("a backup was made", "keys", o.Keys, "identity", o.Identity, "by", r.RemoteAddr)
	name := "ledpost.zip"
	if o.Passphrase != "" {
		name = "ledpost.backup"
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Cache-Control", "no-store")
	_, err = w.Write(file)
	return err
}

// postBackup restores a backup. The device starts anew when the answer has been
// sent.
func (s *Server) postBackup(w http.ResponseWriter, r *http.Request) error {
	o, err := backupOptions(r)
	if err != nil {
		return err
	}
	select { // one at a time: each is held in memory
	case s.restoring <- struct{}{}:
		defer func() { <-s.restoring }()
	case <-r.Context().Done():
		return r.Context().Err()
	}
	file, err := receive(w, r)
	if err != nil {
		return err
	}
	release, err := s.turn(r) // not before: a client may send as slowly as it likes
	if err != nil {
		return err
	}
	defer release()
	if err := s.cfg.Backups.Restore(s.callContext(), file, o); err != nil {
		return s.configFault(err)
	}
	s.log.Warn("a backup was restored", "keys", o.Keys, "identity", o.Identity, "by", r.RemoteAddr)
	return writeDone(w)
}

// receive reads a backup that a client sends.
func receive(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(sendTime)) // tests have none
	file, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBackup))
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return nil, &httpError{http.StatusRequestEntityTooLarge, fmt.Sprintf("The backup is larger than %d MiB", MaxBackup>>20)}
	}
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		err = wire.Complaint("The body is not whole: " + err.Error())
	}
	return file, err
}

// backupOptions reads the query and the passphrase.
func backupOptions(r *http.Request) (o BackupOptions, err error) {
	var f wire.Faults
	query := r.URL.Query()
	flag := func(name string) bool {
		switch v := query.Get(name); v {
		case "true", "1":
			return true
		case "", "false", "0":
		default:
			f.Add(name, wire.Excerpt([]byte(fmt.Sprintf("%q", v)))+", want true or false")
		}
		return false
	}
	o.Keys, o.Identity = flag("keys"), flag("identity")
	o.Passphrase, err = url.PathUnescape(r.Header.Get(passphraseKey))
	if err != nil || !utf8.ValidString(o.Passphrase) || len(o.Passphrase) > 4*maxPassphrase {
		f.Add(passphraseKey, "want percent-encoded UTF-8")
	}
	return o, f.Err()
}
