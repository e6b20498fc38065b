// SPDX-License-Identifier: Apache-2.0

//go:build !js

package firmware

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/onboard"
)

// unattended reports whether this program is the service of a Raspberry Pi, whose radio is
// the device's own: systemd waits for what it says, and the device tree names the board
// (raspberrypi.com, "Device trees, overlays, and parameters"). root is "/" but in tests.
func unattended(root string, env func(string) string) bool {
	model, err := bounded.ReadFile(filepath.Join(root, "proc/device-tree/model"), 1<<10)
	return err == nil && env("NOTIFY_SOCKET") != "" && strings.HasPrefix(string(model), "Raspberry Pi")
}

// console is the first virtual console, which a screen at the HDMI socket shows.
const console = "/dev/tty1"

// tellConsole writes a line to a console, and to the log only that it has: it may hold a
// password. A machine without one is no fault.
func tellConsole(name, text string, log *slog.Logger) {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err == nil {
		_ = f.SetWriteDeadline(time.Now().Add(time.Second)) // somebody may have pressed Scroll Lock
		_, err = f.WriteString("\r\n" + text + "\r\n")
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		log.Info("the console does not show how Wi-Fi is set up", "err", err)
		return
	}
	log.Info("the console shows how Wi-Fi is set up")
}

// passwordFile is the file in the data directory with the password of the access point.
const passwordFile = "setup-password"

// setupPassword returns the password of the access point: the card's, else the
// password made at the first start, in dir.
func setupPassword(dir, card string, log *slog.Logger) string {
	if card != "" {
		return card
	}
	name := filepath.Join(dir, passwordFile)
	text, err := bounded.ReadFile(name, 1<<10)
	if password := strings.TrimSpace(string(text)); err == nil && len(password) >= 8 && len(password) <= 63 {
		return password
	}
	password := onboard.NewPassword()
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = durable.WriteFile(name, []byte(password+"\n"))
	}
	if err != nil {
		log.Warn("the access point's password cannot be saved; the next start makes another password", "err", err)
	}
	return password
}
