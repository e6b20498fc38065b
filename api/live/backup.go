// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/budget"
)

// Backups makes backups and restores them. Its methods may be called from any
// goroutine.
type Backups interface {
	Make(ctx context.Context, o BackupOptions) ([]byte, error)
	// Restore changes all or nothing. The device restarts; tried says that the old state
	// returns by itself unless somebody confirms. Errors of BadBackup are for the client;
	// keys.RevokedKeys, if it is to ask.
	Restore(ctx context.Context, file []byte, o BackupOptions) (tried bool, err error)
	// Preview returns what Restore would change. Errors of BadBackup are for the client.
	Preview(ctx context.Context, file []byte, o BackupOptions) (BackupPreview, error)
}

// BackupPreview lists the changes that a restore would make.
type BackupPreview struct {
	Made     time.Time         `json:"made"`
	Version  string            `json:"version"`            // of the program that made the backup
	Name     Turn[string]      `json:"name"`               // of the device
	Apps     Turn[[]BackupApp] `json:"apps"`               // nil = those of a new device
	Settings []string          `json:"settings,omitempty"` // names of those that differ
	Config   []string          `json:"config,omitempty"`   // tables of the configuration that differ
	Icons    Files             `json:"icons"`
	Scripts  *Files            `json:"scripts,omitempty"` // own apps; nil = none changes
	// Hosts has the apps by others whose program is new here, as widgets name them, with the hosts that each may ask
	Hosts    map[string][]string `json:"hosts,omitempty"`
	Keys     *Turn[[]string]     `json:"keys,omitempty"`     // named keys; nil = they stay
	Own      bool                `json:"own,omitempty"`      // the device's own key becomes another one
	Identity bool                `json:"identity,omitempty"` // serial number and ids
	// keys of the backup that were revoked since; "" = the device's own
	Revoked []string `json:"revoked,omitempty"`
	Trial   bool     `json:"trial"` // it has to be confirmed
}

// Files are the names of files that a restore adds, and of those that it replaces.
type Files struct {
	Added    []string `json:"added,omitempty"`
	Replaced []string `json:"replaced,omitempty"`
}

// A Turn is something before a restore and after it.
type Turn[T any] struct {
	Now  T `json:"now"`
	Next T `json:"next"`
}

// BackupApp is a widget in a preview.
type BackupApp struct {
	Package string `json:"package"`
	Title   string `json:"title,omitempty"` // "" = the app's
}

// BackupOptions say what a backup holds, or what of it is restored, besides
// settings, widgets, icons and configuration.
type BackupOptions struct {
	Keys       bool // the device's keys, and secrets in the settings of apps
	Identity   bool // serial number and ids, and the private key of TLS
	Passphrase string
	Revoked    string     // of a restore: a Revoked constant
	Sender     *keys.Held // of a restore: whose key stays in force; nil = nobody's
}

// MaxBackup is the size limit of a backup, in bytes.
const MaxBackup = 24 << 20

// BadBackup returns the answer to a file that cannot be used.
func BadBackup(err error) error { return BadConfiguration(fmt.Errorf("backup: %w", err)) }

// passphraseKey is the header with the passphrase, percent-encoded.
const passphraseKey = "X-Passphrase"

// A passphrase may be guessed offline, so a short one is refused.
const minPassphrase, maxPassphrase = 10, 200

// sendTime is how long a client may take to send a backup, and idleTime how long it may
// be silent meanwhile.
const sendTime, idleTime = 2 * time.Minute, 20 * time.Second

// sealTime is how long it may take to make a backup or to restore one: the key of a
// passphrase alone takes seconds on a Pi Zero. An answer has 30 s in all.
const sealTime = 20 * time.Second

// backup is the room of backups.
type backup struct {
	live      *Live
	boxes     Backups
	restoring chan struct{} // limits the backups that are being restored
}

// Backups returns the room in which clients make backups and restore them.
func (l *Live) Backups(b Backups) *backup {
	return &backup{live: l, boxes: b, restoring: make(chan struct{}, 1)}
}

// Endpoints makes a backup, restores one, and says before what that would change.
func (m *backup) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{
		{Path: "/live/backup", Private: true, Body: MaxBackup,
			Methods: rest.Methods{http.MethodGet: m.getBackup, http.MethodPost: m.postBackup}},
		{Path: "/live/backup/preview", Private: true, Body: MaxBackup, Methods: rest.Methods{http.MethodPost: m.postPreview}},
	}
}

