package install

import (
	"context"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/update/trial"
)

// Service is the daemon as a systemd service of this machine.
type Service struct {
	System Commands
	API    trial.API
}

// lookTime bounds one look.
const lookTime = 5 * time.Second

// Look asks systemd, the daemon and the kernel.
func (d *Service) Look(ctx context.Context) trial.Observation {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	seen := trial.Observation{Free: freeBytes(DataDir), Network: reachable()}
	out, err := d.System.Run(ctx, "systemctl", "show", "--property=ActiveState,NRestarts,Job", service)
	if err == nil {
		serviceState(out, &seen)
	}
	d.API.Look(ctx, &seen)
	return seen
}

// serviceState reads what systemctl show prints. A service with a job that has
// not begun waits for others. Until it is started, systemd keeps the number of
// restarts of its run before.
func serviceState(text string, seen *trial.Observation) {
	inactive, ending, job := false, false, false
	for line := range strings.Lines(text) {
		switch key, value, _ := strings.Cut(strings.TrimSpace(line), "="); key {
		case "ActiveState":
			seen.Active = value == "active" || value == "activating" || value == "reloading"
			inactive, ending = value == "inactive", value == "deactivating"
		case "NRestarts":
			seen.Restarts, _ = strconv.Atoi(value)
		case "Job":
			job = value != "" && value != "0"
		}
	}
	seen.Stopped, seen.Waiting = inactive && !job, inactive && job
	seen.Active = seen.Active || seen.Waiting
	if inactive || ending {
		seen.Restarts = 0
	}
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
