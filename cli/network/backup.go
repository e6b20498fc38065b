// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/firmware/backup"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// backupFlags say what a backup holds, or what of it is restored.
type backupFlags struct {
	remoteFlags
	keys, identity bool
	passphrase     string // file
	phrase         string // what is in it
}

func (f *backupFlags) flags(set *pflag.FlagSet) {
	set.BoolVar(&f.keys, "keys", false, "with the secrets: keys, and passwords and tokens of apps")
	set.BoolVar(&f.identity, "identity", false, "with the device's identity: serial number, ids, certificate")
	set.StringVar(&f.passphrase, "passphrase", "", "`FILE` whose first line encrypts the backup; - is the standard input")
	f.remoteFlags.flags(set)
}

const (
	maxPassphrase = 1 << 10 // bytes of the file
	backupTime    = 3 * time.Minute
)

// path returns the path of the request, and prepares the rest of it.
func (f *backupFlags) path(in io.Reader) (string, error) {
	f.most, f.limit, f.header = live.MaxBackup, backupTime, http.Header{}
	query := url.Values{}
	if f.keys {
		query.Set("keys", "true")
	}
	if f.identity {
		query.Set("identity", "true")
	}
	if f.passphrase != "" {
		var err error
		if f.phrase, err = readPassphrase(f.passphrase, in); err != nil {
			return "", err
		}
		f.header.Set("X-Passphrase", url.PathEscape(f.phrase))
	}
	return strings.TrimSuffix("/live/backup?"+query.Encode(), "?"), nil
}

// readPassphrase returns the first line of a file.
func readPassphrase(path string, in io.Reader) (string, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return "", err
		}
		defer f.Close()
		in = f
	}
	text, err := bounded.Read(in, maxPassphrase)
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSuffix(line, "\r"), err
}

// backupCmd writes a backup of a device.
type backupCmd struct{ backupFlags }

func newBackup(set *pflag.FlagSet) command.Run {
	c := &backupCmd{}
	c.flags(set)
	return c.run
}

func (c *backupCmd) run(ctx context.Context, std command.Streams, args []string) error {
	file, err := command.One(args, "file to write")
	if err != nil {
		return err
	}
	path, err := c.path(std.In)
	if err != nil {
		return err
	}
	data, err := c.call(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	held, err := backup.Read(data, c.phrase)
	if err == nil && (c.keys && held.Key == nil || c.identity && held.Identity == nil) {
		err = errors.New("it lacks a part that you asked for")
	}
	if err != nil {
		return fmt.Errorf("what the device sends is no backup, and was not saved: %w", err)
	}
	// Whole or not at all: a backup before it is not lost to half of one.
	if err := durable.Replace(file, data, 0o600); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.Out, "saved %s: %d bytes, of version %s\n", file, len(data), held.Version)
	return err
}

// restoreCmd restores a backup, or confirms the configuration that came with one.
type restoreCmd struct {
	backupFlags
	confirm, preview bool
	revoked          string
}

func newRestore(set *pflag.FlagSet) command.Run {
	c := &restoreCmd{}
	set.BoolVar(&c.confirm, "confirm", false, "keep the restored configuration that is on trial; takes no FILE")
	set.BoolVar(&c.preview, "preview", false, "only print what the restore would replace")
	set.StringVar(&c.revoked, "revoked", "",
		"`drop or keep` keys of the backup that were revoked since; without the flag the command asks")
	c.flags(set)
	return c.run
}

func (c *restoreCmd) run(ctx context.Context, std command.Streams, args []string) error {
	if c.confirm {
		if err := command.None(args); err != nil {
			return err
		}
		return c.done(c.call(ctx, http.MethodPost, "/live/config/confirm", nil))
	}
	name, err := command.One(args, "file")
	if err != nil {
		return err
	}
	data, err := bounded.ReadFile(name, live.MaxBackup)
	if err != nil {
		return err
	}
	path, err := c.path(std.In)
	if err != nil {
		return err
	}
	c.header.Set("Content-Type", "application/octet-stream")
	if err := c.look(ctx, std, path, raw(data)); err != nil || c.preview {
		return err
	}
	answer, err := c.send(ctx, std, path, raw(data))
	if err != nil {
		return err
	}
	var made struct{ Trial bool }
	if json.Unmarshal(answer, &made) == nil && made.Trial {
		if err := c.stays(ctx); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(std.Out, "restored")
	return err
}

// send restores the backup. If keys in it were revoked since, it asks for their
// fate.
func (c *restoreCmd) send(ctx context.Context, std command.Streams, path string, data raw) ([]byte, error) {
	answer, err := c.call(ctx, http.MethodPost, withRevoked(path, c.revoked), data)
	names := revokedIn(answer)
	if err == nil || len(names) == 0 || c.revoked != "" {
		return answer, err
	}
	fmt.Fprintf(std.Out,
		"Keys in the backup were revoked since it was made: %s.\nRestore without them (drop) or with them (keep)? ",
		strings.Join(names, ", "))
	line, _ := bufio.NewReader(io.LimitReader(std.In, maxPassphrase)).ReadString('\n')
	if c.revoked = strings.TrimSpace(line); c.revoked != "drop" && c.revoked != "keep" {
		return nil, fmt.Errorf("nothing was restored; use --revoked=drop or --revoked=keep: %w", err)
	}
	return c.call(ctx, http.MethodPost, withRevoked(path, c.revoked), data)
}

func withRevoked(path, choice string) string {
	if choice == "" {
		return path
	}
	join := "?"
	if strings.Contains(path, "?") {
		join = "&"
	}
	return path + join + "revoked=" + url.QueryEscape(choice)
}

// revokedIn returns the names of the keys that an answer asks about.
func revokedIn(answer []byte) []string {
	var body struct {
		Revoked []string `json:"revoked"`
	}
	if json.Unmarshal(answer, &body) != nil {
		return nil
	}
	for i, name := range body.Revoked {
		if name == "" {
			body.Revoked[i] = "the device's own key"
		}
	}
	return body.Revoked
}
