// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/ledpost/ledpost/update"
)

// An API is the daemon's, as a judge on the same machine asks it. Any goroutine may
// use it.
type API struct {
	URL    string // its address on loopback, such as http://127.0.0.1:8080; see [Loopback]
	Data   string // directory of the daemon, with its key
	Key    string // where it is not there; "" = it is
	Client *http.Client
}

// Look takes into o what the daemon says of itself.
func (a *API) Look(ctx context.Context, o *Observation) {
	o.Frames = -1
	if body, _ := a.ask(ctx, "/healthz"); body != nil {
		o.Health = update.ParseHealth(body)
	}
	if body, status := a.ask(ctx, "/metrics"); status == http.StatusOK {
		o.Frames = framesDrawn(string(body))
		readMetrics(string(body), o)
	}
}

// maxAnswer bounds an answer of the daemon, in bytes.
const maxAnswer = 1 << 20

// ask returns the daemon's answer, nil if there was none. The key is read each
// time: it may have been changed.
func (a *API) ask(ctx context.Context, path string) (body []byte, status int) {
	return a.send(ctx, http.MethodGet, path, "", maxAnswer)
}

// key returns the daemon's own key, or "".
func (a *API) key() string {
	if a.Key != "" {
		return a.Key
	}
	text, _ := readPlain(a.Data, "key")
	return strings.TrimSpace(string(text))
}

// Loopback returns the address at which this machine reaches a daemon that
// listens at addr, such as ":8080".
func Loopback(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return ""
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return fmt.Sprintf("http://%s", net.JoinHostPort(host, port))
}