// getBackup answers with a backup as a file.
func (m *backup) getBackup(w http.ResponseWriter, r *http.Request) error {
	o, err := backupOptions(r)
	if err != nil {
		return err
	}
	var f wire.Faults
	switch n := utf8.RuneCountInString(o.Passphrase); {
	case (o.Keys || o.Identity) && (n < minPassphrase || n > maxPassphrase):
		f.Add(passphraseKey,
			fmt.Sprintf("a backup with secrets needs a passphrase of %d to %d characters", minPassphrase, maxPassphrase))
	case o.Identity && !o.Keys:
		f.Add("identity", "needs keys=true")
	}
	if err := f.Err(); err != nil {
		return err
	}
	release, err := m.live.turn(r)
	if err != nil {
		return err
	}
	defer release()
	ctx, done := context.WithTimeout(r.Context(), sealTime)
	defer done()
	file, err := m.boxes.Make(ctx, o)
	if errors.Is(err, bounded.ErrTooLarge) {
		return rest.Refuse(http.StatusInsufficientStorage,
			fmt.Sprintf("The icons do not fit into a backup of at most %d MiB", MaxBackup>>20))
	}
	if err != nil {
		return err
	}
	m.live.cfg.Log.Info("a backup was made", "keys", o.Keys, "identity", o.Identity, "by", r.RemoteAddr)
	name := "ledpost.zip"
	if o.Passphrase != "" {
		name = "ledpost.backup"
	}
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return rest.WriteFile(w, "application/octet-stream", file)
}

// postBackup restores a backup. The device restarts when the answer has been
// sent.
func (m *backup) postBackup(w http.ResponseWriter, r *http.Request) error {
	return m.take(w, r, func(ctx context.Context, file []byte, o BackupOptions) error {
		tried, err := m.boxes.Restore(ctx, file, o)
		if back := keys.RevokedKeys(nil); errors.As(err, &back) {
			return askRevoked(w, back)
		}
		if err != nil {
			return m.live.configFault(err)
		}
		m.live.cfg.Log.Warn("a backup was restored", "keys", o.Keys, "identity", o.Identity, "by", r.RemoteAddr)
		return rest.WriteJSON(w, http.StatusOK, map[string]bool{"success": true, "trial": tried})
	})
}

// postPreview says what a restore would change.
func (m *backup) postPreview(w http.ResponseWriter, r *http.Request) error {
	return m.take(w, r, func(ctx context.Context, file []byte, o BackupOptions) error {
		preview, err := m.boxes.Preview(ctx, file, o)
		if err != nil {
			return m.live.configFault(err)
		}
		return rest.WriteJSON(w, http.StatusOK, preview)
	})
}

// take receives a backup and gives it to use, one at a time.
func (m *backup) take(
	w http.ResponseWriter, r *http.Request, use func(context.Context, []byte, BackupOptions) error,
) error {
	o, err := backupOptions(r)
	if err != nil {
		return err
	}
	o.Sender = m.live.cfg.Keys.Of(r)
	in := &upload{body: r.Body, wire: http.NewResponseController(w), end: time.Now().Add(sendTime)}
	file, err := io.ReadAll(in)
	if errors.Is(err, budget.ErrSpent) {
		w.Header().Set("Retry-After", "60")
	}
	if err != nil {
		return rest.Incomplete(err)
	}
	select { // not before: a client may send as slowly as it likes
	case m.restoring <- struct{}{}:
		defer func() { <-m.restoring }()
	case <-r.Context().Done():
		return r.Context().Err()
	}
	release, err := m.live.turn(r)
	if err != nil {
		return err
	}
	defer release()
	ctx, done := context.WithTimeout(context.WithoutCancel(r.Context()), sealTime) // it is whole: the client may leave
	defer done()
	return use(ctx, file, o)
}

// upload is a backup that a client sends. Many clients may send at a time.
type upload struct {
	body io.Reader
	wire *http.ResponseController
	end  time.Time // when it has to be here
}

// Read gives the client idleTime for the next bytes.
func (u *upload) Read(p []byte) (int, error) {
	next := time.Now().Add(idleTime)
	if next.After(u.end) {
		next = u.end
	}
	_ = u.wire.SetReadDeadline(next) // tests have none
	return u.body.Read(p)
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
	switch o.Revoked = query.Get("revoked"); o.Revoked {
	case keys.RevokedAsk, keys.RevokedDrop, keys.RevokedKeep:
	default:
		f.Add("revoked", wire.Excerpt([]byte(fmt.Sprintf("%q", o.Revoked)))+", want drop or keep")
	}
	o.Passphrase, err = url.PathUnescape(r.Header.Get(passphraseKey))
	if err != nil || !utf8.ValidString(o.Passphrase) || len(o.Passphrase) > 4*maxPassphrase {
		f.Add(passphraseKey, "want percent-encoded UTF-8")
	}
	return o, f.Err()
}

// askRevoked is the answer to a restore with keys that were taken back.
func askRevoked(w http.ResponseWriter, e keys.RevokedKeys) error {
	return rest.WriteJSON(w, http.StatusConflict, struct {
		Errors  []rest.Message `json:"errors"`
		Revoked []string       `json:"revoked"`
	}{[]rest.Message{{Message: e.Error()}}, e})
}
