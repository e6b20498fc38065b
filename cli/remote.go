package cli

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/pflag"
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
