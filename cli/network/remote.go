// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/internal/bounded"
)

// remoteFlags select the device to talk to; by default it is the one on this
// machine.
type remoteFlags struct {
	local.DataFlag
	to, key string
	keep    bool

	client *http.Client // nil = deviceClient

	// Of the next calls.
	header http.Header   // besides the key
	most   int64         // bytes of the answer; 0 = maxAnswer
	limit  time.Duration // 0 = callTime
}

// raw is a body that is sent as it is; any other is sent as JSON.
type raw []byte

func (f *remoteFlags) flags(set *pflag.FlagSet) {
	set.StringVar(&f.to, "to", hereURL, "`URL` of the device, or the name or serial number that 'ledpost find' lists")
	set.StringVar(&f.key, "key", "", "API `KEY` (default: the key of this machine's device, for a loopback address only)")
	set.BoolVar(&f.keep, "keep", false, "store --key and the certificate of a device that was found by its name")
	f.DataFlag.Add(set)
}

// hereURL is where this machine's device listens, unless its configuration says otherwise.
const hereURL = "http://127.0.0.1:8080"

// Limits of a call.
const (
	maxAnswer = 4 << 20 // bytes
	callTime  = 10 * time.Second
)

// read is call for an answer that is read into a value.
func (f *remoteFlags) read(ctx context.Context, method, path string, body, into any) error {
	answer, err := f.call(ctx, method, path, body)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return fmt.Errorf("answer of the device: %w", err)
	}
	return nil
}

// giveUp ends what goes on at a path of the device, and returns errGivenUp.
func (f *remoteFlags) giveUp(ctx context.Context, path string) error {
	if _, err := f.call(ctx, http.MethodDelete, path, struct{}{}); err != nil {
		return err
	}
	return errGivenUp
}

// call sends a request to the device and returns its answer, or an error with
// its message.
func (f *remoteFlags) call(ctx context.Context, method, path string, body any) ([]byte, error) {
	if !isURL(f.to) {
		return f.callFound(ctx, method, path, body)
	}
	if f.keep {
		return nil, command.Usagef("--keep is for a device that --to names, not for a URL")
	}
	if at, err := url.Parse(f.to); err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, command.Usagef("--to %q is not a URL like http://HOST:8080", f.to)
	}
	keys, err := f.secrets()
	if err != nil {
		return nil, err
	}
	return f.try(ctx, method, path, keys, body)
}

// done returns err, or that the answer to a request is not the one by which a device says that it has obeyed.
func (f *remoteFlags) done(answer []byte, err error) error {
	var said struct{ Success bool }
	if err == nil && (json.Unmarshal(answer, &said) != nil || !said.Success) {
		err = errors.New("the answer does not say that it is done: this is not a device of this kind")
	}
	return err
}

// try sends the request with each of the keys until the device accepts one.
func (f *remoteFlags) try(ctx context.Context, method, path string, keys []string, body any) ([]byte, error) {
	data, is := body.(raw)
	if !is {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(f.limit, callTime))
	defer cancel()
	var answer []byte
	var err error
	for _, key := range keys {
		var refused bool
		if answer, refused, err = f.ask(ctx, method, path, key, data); !refused {
			break
		}
	}
	return answer, err
}

// ask sends one request with key; refused reports whether the device rejected
// the key.
func (f *remoteFlags) ask(
	ctx context.Context, method, path, key string, body []byte,
) (answer []byte, refused bool, err error) {
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(f.to, "/")+path, bytes.NewReader(body))
	if err != nil {
		return nil, false, err
	}
	maps.Copy(req.Header, f.header)
	req.SetBasicAuth("dev", key)
	client := f.client
	if client == nil {
		client = deviceClient()
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, false, err
	}
	defer resp.Body.Close()
	answer, err = bounded.Read(resp.Body, cmp.Or(f.most, maxAnswer))
	if err == nil && resp.StatusCode >= 300 {
		err = refusal{resp.StatusCode, messages(answer)}
	}
	return answer, resp.StatusCode == http.StatusUnauthorized, err
}

// A refusal is an answer of a device that has not done what was asked.
type refusal struct {
	status int
	said   string
}

func (r refusal) Error() string {
	return fmt.Sprintf("the device answers %d %s: %.500s", r.status, http.StatusText(r.status), r.said)
}

// callFound sends a request to the device with the name in --to. The device
// gets the key that is given, or the one stored for its serial number. It gets
// a stored key only if it proves to be the device that the key was stored for,
// because anything can answer a search.
func (f *remoteFlags) callFound(ctx context.Context, method, path string, body any) ([]byte, error) {
	all, err := findDevices(ctx)
	if err != nil {
		return nil, err
	}
	d, err := choose(all, f.to)
	if err != nil {
		return nil, err
	}
	return f.callDevice(ctx, d, method, path, body)
}

func (f *remoteFlags) callDevice(ctx context.Context, d found, method, path string, body any) ([]byte, error) {
	dir, err := f.Where()
	if err != nil {
		return nil, err
	}
	k, err := recall(dir, d.Serial)
	if err != nil && !f.keep {
		return nil, err
	}
	switch {
	case f.keep && f.key == "":
		return nil, command.Usagef("--keep stores a key: give it with --key")
	case f.keep:
		k = kept{Key: f.key} // from now on, whoever has this certificate is the device
	case f.key != "":
		k.Key = f.key
	case k.Key == "":
		return nil, command.Usagef("give the key of %s with --key; --keep stores it", f.to)
	}
	var seen string
	f.to, f.client = d.URL, pinnedClient(k.Pin, &seen)
	answer, err := f.try(ctx, method, path, []string{k.Key}, body)
	if err == nil && f.keep {
		err = keep(dir, d.Serial, kept{k.Key, seen})
	}
	f.key, f.keep = k.Key, false // for further calls to the same device
	return answer, err
}

// deviceClient follows no redirection: the answer would be another's. It does not verify certificates, because a
// device's certificate cannot be verified against its changing address (docs/api.md, Addresses).
func deviceClient() *http.Client {
	return &http.Client{CheckRedirect: noRedirect,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}}
}

// messages extracts the messages from the body of an error.
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

// secrets returns the key given, or else the keys on this machine. Those are
// only for devices on this machine: a device at any other address must not
// learn them.
func (f *remoteFlags) secrets() ([]string, error) {
	if f.key != "" {
		return []string{f.key}, nil
	}
	if !f.Named() && !f.local() {
		return nil,
			command.Usagef("give the key of %s with --key; a key stored on this machine is never sent to another", f.to)
	}
	keys, err := f.Keys()
	var all []string
	for _, key := range keys {
		all = append(all, string(key))
	}
	return all, err
}

// local reports whether the address of the device is on this machine.
func (f *remoteFlags) local() bool {
	at, err := url.Parse(f.to)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(at.Hostname())
	return at.Hostname() == "localhost" || err == nil && ip.IsLoopback()
}
