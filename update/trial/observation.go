// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/proc"
	"github.com/ledpost/ledpost/update"
)

// ExitConfig is the code with which the program ends when it cannot use its configuration
// (EX_CONFIG in sysexits.h). Versions judge each other by it: it never changes.
const ExitConfig = 78

// An Observation is what can be seen of the daemon and the machine at one moment. The
// zero value is a service that neither runs nor was switched off.
type Observation struct {
	update.Health // by the API on loopback

	Busy     bool  `json:"-"`        // the machine has too much to do for anybody to be quick
	Active   bool  `json:"active"`   // the service runs, is being started, or is to be
	Stopped  bool  `json:"stopped"`  // somebody has switched it off: by itself it is always started again
	Waiting  bool  `json:"waiting"`  // it is to be started, after others
	Restarts int   `json:"restarts"` // by systemd, since the service was last started by hand
	Frames   int64 `json:"frames"`   // that were drawn since its start; -1 = not known
	Network  bool  `json:"network"`  // the machine has an address that others can reach
	// there is a network to be had: a cable with a carrier, or a known Wi-Fi that is in range
	Reach bool  `json:"reach"`
	Free  int64 `json:"free"` // bytes that are free for the daemon's data; -1 = not known

	// Refuses: it does not run, and has ended with [ExitConfig].
	Refuses bool   `json:"-"`
	Admin   string `json:"admin"` // stands for the administrator's file, see [Admin]; "" = not known

	Pictures bool `json:"pictures"` // it draws the test picture, see [API.Draws]

	Proved bool    `json:"-"`      // the version on trial has proved its updater
	Panel  string  `json:"panel"`  // driver and size that the daemon drives; "" = not known
	Setup  string  `json:"setup"`  // stands for the panel's configuration, see [Setup]
	Memory int64   `json:"memory"` // bytes that are the daemon's own; 0 = not known; see [OwnMemory]
	Drawn  int64   `json:"drawn"`  // frames whose lateness is known
	Late   float64 `json:"late"`   // share of them that was late, 0 to 1; see lateFrame
}

// OwnMemory returns the bytes of memory that are a process's own, by its folder in /proc,
// resident or swapped out; 0 if that is not known (proc_pid_status(5)). Pages of files do
// not count: a machine that is short of memory has dropped the pages of a program that
// has run for weeks, and a fresh program would seem to need twice as much.
func OwnMemory(dir string) (bytes int64) {
	status := proc.Numbers(filepath.Join(dir, "status"))
	return status["RssAnon"] + status["VmSwap"]
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

// readMetrics takes from the metrics which panel is driven, and how late its frames are.
func readMetrics(text string, o *Observation) {
	var all, inTime float64
	const late = "ledpost_frame_late_seconds_"
	bound := late + "bucket{le=\"" + strconv.FormatFloat(lateFrame.Seconds(), 'g', -1, 64) + "\"} "
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		line := lines.Text()
		if labels, ok := strings.CutPrefix(line, "ledpost_panel_info{"); ok {
			o.Panel, _, _ = strings.Cut(labels, "}")
		} else if value, ok := strings.CutPrefix(line, bound); ok {
			inTime, _ = strconv.ParseFloat(value, 64)
		} else if value, ok := strings.CutPrefix(line, late+"count "); ok {
			all, _ = strconv.ParseFloat(value, 64)
		}
	}
	if all > 0 && inTime <= all {
		o.Drawn, o.Late = int64(all), 1-inTime/all
	}
}

// Carrier reports whether a cable with something at its other end is in one of the
// network devices that sysfs has at dir, such as /sys/class/net. Bridges and the like
// have no hardware, and Wi-Fi has a carrier only while it is joined: neither is a cable.
func Carrier(dir string) bool {
	devices, _ := filepath.Glob(filepath.Join(dir, "*", "device"))
	for _, device := range devices {
		of := filepath.Dir(device)
		if _, err := os.Stat(filepath.Join(of, "wireless")); err == nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join(of, "carrier")) // an error while the device is down
		if err == nil && strings.TrimSpace(string(text)) == "1" {
			return true
		}
	}
	return false
}

// Rules of what a version may take.
const (
	lateFrame = 4096 * time.Microsecond // from when a frame is late: a quarter of its time at 60 a second
	chanceOf  = 16 << 20                // bytes by which the same program differs from start to start
	fewFrames = 500                     // of which nothing can be said about lateness: one would be more than a thousandth
)

// heavier reports whether the new version takes more than 1.5 times the memory, and more
// than the collector of garbage makes of chance.
func heavier(before, now Observation) bool {
	return before.Memory > 0 && now.Memory > before.Memory+max(before.Memory/2, chanceOf)
}

// Since returns o with the lateness of the frames that were drawn after first was seen; all
// of them where the daemon was started meanwhile, or nothing is known of first.
func (o Observation) Since(first Observation) Observation {
	drawn := o.Drawn - first.Drawn
	if first.Drawn == 0 || drawn < 0 {
		return o
	}
	late := o.Late*float64(o.Drawn) - first.Late*float64(first.Drawn)
	o.Drawn, o.Late = drawn, 0
	if drawn > 0 {
		o.Late = min(max(late/float64(drawn), 0), 1)
	}
	return o
}

// Lasting returns o with the lateness since first, where enough frames were drawn since to
// tell, else as it is: then the share of all frames is the best known.
func (o Observation) Lasting(first Observation) Observation {
	if since := o.Since(first); since.Drawn >= fewFrames {
		return since
	}
	return o
}

// later reports whether more than twice as many frames are late, and 1 % more.
func later(before, now Observation) bool {
	// Twice alone would condemn a version for one late frame where there was none before.
	return before.Drawn >= fewFrames && now.Drawn >= fewFrames && now.Late > 2*before.Late+0.01
}

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
