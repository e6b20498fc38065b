package install

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/update"
)

// Daemon sees the service on this machine.
type Daemon struct {
	System Commands
	API    string // its address on loopback, such as http://127.0.0.1:8080
	Client *http.Client
}

// lookTime bounds one question.
const lookTime = 5 * time.Second

// Look asks systemd, the daemon and the kernel.
func (d *Daemon) Look(ctx context.Context) Sight {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	s := Sight{Frames: -1, Free: freeBytes(DataDir), Network: reachable()}
	out, err := d.System.Run(ctx, "systemctl", "show", "--property=ActiveState,NRestarts,Job", service)
	if err == nil {
		s.serviceState(out)
	}
	if body, _ := d.ask(ctx, "/healthz"); body != nil {
		s.Health = update.ParseHealth(body)
	}
	if body, status := d.ask(ctx, "/metrics"); status == http.StatusOK {
		s.Frames = framesDrawn(string(body))
	}
	return s
}

// serviceState reads what systemctl show prints. A service with a job that has
// not begun waits for others. Until it is started, systemd keeps the number of
// restarts of its run before.
func (s *Sight) serviceState(text string) {
	inactive, ending, job := false, false, false
	for line := range strings.Lines(text) {
		switch key, value, _ := strings.Cut(strings.TrimSpace(line), "="); key {
		case "ActiveState":
			s.Active = value == "active" || value == "activating" || value == "reloading"
			inactive, ending = value == "inactive", value == "deactivating"
		case "NRestarts":
			s.Restarts, _ = strconv.Atoi(value)
		case "Job":
			job = value != "" && value != "0"
		}
	}
	s.Stopped, s.Waiting = inactive && !job, inactive && job
	s.Active = s.Active || s.Waiting
	if inactive || ending {
		s.Restarts = 0
	}
}

// maxAnswer bounds an answer of the daemon, in bytes.
const maxAnswer = 1 << 20

// ask returns the daemon's answer, nil if there was none. The key is read each
// time: it may have been changed.
func (d *Daemon) ask(ctx context.Context, path string) (body []byte, status int) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.API+path, nil)
	if err != nil {
		return nil, 0
	}
	if key := daemonKey(); key != "" {
		req.SetBasicAuth("dev", key)
	}
	resp, err := d.Client.Do(req)
	if err != nil {
		return nil, 0
	}
	defer resp.Body.Close()
	if body, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer)); err != nil {
		return nil, 0
	}
	return body, resp.StatusCode
}

// daemonKey returns the daemon's own key, or "".
func daemonKey() string {
	root, err := os.OpenRoot(DataDir)
	if err != nil {
		return ""
	}
	defer root.Close()
	f, _, err := openPlain(root, "key")
	if err != nil {
		return ""
	}
	defer f.Close()
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

// reachable reports whether this machine has an address for other machines, on
// an interface that is connected.
func reachable() bool {
	all, err := net.Interfaces()
	if err != nil {
		return false
	}
	for _, i := range all {
		const connected = net.FlagUp | net.FlagRunning
		if i.Flags&connected == connected && i.Flags&net.FlagLoopback == 0 && hasAddress(i) {
			return true
		}
	}
	return false
}

func hasAddress(i net.Interface) bool {
	all, _ := i.Addrs()
	return slices.ContainsFunc(all, func(a net.Addr) bool {
		ip, ok := a.(*net.IPNet)
		return ok && ip.IP.IsGlobalUnicast()
	})
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
