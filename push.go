package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/api"
)

// remoteFlags name a device to talk to; this machine's by default.
type remoteFlags struct {
	dataFlag
	to, key string
}

func (f *remoteFlags) flags(set *pflag.FlagSet) {
	set.StringVar(&f.to, "to", "http://127.0.0.1:8080", "base `URL` of the device")
	set.StringVar(&f.key, "key", "", "API `KEY` (default: the one in the data directory)")
	f.dataFlag.flags(set)
}

// pushCmd sends a notification to a device.
type pushCmd struct {
	remoteFlags
	icon, sound, priority string
	cycles                int
}

func (c *pushCmd) flags(set *pflag.FlagSet) {
	c.remoteFlags.flags(set)
	set.StringVar(&c.icon, "icon", "", "number or name of an `ICON`")
	set.StringVar(&c.sound, "sound", "", "`ID` of a built-in notification sound")
	set.StringVar(&c.priority, "priority", "info", "`P`: info, warning or critical")
	set.IntVar(&c.cycles, "cycles", 1, "show it `N` times; 0 = until dismissed")
}

func (c *pushCmd) run(ctx context.Context, std streams, args []string) error {
	if len(args) == 0 {
		return usagef("say what to show")
	}
	frame := map[string]any{"text": strings.Join(args, " ")}
	if c.icon != "" {
		frame["icon"] = c.icon
	}
	model := map[string]any{"frames": []any{frame}, "cycles": c.cycles}
	if c.sound != "" {
		model["sound"] = map[string]any{"category": "notifications", "id": c.sound}
	}
	answer, err := c.call(ctx, http.MethodPost, "/api/v2/device/notifications", map[string]any{"priority": c.priority, "model": model})
	if err != nil {
		return err
	}
	var sent struct{ Success struct{ ID string } }
	if err := json.Unmarshal(answer, &sent); err != nil {
		return fmt.Errorf("answer of the device: %w", err)
	}
	_, err = fmt.Fprintln(std.out, sent.Success.ID)
	return err
}

// maxAnswer bounds what a device may answer.
const maxAnswer = 4 << 20

// call asks the device and returns its answer, or its error's message.
func (f *remoteFlags) call(ctx context.Context, method, path string, body any) ([]byte, error) {
	if at, err := url.Parse(f.to); err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, usagef("--to %q is not a URL like http://HOST:8080", f.to)
	}
	key, err := f.secret()
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(f.to, "/")+path, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	req.SetBasicAuth("dev", key)
	resp, err := deviceClient().Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err == nil && resp.StatusCode >= 300 {
		err = fmt.Errorf("the device answers %s: %s", resp.Status, messages(answer))
	}
	return answer, err
}

// deviceClient does not verify certificates: a device's cannot be verified
// against its changing address (device-api.md, base addresses).
func deviceClient() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}}
}

// messages picks the words out of an error body.
func messages(answer []byte) string {
	var body struct {
		Errors []struct{ Message string } `json:"errors"`
	}
	if json.Unmarshal(answer, &body) != nil || len(body.Errors) == 0 {
		return strings.TrimSpace(string(answer))
	}
	var words []string
	for _, e := range body.Errors {
		words = append(words, e.Message)
	}
	return strings.Join(words, "; ")
}

// secret is the key given, or that of the data directory.
func (f *remoteFlags) secret() (string, error) {
	if f.key != "" {
		return f.key, nil
	}
	key, err := f.dataFlag.loadKey()
	return string(key), err
}

// loadKey reads the key. It makes one only in a directory that was named: in
// the usual place of whoever asks it would be nobody's.
func (f dataFlag) loadKey() (api.Key, error) {
	dir, err := f.where()
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, "key")); errors.Is(err, fs.ErrNotExist) && !f.named() {
		return "", fmt.Errorf("there is no key in %s; --data names the data directory of the device", dir)
	}
	return api.LoadKey(dir, "")
}

// keyCmd prints the API key.
type keyCmd struct {
	dataFlag
	fresh bool
}

func (c *keyCmd) flags(set *pflag.FlagSet) {
	set.BoolVar(&c.fresh, "new", false, "make a new key; a running device takes it when it is restarted")
	c.dataFlag.flags(set)
}

func (c *keyCmd) run(_ context.Context, std streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	load := c.loadKey
	if c.fresh {
		load = func() (api.Key, error) {
			dir, err := c.dir()
			if err != nil {
				return "", err
			}
			return api.NewKey(dir)
		}
	}
	key, err := load()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.out, string(key))
	return err
}
