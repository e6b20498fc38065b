// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/busy"
	"github.com/ledpost/ledpost/update/trial"
)

// Service is the daemon as a systemd service of this machine. One goroutine may
// look at a time.
type Service struct {
	System Commands
	API    trial.API
	// Address returns where the configuration of now lets the daemon be reached,
	// "" if it cannot be read. It is asked when the daemon does not answer at
	// API.URL, which then follows: its owner may have given it another address
	// since the judge began. nil = it never moves.
	Address func() string

	scanned time.Time // when NetworkManager was asked for networks in range
	inRange bool      // and whether a saved one was
}

const (
	lookTime = 5 * time.Second // for systemd and the daemon
	scanTime = 5 * time.Second // for NetworkManager, which must not cost the daemon its time
	scanAge  = time.Minute     // for which its answer is believed
)

// Look asks systemd, the daemon and the kernel.
func (d *Service) Look(ctx context.Context) trial.Observation {
	seen := trial.Observation{Free: freeBytes(DataDir), Network: reachable(),
		Setup: trial.Setup(ConfigDir+"/config.toml", DataDir), Busy: busy.Machine(),
		Admin: trial.Admin(ConfigDir + "/config.toml")}
	d.ask(ctx, &seen)
	seen.Reach = seen.Network || trial.Carrier("/sys/class/net") || d.knownInRange(ctx)
	return seen
}

// Draws implements [trial.Drawer].
func (d *Service) Draws(ctx context.Context, show bool) bool {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	return d.API.Draws(ctx, show)
}

// ask takes what systemd and the daemon say.
func (d *Service) ask(ctx context.Context, seen *trial.Observation) {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	out, err := d.System.Run(ctx, "systemctl", "show",
		"--property=ActiveState,NRestarts,Job,MainPID,ExecMainStatus", service)
	if err == nil {
		serviceState(out, seen)
	}
	d.API.Look(ctx, seen)
	if seen.Answers || d.Address == nil {
		return
	}
	// The configuration may have moved the port since: a version that answers elsewhere is not a dead one.
	moved := d.API
	if moved.URL = d.Address(); moved.URL == "" || moved.URL == d.API.URL {
		return
	}
	if moved.Look(ctx, seen); seen.Answers {
		d.API = moved
	}
}

// knownInRange is what NetworkManager said within the last minute.
func (d *Service) knownInRange(ctx context.Context) bool {
	if now := time.Now(); d.scanned.IsZero() || now.Sub(d.scanned) >= scanAge {
		ctx, cancel := context.WithTimeout(ctx, scanTime)
		defer cancel()
		d.scanned, d.inRange = now, knownInRange(ctx, d.System)
	}
	return d.inRange
}

// serviceState reads what systemctl show prints. A service with a job that has
// not begun waits for others. Until it is started, systemd keeps the number of
// restarts of its run before.
func serviceState(text string, seen *trial.Observation) {
	inactive, ending, job, runs := false, false, false, false
	for line := range strings.Lines(text) {
		switch key, value, _ := strings.Cut(strings.TrimSpace(line), "="); key {
		case "ActiveState":
			seen.Active = value == "active" || value == "activating" || value == "reloading"
			inactive, ending = value == "inactive", value == "deactivating"
		case "NRestarts":
			seen.Restarts, _ = strconv.Atoi(value)
		case "MainPID":
			runs = value != "0"
			seen.Memory = trial.OwnMemory(filepath.Join("/proc", value)) // of 0 there is none
		case "ExecMainStatus":
			seen.Refuses = value == strconv.Itoa(trial.ExitConfig)
		case "Job":
			job = value != "" && value != "0"
		}
	}
	seen.Stopped, seen.Waiting = inactive && !job, inactive && job
	seen.Active = seen.Active || seen.Waiting
	seen.Refuses = seen.Refuses && !runs
	if inactive || ending {
		seen.Restarts = 0
	}
}

// knownInRange reports whether NetworkManager has seen a Wi-Fi network that is saved here.
// Where it is not what manages the network, nothing is known.
func knownInRange(ctx context.Context, system Commands) bool {
	saved, err := system.Run(ctx, "nmcli", "--terse", "--fields", "UUID,TYPE", "connection", "show")
	if err != nil {
		return false
	}
	seen, err := system.Run(ctx, "nmcli", "--terse", "--escape", "no", "--fields", "SSID", "device", "wifi", "list",
		"--rescan", "no")
	if err != nil {
		return false
	}
	inRange := strings.Split(seen, "\n")
	for line := range strings.Lines(saved) {
		id, wifi := strings.CutSuffix(strings.TrimSpace(line), ":802-11-wireless")
		if !wifi {
			continue
		}
		mode, err := system.Run(ctx, "nmcli", "--terse", "--escape", "no", "--get-values",
			"802-11-wireless.mode,802-11-wireless.ssid", "connection", "show", id)
		kind, ssid, _ := strings.Cut(strings.TrimSuffix(mode, "\n"), "\n")
		if err == nil && kind != "ap" && ssid != "" && slices.Contains(inRange, ssid) {
			return true
		}
	}
	return false
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
