// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/light"
	"github.com/ledpost/ledpost/internal/must"
	"golang.org/x/sys/unix"
)

func TestAccess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "device")
	if err := access(path, false); err == nil {
		t.Error("a file that is not there may be read")
	}
	must.Do(t, os.WriteFile(path, nil, 0o400))
	if err := access(path, false); err != nil {
		t.Errorf("read: %v", err)
	}
	if err := access(path, true); (err == nil) != (os.Geteuid() == 0) {
		t.Errorf("write to a file of mode 0400: %v", err)
	}
}

// TestMemoryWantsACapability: the group kmem alone opens no /dev/mem.
func TestMemoryWantsACapability(t *testing.T) {
	status := must.Get(os.ReadFile("/proc/self/status"))(t)
	_, line, _ := strings.Cut(string(status), "CapEff:\t")
	effective := must.Get(strconv.ParseUint(line[:16], 16, 64))(t)
	for c := range 41 {
		if capable(c) != (effective>>c&1 != 0) {
			t.Errorf("capability %d of %x: %v", c, effective, capable(c))
		}
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and ends with this goroutine
		header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
		var none [2]unix.CapUserData
		if err := unix.Capset(&header, &none[0]); err != nil {
			t.Error(err)
		}
		done <- access(memPath, true)
	}()
	if err := <-done; !errors.Is(err, fs.ErrPermission) {
		t.Errorf("without the capability: %v", err)
	}
}

func TestReadLight(t *testing.T) {
	lux, name, err := readLight(t.Context(), hw.NewLightConfig("constant", &light.ConstantConfig{Lux: 7}))
	if lux != 7 || name != "constant light" || err != nil {
		t.Errorf("%v, %q, %v", lux, name, err)
	}
	if _, _, err := readLight(t.Context(), hw.NewLightConfig("bh1750", &light.BH1750Config{Port: "I2C99"})); err == nil {
		t.Error("a sensor on a bus that is not there reads")
	}
}
