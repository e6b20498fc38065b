// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/pause"
)

// loader is the file that names the program which the kernel runs when it wants
// a module: "PROGRAM -q -- MODULE".
const loader = "/proc/sys/kernel/modprobe"

// folders are the folders of the driver's modules below /lib/modules/RELEASE/kernel.
var folders = map[string]string{
	"brcmutil":     "drivers/net/wireless/broadcom/brcm80211/brcmutil",
	"brcmfmac":     "drivers/net/wireless/broadcom/brcm80211/brcmfmac",
	"brcmfmac-wcc": "drivers/net/wireless/broadcom/brcm80211/brcmfmac/wcc",
	"brcmfmac-cyw": "drivers/net/wireless/broadcom/brcm80211/brcmfmac/cyw",
	"brcmfmac-bca": "drivers/net/wireless/broadcom/brcm80211/brcmfmac/bca",
}

// wanted returns the module that the kernel has started this program for. While
// it probes the chip, the driver asks for the module of the chip's maker.
func wanted(args []string) (module string, ok bool) {
	if len(args) == 4 && args[1] == "-q" && args[2] == "--" {
		return args[3], true
	}
	return "", false
}

// loadDriver loads the driver of the Raspberry Pi's chips. gokrazy loads none.
func loadDriver() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.WriteFile(loader, []byte(program), 0); err != nil {
		return err
	}
	return errors.Join(load("brcmutil"), load("brcmfmac"))
}

// load loads a module of the driver; it is no error if it is there already.
func load(module string) error {
	folder, ok := folders[module]
	if !ok {
		return fmt.Errorf("module %.40q is none of the driver's", module)
	}
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return err
	}
	f, err := os.Open(
		filepath.Join("/lib/modules", unix.ByteSliceToString(name.Release[:]), "kernel", folder, module+".ko"))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := unix.FinitModule(int(f.Fd()), "", 0); err != nil && !errors.Is(err, unix.EEXIST) {
		return fmt.Errorf("module %s: %w", module, err)
	}
	return nil
}

// appear waits for the driver to find the chip.
func appear(ctx context.Context) error {
	for ctx.Err() == nil {
		if _, err := net.InterfaceByName(device); err == nil {
			return nil
		}
		pause.For(ctx, 500*time.Millisecond)
	}
	return ctx.Err()
}

// A lease is the address that gokrazy's DHCP client holds while it runs. The one
// that gokrazy starts is for Ethernet. The zero lease holds none.
type lease struct {
	stop context.CancelFunc
	done chan struct{}
}

// get starts the client, and starts it again when it ends: it gives up when the
// first question is not answered.
func (l *lease) get() {
	ctx, stop := context.WithCancel(context.Background())
	l.stop, l.done = stop, make(chan struct{})
	go func() {
		defer close(l.done)
		for ctx.Err() == nil {
			cmd := exec.CommandContext(ctx, "/gokrazy/dhcp", "-interface="+device)
			cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
			_ = cmd.Run() // it has told why
			pause.For(ctx, time.Second)
		}
	}()
}

// drop ends the client and returns when it has ended.
func (l *lease) drop() {
	if l.stop == nil {
		return
	}
	l.stop()
	<-l.done
	l.stop = nil
}
