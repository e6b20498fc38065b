// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/must"
)

// complete is a board on which the doctor finds all that it looks for.
func complete(root fstest.MapFS) fstest.MapFS {
	root = with(root, "dev/spidev0.0", "dev/spidev0.1", "dev/spidev1.0", "dev/i2c-1", "dev/vcio", "dev/input/event0",
		"dev/input/by-id/usb-remote-kbd",
		"sys/bus/spi/devices/spi0.0/modalias spi:spidev", "sys/bus/i2c/devices/i2c-1/name bcm2835 (i2c@7e804000)",
		"sys/module/spidev/parameters/bufsiz 65536",
		"sys/bus/iio/devices/iio:device0/name veml7700", "sys/bus/iio/devices/iio:device0/in_illuminance_raw 5",
		"sys/bus/iio/devices/iio:device0/in_illuminance_scale 1", "sys/bus/iio/devices/iio:device1/name hdc1080",
		"sys/bus/iio/devices/iio:device1/in_humidityrelative_raw 5", "sys/bus/iio/devices/iio:device1/in_temp_raw 5",
		"sys/class/input/event0/device/name Remote", "sys/class/tty/console/active tty1",
		"sys/fs/cgroup/cgroup.controllers cpu memory",
		"sys/class/hwmon/hwmon0/name rpi_volt", "sys/class/hwmon/hwmon0/in0_lcrit_alarm 0",
		"sys/kernel/security/lockdown [none] integrity",
		"sys/devices/platform/soc/soc:firmware/get_throttled 0",
		"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor ondemand",
		"sys/devices/system/cpu/isolated 3", "proc/cmdline isolcpus=3", "boot/firmware/cmdline.txt isolcpus=3",
		"proc/asound/cards --- no soundcards ---",
		"boot/firmware/config.txt "+
			"dtparam=audio=off\\ndtparam=i2c_arm_baudrate=400000\\n[board-type=0x11]\\ncore_freq=500\\ncore_freq_min=500",
		"proc/device-tree/chosen/bootloader/version 0123456789abcdef", socketPath[1:])
	root["proc/device-tree/chosen/bootloader/build-timestamp"] = &fstest.MapFile{Data: []byte{0x66, 0, 0, 0}}
	root["proc/device-tree/system/linux,revision"] = &fstest.MapFile{Data: []byte{0, 0xb0, 0x31, 0x15}}
	root["proc/device-tree/serial-number"] = &fstest.MapFile{Data: []byte("10000000abcdef01\x00")}
	return root
}

// kinds are configurations of all kinds of hardware, by name.
func kinds() map[string]string {
	all := map[string]string{
		"strip of the kernel": "[panel]\ndriver = \"ws2812\"\nport = \"/dev/leds0\"\n",
		"strip by PWM":        "[panel]\ndriver = \"ws2812\"\nport = \"GPIO18\"\n",
		"strip by PCM":        "[panel]\ndriver = \"ws2812\"\nport = \"GPIO21\"\n",
		"buzzer":              "", // its line is no key of these tables
		"buttons": "[input]\ndevices = [\"Remote\", \"/dev/input/by-id/usb-remote-kbd\"]\n[[input.line]]\n" +
			"line = \"GPIO5\"\naction = \"next\"\n",
		"presence": "[presence]\nline = \"GPIO6\"\n",
		"radar":    "[presence]\nradar = \"/dev/serial0\"\n",
	}
	for _, name := range hw.Drivers() {
		all["panel "+name] = fmt.Sprintf("[panel]\ndriver = %q\n", name)
	}
	all["panel lametric"] += "port = \"SPI0.0\"\n" // its own is SPI2.0, which no Pi has by itself
	all["panel composite"] += "[[panel.part]]\ndriver = \"hub75\"\n[[panel.part]]\ndriver = \"ssd1306\"\nat = [64, 0]\n"
	for _, name := range hw.NetworkDrivers() {
		all["panel "+name] = fmt.Sprintf("[panel]\ndriver = %q\nhosts = [\"192.0.2.7\"]\n", name)
	}
	all["panel ddp"] += "size = \"32x8\"\n"
	for _, name := range hw.Lights() {
		all["light "+name] = fmt.Sprintf("[light]\nsource = %q\n", name)
	}
	all["light schedule"] += "times = {\"07:00\" = 300}\n"
	for _, name := range hw.Airs() {
		all["sense "+name] = fmt.Sprintf("[sense]\nsource = %q\n", name)
	}
	return all
}

// opens notes which files are opened.
type opens struct {
	fs.FS
	read map[string]bool
}

func (o opens) Open(name string) (fs.File, error) {
	f, err := o.FS.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && !info.IsDir() {
		o.read[name] = true
	}
	return f, nil
}

// TestPackHasWhatTheDoctorReads: for every kind of hardware the archive of a healthy
// machine has the machine's own findings, and each file of which they are made.
func TestPackHasWhatTheDoctorReads(t *testing.T) {
	boards := map[string]fstest.MapFS{"3": complete(three()), "4": complete(four()),
		"5": with(complete(five()), "dev/pio0", "dev/gpiomem0", "dev/leds0")}
	without(boards["5"], "dev/gpiomem", "dev/vcio")
	best := map[string]Level{} // of all boards
	for board, root := range boards {
		for user, m := range map[string]Machine{"root": asRoot(root), "ledpost": service(root)} {
			there, files := unpacked(t, m)
			for kind, text := range kinds() {
				read := map[string]bool{}
				m.Root = opens{root, read}
				cfg := config(t, text)
				if kind == "buzzer" {
					cfg.Buzzer = "13"
				}
				want := Check(t.Context(), cfg, m)
				if got := Check(t.Context(), cfg, there); !slices.Equal(got, want) {
					t.Errorf("%s on a Pi %s as %s\n from the archive:\n%s\n of the machine:\n%s", kind, board, user, beside(got, want),
						beside(want, got))
				}
				for name := range read {
					if !slices.Contains(files, name) && !strings.HasSuffix(name, "/serial-number") {
						t.Errorf("%s on a Pi %s: the doctor reads %s, which the archive lacks", kind, board, name)
					}
				}
				if is, ok := best[kind]; !ok || Worst(want) < is {
					best[kind] = Worst(want)
				}
			}
		}
	}
	for kind, level := range best {
		if level == Fault {
			t.Errorf("%s has a fault on every board, so nothing of it is compared", kind)
		}
	}
}

// unpacked returns the machine in m's archive, and the names of the archive's files.
func unpacked(t *testing.T, m Machine) (there Machine, files []string) {
	t.Helper()
	var packed bytes.Buffer
	must.Do(t, Pack(&packed, m, []byte(kinds()["buttons"])))
	root := must.Get(OpenRoot(archive(t, packed.Bytes())))(t)
	t.Cleanup(func() { root.Close() })
	there = must.Get(root.Machine())(t)
	err := fs.WalkDir(root, ".", func(name string, _ fs.DirEntry, err error) error {
		files = append(files, name)
		return err
	})
	must.Do(t, err)
	return there, files
}

// beside is what lines say that others do not.
func beside(lines, others []Line) string {
	var out []string
	for _, l := range lines {
		if !slices.Contains(others, l) {
			out = append(out, fmt.Sprintf("%+v", l))
		}
	}
	return strings.Join(out, "\n")
}
