package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/google/renameio/v2"
	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/internal/bounded"
)

// backupFlags say what a backup holds, or what of it is restored.
type backupFlags struct {
	remoteFlags
	keys, identity bool
	passphrase     string // file
}

func (f *backupFlags) flags(set *pflag.FlagSet) {
	set.BoolVar(&f.keys, "keys", false, "with the secrets: keys, and passwords and tokens of apps")
	set.BoolVar(&f.identity, "identity", false, "with what makes the device this one: serial number, ids, certificate")
	set.StringVar(&f.passphrase, "passphrase", "", "`FILE` whose first line encrypts the backup; - is the standard input")
	f.remoteFlags.flags(set)
}

const (
	maxPassphrase = 1 << 10 // bytes of the file
	backupTime    = 3 * time.Minute
)

// path returns the path of the request, and prepares the rest of it.
func (f *backupFlags) path(in io.Reader) (string, error) {
	f.most, f.limit, f.header = api.MaxBackup, backupTime, http.Header{}
	query := url.Values{}
	if f.keys {
		query.Set("keys", "true")
	}
	if f.identity {
		query.Set("identity", "true")
	}
	if f.passphrase != "" {
		phrase, err := readPassphrase(f.passphrase, in)
		if err != nil {
			return "", err
		}
		f.header.Set("X-Passphrase", url.PathEscape(phrase))
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

func (c *backupCmd) run(ctx context.Context, std Streams, args []string) error {
	file, err := one(args, "file to write")
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
	// Whole or not at all: a backup before it is not lost to half of one.
	return renameio.WriteFile(file, data, 0o600)
}

// restoreCmd restores a backup, or confirms the configuration that came with one.
type restoreCmd struct {
	backupFlags
	confirm bool
}

func (c *restoreCmd) flags(set *pflag.FlagSet) {
	set.BoolVar(&c.confirm, "confirm", false, "keep the restored configuration, which is on trial; without FILE")
	c.backupFlags.flags(set)
}

func (c *restoreCmd) run(ctx context.Context, std Streams, args []string) error {
	if c.confirm {
		if err := none(args); err != nil {
			return err
		}
		_, err := c.call(ctx, http.MethodPost, "/live/config/confirm", nil)
		return err
	}
	name, err := one(args, "file")
	if err != nil {
		return err
	}
	data, err := bounded.ReadFile(name, api.MaxBackup)
	if err != nil {
		return err
	}
	path, err := c.path(std.In)
	if err != nil {
		return err
	}
	c.header.Set("Content-Type", "application/octet-stream")
	if _, err := c.call(ctx, http.MethodPost, path, raw(data)); err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.Out, "restored; a configuration that differs from the one before is on trial for 60 s: 'ledpost restore --confirm', or the page, keeps it")
	return err
}
