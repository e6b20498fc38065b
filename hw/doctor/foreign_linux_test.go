// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// archive writes files as an archive into a folder of the test.
func archive(t testing.TB, data []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "doctor.zip")
	must.Do(t, os.WriteFile(name, data, 0o600))
	return name
}

// TestPack: of its archive the doctor finds what it finds on the machine itself.
func TestPack(t *testing.T) {
	const table = "[panel]\ndriver = \"hub75\"\n"
	m := service(with(tree(four(), "i2s@7e203000", 18, 19, 20, 21),
		"boot/firmware/config.txt dtoverlay=cirrus-x\\n[pi4]\\ninclude extra.txt",
		"boot/firmware/extra.txt dtparam=i2c_arm=on",
		"sys/devices/platform/soc/soc:firmware/get_throttled 50005", "proc/cmdline console=tty1",
		"dev/spidev0.0"), "/dev/spidev0.0", "/dev/gpiomem")
	m.Synced = func() (bool, error) { return false, nil }
	delete(m.Root.(fstest.MapFS), "run/systemd/timesync/synchronized")
	m.Lines = held(gpiomem.Line{Pin: 17, Owner: "reset"})
	m.Programs = func() []Program { return []Program{{PID: 812, Name: "pigpiod", Unit: "pigpiod.service"}} }
	var packed bytes.Buffer
	must.Do(t, Pack(&packed, m, []byte(table)))
	root := must.Get(OpenRoot(archive(t, packed.Bytes())))(t)
	defer root.Close()
	there := must.Get(root.Machine())(t)
	for _, text := range []string{table, "[panel]\ndriver = \"max7219\"\n"} {
		want, got := brief(Check(t.Context(), config(t, text), m)), brief(Check(t.Context(), config(t, text), there))
		if got != want {
			t.Errorf("%s\n from the archive:\n%s\n of the machine:\n%s", text, got, want)
		}
	}
	must.Equal(t, string(must.Get(fs.ReadFile(root, "etc/ledpost/config.toml"))(t)), table, "configuration")
}

// TestPackHasNoSecrets: what people write into files of the boot loader, and what
// identifies the board, stays on the machine.
func TestPackHasNoSecrets(t *testing.T) {
	const secret = "hunter2"
	root := with(four(),
		"proc/cmdline root=hunter2 isolcpus=3 ip=hunter2 hunter2", "boot/firmware/cmdline.txt systemd.run=hunter2 isolcpus=3",
		"boot/firmware/config.txt dtparam=spi=on # hunter2\\npassword=hunter2\\nhunter2\\n[0xhunter2]\\n[pi4]",
		"boot/firmware/wifi.txt psk=hunter2\\nhunter2 and more\\ndtparam=audio=off",
		"proc/device-tree/serial-number hunter2", "proc/device-tree/chosen/bootargs hunter2", "etc/shadow hunter2",
		"etc/ledpost/config.toml password=hunter2", "dev/input/by-id/usb-keyboard-hunter2",
		"proc/812/cmdline hunter2", "proc/812/environ hunter2", "proc/812/comm pigpiod")
	m := service(root)
	m.Programs = func() []Program { return Programs(root) }
	var packed bytes.Buffer
	must.Do(t, Pack(&packed, m, nil))
	z := must.Get(zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len())))(t)
	var whole strings.Builder
	for _, f := range z.File {
		data := must.Get(fs.ReadFile(z, f.Name))(t)
		fmt.Fprintf(&whole, "%s: %s\n", f.Name, data)
	}
	if strings.Contains(whole.String(), secret) {
		t.Errorf("the archive has the secret:\n%s", whole.String())
	}
	for _, want := range []string{"isolcpus=3", "dtparam=spi=on", "[pi4]", "dtparam=audio=off", "root=x", "pigpiod"} {
		if !strings.Contains(whole.String(), want) {
			t.Errorf("the archive lacks %q", want)
		}
	}
}

// TestFolderOfAnother: nothing outside the folder is read, and nothing that is no file.
func TestFolderOfAnother(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	must.Do(t, os.WriteFile(outside, []byte("dtparam=spi=on"), 0o600))
	dir := t.TempDir()
	for name, f := range four() {
		to := filepath.Join(dir, strings.Replace(name, deviceTree, sysTree, 1))
		must.Do(t, os.MkdirAll(filepath.Dir(to), 0o700))
		must.Do(t, os.WriteFile(to, f.Data, 0o600))
	}
	must.Do(t, os.MkdirAll(filepath.Join(dir, "proc"), 0o700))
	for _, err := range []error{
		os.Symlink("/"+sysTree, filepath.Join(dir, deviceTree)), // as /proc has it
		os.Remove(filepath.Join(dir, "boot/firmware/config.txt")),
		os.Symlink(outside, filepath.Join(dir, "boot/firmware/config.txt")),
		syscall.Mkfifo(filepath.Join(dir, "proc/cmdline"), 0o600), // whoever opens it waits
	} {
		must.Do(t, err)
	}
	root := must.Get(OpenRoot(dir))(t)
	defer root.Close()
	m := must.Get(root.Machine())(t)
	lines := Check(t.Context(), config(t, "[panel]\ndriver = \"max7219\""), m)
	if l := about(lines, "model"); len(l) != 1 || l[0].Text != "Raspberry Pi 4 Model B Rev 1.5" {
		t.Errorf("model %+v", l)
	}
	if l := about(lines, "SPI0.0"); len(l) != 1 || !strings.HasPrefix(l[0].Fix, "add dtparam=spi=on") {
		t.Errorf("a file outside was read: %+v", l)
	}
	must.Equal(t, len(about(lines, "user")), 0, "nobody knows who asks")
}

// TestForeignIsRefused: what is no folder and no archive.
func TestForeignIsRefused(t *testing.T) {
	for name, path := range map[string]string{
		"nothing there": filepath.Join(t.TempDir(), "none"), "no archive": archive(t, []byte("hello")),
		"too large": archive(t, make([]byte, maxArchive+1)), "a device": "/dev/null",
	} {
		if r, err := OpenRoot(path); err == nil {
			r.Close()
			t.Errorf("%s was opened", name)
		}
	}
}

// FuzzArchive: anybody may have made an archive.
func FuzzArchive(f *testing.F) {
	for _, change := range []map[string]string{
		{}, {factsFile: `{"lines":[{"pin":99},{"pin":-1}],"refused":{"/dev/mem":"r"}}`}, {factsFile: "{"},
		{"../x": "y", "proc/cmdline": strings.Repeat("a", 1<<20)},
		{"proc/device-tree/soc/gpio/gpios": "\x00\x00\x00"},
	} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for name, file := range four() {
			w, _ := z.Create(name)
			w.Write(file.Data)
		}
		for name, text := range change {
			w, _ := z.Create(name)
			w.Write([]byte(text))
		}
		z.Close()
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		memtest.AtMost(t, 16<<20+64*len(data), func() {
			root, err := OpenRoot(archive(t, data))
			if err != nil {
				return
			}
			defer root.Close()
			m, err := root.Machine()
			if err != nil {
				return
			}
			lines := Check(t.Context(), config(t, "[panel]\ndriver = \"hub75\""), m)
			if slices.ContainsFunc(lines, func(l Line) bool { return l.Text == "" }) {
				t.Errorf("%+v", lines)
			}
		})
	})
}
