package trial

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/ledpost/ledpost/internal/bounded"
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
	}
}

// maxAnswer bounds an answer of the daemon, in bytes.
const maxAnswer = 1 << 20

// ask returns the daemon's answer, nil if there was none. The key is read each
// time: it may have been changed.
func (a *API) ask(ctx context.Context, path string) (body []byte, status int) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL+path, nil)
	if err != nil {
		return nil, 0
	}
	if key := a.key(); key != "" {
		req.SetBasicAuth("dev", key)
	}
	resp, err := a.Client.Do(req)
	if err != nil {
		return nil, 0
	}
	defer resp.Body.Close()
	if body, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer)); err != nil {
		return nil, 0
	}
	return body, resp.StatusCode
}

// key returns the daemon's own key, or "". The directory belongs to an unprivileged
// user: no link is followed, and no pipe waited for.
func (a *API) key() string {
	if a.Key != "" {
		return a.Key
	}
	f, err := os.OpenFile(filepath.Join(a.Data, "key"), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, _ := bounded.Read(f, 1<<10)
	return strings.TrimSpace(string(text))
}

// framesDrawn returns the counter of frames from the metrics, -1 without it.
func framesDrawn(text string) int64 {
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "ledpost_frames_drawn_total "); ok {
			n, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return -1
			}
			return int64(n)
		}
	}
	return -1
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
