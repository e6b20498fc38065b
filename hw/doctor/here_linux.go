// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/user"
	"strconv"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/sense"
	"golang.org/x/sys/unix"
)

// Here returns this machine, with the rights of this process.
func Here() Machine {
	m := Machine{
		Root: os.DirFS("/"), User: "user " + strconv.Itoa(os.Geteuid()), UID: os.Geteuid(),
		RTPrio: limit(unix.RLIMIT_RTPRIO), MemLock: limit(unix.RLIMIT_MEMLOCK),
		Access: access, Synced: synced, Light: readLight, Sense: readAir,
		Lines: gpiomem.Lines, Map: gpiomem.TryMap, Open: openDevice,
		Ask: func(ctx context.Context, n panel.Network) []panel.Away { return n.Ask(ctx) },
	}
	m.Programs = func() []Program { return Programs(m.Root) }
	if u, err := user.Current(); err == nil {
		m.User = u.Username
	}
	if m.UID == 0 {
		m.RTPrio, m.MemLock = 99, math.MaxUint64
	}
	ids, _ := os.Getgroups()
	for _, id := range ids {
		if g, err := user.LookupGroupId(strconv.Itoa(id)); err == nil {
			m.Groups = append(m.Groups, g.Name)
		}
	}
	return m
}

// openDevice opens a device and closes it again.
func openDevice(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func limit(of int) uint64 {
	var l unix.Rlimit
	if err := unix.Getrlimit(of, &l); err != nil {
		return 0
	}
	return l.Cur
}

// access checks the rights of the files, and for /dev/mem the kernel's condition as well
// (drivers/char/mem.c, open_port).
func access(path string, write bool) error {
	if path == memPath && !capable(unix.CAP_SYS_RAWIO) {
		return unix.EPERM
	}
	mode := uint32(unix.R_OK)
	if write {
		mode |= unix.W_OK
	}
	return unix.Faccessat(unix.AT_FDCWD, path, mode, unix.AT_EACCESS)
}

// capable reports whether this thread has a capability. All threads of the program
// have the same: none gives up its own.
func capable(capability int) bool {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&header, &data[0]); err != nil {
		return false
	}
	return data[capability/32].Effective>>(capability%32)&1 != 0
}

// synced asks the kernel, which is informed by time clients (adjtimex(2),
// STA_UNSYNC).
func synced() (bool, error) {
	var t unix.Timex
	if _, err := unix.Adjtimex(&t); err != nil {
		return false, err
	}
	return t.Status&unix.STA_UNSYNC == 0, nil
}

// readLight reads the sensor once, the second time: the first reading shows a
// sensor its range.
func readLight(ctx context.Context, c hw.LightConfig) (lux float64, name string, err error) {
	s, err := hw.OpenLight(c)
	if err != nil || s == nil {
		return 0, "", err
	}
	defer s.Close()
	for range 2 {
		if lux, err = s.Lux(ctx); err != nil {
			return 0, "", err
		}
	}
	return lux, fmt.Sprint(s), nil
}

// readAir reads the air sensor once.
func readAir(ctx context.Context, c hw.SenseConfig) (sense.Reading, string, error) {
	return sense.Once(ctx, func() (sense.Sensor, error) { return hw.OpenSense(c) }, c.Common())
}
