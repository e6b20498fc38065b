// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/sense"
	"github.com/ledpost/ledpost/internal/must"
)

// files makes a file system of "path content"; a path that ends in "->" is only
// there.
func files(list ...string) fstest.MapFS {
	root := fstest.MapFS{}
	for _, f := range list {
		path, content, _ := strings.Cut(f, " ")
		root[path] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(content, "\\n", "\n") + "\n")}
	}
	return root
}

// boards as their kernels show them.
func zero() fstest.MapFS {
	return board("Raspberry Pi Zero W Rev 1.1", "raspberrypi,model-zero-w\x00brcm,bcm2835\x00", "0")
}
func three() fstest.MapFS {
	return board("Raspberry Pi 3 Model B Plus Rev 1.3", "raspberrypi,3-model-b-plus\x00brcm,bcm2837\x00", "0-3")
}
func four() fstest.MapFS {
	return board("Raspberry Pi 4 Model B Rev 1.5", "raspberrypi,4-model-b\x00brcm,bcm2711\x00", "0-3")
}
func five() fstest.MapFS {
	return board("Raspberry Pi 5 Model B Rev 1.0", "raspberrypi,5-model-b\x00brcm,bcm2712\x00", "0-3")
}
func pc() fstest.MapFS {
	return files("proc/sys/kernel/osrelease 6.18.0", "sys/devices/system/cpu/possible 0-7",
		"run/systemd/timesync/synchronized")
}

func board(model, compatible, cpus string) fstest.MapFS {
	root := files("proc/sys/kernel/osrelease 6.12.75+rpt", "sys/devices/system/cpu/possible "+cpus,
		"sys/devices/system/cpu/isolated ", "boot/firmware/config.txt dtparam=audio=on", "run/systemd/timesync/synchronized",
		"dev/gpiomem", "dev/mem", "dev/gpiochip0")
	root["proc/device-tree/model"] = &fstest.MapFile{Data: []byte(model + "\x00")}
	root["proc/device-tree/compatible"] = &fstest.MapFile{Data: []byte(compatible)}
	return root
}

// with adds files to a root.
func with(root fstest.MapFS, list ...string) fstest.MapFS {
	maps.Copy(root, files(list...))
	return root
}

// without removes some.
func without(root fstest.MapFS, list ...string) fstest.MapFS {
	for _, f := range list {
		delete(root, f)
	}
	return root
}

// service is a machine on which the user of the unit may use all devices but
// those named, and /dev/mem.
func service(root fstest.MapFS, refused ...string) Machine {
	return Machine{
		Root: root, User: "ledpost", UID: 991, Groups: []string{"ledpost", "spi", "i2c", "gpio", "input"}, RTPrio: 20,
		MemLock: 8 << 20,
		Access: func(path string, write bool) error {
			if slices.Contains(refused, path) || path == "/dev/mem" {
				return fs.ErrPermission
			}
			return nil
		},
	}
}

// asRoot may do everything.
func asRoot(root fstest.MapFS) Machine {
	m := service(root)
	m.UID, m.User, m.Access, m.RTPrio, m.MemLock = 0, "root", nil, 99, math.MaxUint64
	return m
}

// noPanel says that there is none.
const noPanel = "[panel]\ndriver = \"none\"\n"

func config(t *testing.T, text string) (c hw.Config) {
	t.Helper()
	var tables hw.Tables
	meta, err := toml.Decode(text, &tables)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return tables.Config(&meta, "")
}

// brief is the lines that are not about the machine as such, and those about it
// that are not ok.
func brief(lines []Line) string {
	var out []string
	for _, l := range lines {
		if l.Area == "machine" && l.Level == OK {
			continue
		}
		s := fmt.Sprintf("%v %s %s", l.Level, l.Area, l.Name)
		if l.Code != "" {
			s += " " + string(l.Code)
		}
		if l.Fix != "" {
			s += ": " + l.Fix
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

const restart = " to /boot/firmware/config.txt and restart the Pi"

// otherBoard ends advice about a line that leaves this board out.
const otherBoard = "which leaves this board out: write it at the end, below a line [all], and restart the Pi"

func TestPanels(t *testing.T) {
	const (
		driverOK = "ok panel driver"
		restOK   = "ok light source\nok input devices"
		isolate  = "warning panel isolcpus: add isolcpus=3 to the end of the line in /boot/firmware/cmdline.txt and " +
			"restart the Pi"
		spiOK     = "ok panel SPI0.0"
		bufsizOK  = "ok panel spidev.bufsiz"
		join      = ", then log in again, or sudo systemctl restart ledpost"
		ws        = "driver = \"ws2812\""
		max       = "driver = \"max7219\""
		hub       = "driver = \"hub75\""
		conf      = "run/ledpost-refresher.sock"
		oled      = "driver = \"ssd1306\""
		timedWarn = "warning panel pulses: " + serve
	)
	for _, c := range []struct {
		name  string
		m     Machine
		panel string
		want  []string // between driver and the rest
	}{
		{"Zero, all well", service(with(zero(), "dev/spidev0.0")), max, []string{spiOK, bufsizOK}},
		{"SPI is off", service(zero()), max, []string{"fault panel SPI0.0 E1 SPI: add dtparam=spi=on" + restart}},
		{"SPI was switched on without a restart",
			service(with(zero(), `boot/firmware/config.txt dtparam=i2c_arm=on,spi=on`)), max,
			[]string{"fault panel SPI0.0 E1 SPI: it is switched on in /boot/firmware/config.txt: restart the Pi"}},
		{"SPI is switched on for other models only",
			service(with(zero(), `boot/firmware/config.txt [pi4]\ndtparam=spi=on\n[all]`)), max,
			[]string{"fault panel SPI0.0 E1 SPI: dtparam=spi=on is in /boot/firmware/config.txt below [pi4], " + otherBoard}},
		{"an older system", service(with(without(zero(), "boot/firmware/config.txt"), "boot/config.txt #")), max,
			[]string{"fault panel SPI0.0 E1 SPI: add dtparam=spi=on to /boot/config.txt and restart the Pi"}},
		{"second bus", service(with(three(), "dev/spidev0.0")), max + "\nport = \"SPI1.0\"",
			[]string{"fault panel SPI1.0 E1 SPI: add dtoverlay=spi1-1cs" + restart}},
		{"second bus, third chip select", service(three()), max + "\nport = \"SPI1.2\"",
			[]string{"fault panel SPI1.2 E1 SPI: add dtoverlay=spi1-3cs" + restart}},
		{"chip select that an overlay took",
			service(with(four(), "dev/spidev0.0", `boot/firmware/config.txt dtparam=spi=on\ndtoverlay=spi0-1cs,cs0_pin=8`)),
			max + "\nport = \"SPI0.1\"",
			[]string{"fault panel SPI0.1 E1 SPI: remove dtoverlay=spi0-1cs, which leaves no more chip selects, from " +
				"/boot/firmware/config.txt and restart the Pi"}},
		{"SPI on a PC", service(pc()), max,
			[]string{`fault panel SPI0.0 E1 SPI: this is not a Raspberry Pi with a port for panels; to try without one, write ` +
				`port = "vcd:/tmp/panel.vcd" into the [panel] table, which records the signals`}},
		{"recorded on a PC", service(pc()), max + "\nport = \"vcd:/tmp/x.vcd\"", []string{"ok panel bus"}},
		{"not in the group", func() Machine {
			m := service(with(four(), "dev/spidev0.0"), "/dev/spidev0.0")
			m.User, m.Groups = "alice", []string{"alice"}
			return m
		}(), max, []string{"fault panel SPI0.0 E6 PERM: sudo usermod -aG spi alice" + join}},
		{"in the group, but the device is not", service(with(four(), "dev/spidev0.0"), "/dev/spidev0.0"), max,
			[]string{"fault panel SPI0.0 E6 PERM: sudo chgrp spi /dev/spidev0.0 && sudo chmod 660 /dev/spidev0.0; for good: " +
				"sudo apt install --reinstall ledpost, whose udev rules do that"}},
		{"levels want a processor", service(with(three(), "dev/spidev0.0")), max + "\nlevels = 4",
			[]string{spiOK, bufsizOK, isolate}},

		{"WS2812 on a Zero: the clock follows the load", service(with(zero(), "dev/spidev0.0")), ws,
			[]string{spiOK, bufsizOK, "warning panel core_freq: add core_freq=250" + restart}},
		{"WS2812 on a 3, fixed", service(with(three(), "dev/spidev0.0", `boot/firmware/config.txt core_freq=250`)), ws,
			[]string{spiOK, bufsizOK, "ok panel core_freq"}},
		{"fixed for another model",
			service(with(three(), "dev/spidev0.0", `boot/firmware/config.txt [pi0]\ncore_freq=250`)), ws,
			// else it would be the Zero's too
			[]string{spiOK, bufsizOK,
				"warning panel core_freq: core_freq=250 is in /boot/firmware/config.txt below [pi0], " + otherBoard}},
		{"fixed by the serial console",
			service(with(three(), "dev/spidev0.0", `boot/firmware/config.txt enable_uart=1 # console`)), ws,
			[]string{spiOK, bufsizOK, "ok panel core_freq"}},
		{"WS2812 on a 4", service(with(four(), "dev/spidev0.0")), ws,
			[]string{spiOK, bufsizOK, "warning panel core_freq: add core_freq=500 and core_freq_min=500" + restart}},
		{"250 does not hold on a 4", service(with(four(), "dev/spidev0.0", `boot/firmware/config.txt core_freq=500`)), ws,
			[]string{spiOK, bufsizOK, "warning panel core_freq: add core_freq=500 and core_freq_min=500" + restart}},
		{"WS2812 on a 4, fixed",
			service(with(four(), "dev/spidev0.0", `boot/firmware/config.txt core_freq=500\ncore_freq_min=500`)), ws,
			[]string{spiOK, bufsizOK, "ok panel core_freq"}},
		{"always fast", service(with(four(), "dev/spidev0.0", `boot/firmware/config.txt force_turbo=1`)), ws,
			[]string{spiOK, bufsizOK, "ok panel core_freq"}},
		{"WS2812 on a 5: SPI has its own clock", service(with(five(), "dev/spidev0.0")), ws, []string{spiOK, bufsizOK}},
		{"a strip by PWM", asRoot(with(three(), "dev/mem", "dev/vcio", "dev/gpiomem")), ws + "\nport = \"GPIO18\"",
			[]string{"ok panel GPIO18"}},
		{"by PCM beside sound",
			asRoot(with(three(), "dev/mem", "dev/vcio", "dev/gpiomem", `proc/asound/cards 0 [Headphones]: bcm2835_headpho`)),
			ws + "\nport = \"GPIO21\"", []string{"ok panel GPIO21"}},
		{"by PWM, which sound has",
			asRoot(with(three(), "dev/mem", "dev/vcio", "dev/gpiomem", `proc/asound/cards 0 [Headphones]: bcm2835_headpho`)),
			ws + "\nport = \"GPIO18\"",
			[]string{"fault panel GPIO18 E8 PWM: write dtparam=audio=off instead of dtparam=audio=on into " +
				"/boot/firmware/config.txt and restart the Pi" +
				`, or connect DIN to pin 40 (GPIO 21), and write port = "GPIO21"`}},
		{"by PWM, which an overlay has",
			asRoot(with(three(), "dev/mem", "dev/vcio", "dev/gpiomem", `boot/firmware/config.txt dtoverlay=pwm-ir-tx`)),
			ws + "\nport = \"GPIO13\"",
			[]string{"fault panel GPIO13 E8 PWM: remove dtoverlay=pwm-ir-tx from /boot/firmware/config.txt and restart the Pi" +
				`, or connect DIN to pin 40 (GPIO 21), and write port = "GPIO21"`}},
		{"a strip by PWM without rights", service(with(three(), "dev/mem", "dev/vcio", "dev/gpiomem")),
			ws + "\nport = \"GPIO18\"", []string{"fault panel GPIO18 E6 PERM: " + serve + "; or " + moveToSPI}},
		{"without VideoCore's mailbox", asRoot(with(three(), "dev/mem", "dev/gpiomem")), ws + "\nport = \"GPIO18\"",
			[]string{"fault panel GPIO18 E3 GPIO: use Raspberry Pi OS; or " + moveToSPI}},
		{"a strip by PWM on a PC", service(pc()), ws + "\nport = \"GPIO18\"",
			[]string{`fault panel GPIO18 E5 PI: use a Raspberry Pi; to try without one, write port = "vcd:/tmp/panel.vcd" ` +
				`into the [panel] table, which records the signals`}},
		{"long strip", service(with(five(), "dev/spidev0.0")), ws + "\nwidth = 32\nheight = 16",
			[]string{spiOK,
				"fault panel spidev.bufsiz E7 SIZE: add spidev.bufsiz=65536 to the end of the line in /boot/firmware/cmdline.txt " +
					"and restart the Pi"}},
		{"long strip, large buffer", service(with(five(), "dev/spidev0.0", "sys/module/spidev/parameters/bufsiz 65536")),
			ws + "\nwidth = 32\nheight = 16", []string{spiOK, bufsizOK}},
		{"white channel: a third more", service(with(five(), "dev/spidev0.0")),
			ws + "\nwidth = 41\nheight = 8\norder = \"GRBW\"",
			[]string{spiOK,
				"fault panel spidev.bufsiz E7 SIZE: add spidev.bufsiz=65536 to the end of the line in /boot/firmware/cmdline.txt " +
					"and restart the Pi"}},
		{"APA102 is shorter and has a clock", service(with(four(), "dev/spidev0.0")),
			"driver = \"apa102\"\nwidth = 60\nheight = 16", []string{spiOK, bufsizOK}},
		{"Unicorn", service(with(four(), "dev/spidev0.0")), "driver = \"unicornhd\"", []string{spiOK, bufsizOK}},

		{"grey OLED, all well", service(with(four(), "dev/spidev0.0", "dev/gpiochip0")), "driver = \"ssd1322\"",
			[]string{spiOK, bufsizOK, "ok panel speed", "ok panel GPIO"}},
		{"TFT, all well", service(with(four(), "dev/spidev0.0", "dev/gpiochip0")), "driver = \"st7789\"",
			[]string{spiOK, bufsizOK, "ok panel speed", "ok panel GPIO"}},
		{"TFT, faster than its chip", service(with(four(), "dev/spidev0.0", "dev/gpiochip0")),
			"driver = \"st7789\"\nspeed = \"80MHz\"",
			[]string{spiOK, bufsizOK, "warning panel speed: where pixels are wrong, write speed = \"62.500MHz\"",
				"ok panel GPIO"}},
		{"a strip of the kernel's, all well",
			service(with(five(), "dev/leds0", "boot/firmware/config.txt dtoverlay=ws2812-pio,gpio=18,num_leds=296")),
			ws + "\nport = \"/dev/leds0\"", []string{"ok panel /dev/leds0"}},
		{"missing strip of the kernel", service(five()), ws + "\nport = \"/dev/leds0\"",
			[]string{"fault panel /dev/leds0 E3 GPIO: add dtoverlay=ws2812-pio,gpio=18,num_leds=296" + restart +
				", for DIN on pin 12"}},
		{"a strip of the kernel's, without a restart",
			service(with(five(), "boot/firmware/config.txt dtoverlay=ws2812-pio,gpio=18,num_leds=296")),
			ws + "\nport = \"/dev/leds0\"",
			[]string{"fault panel /dev/leds0 E3 GPIO: restart the Pi; if that is done, sudo apt full-upgrade"}},
		{"a strip of the kernel's, with fewer LEDs",
			service(with(five(), "dev/leds0", "boot/firmware/config.txt dtoverlay=ws2812-pio,gpio=18")),
			ws + "\nport = \"/dev/leds0\"",
			[]string{"warning panel num_leds: write num_leds=296 into dtoverlay=ws2812-pio in /boot/firmware/config.txt and " +
				"restart the Pi", "ok panel /dev/leds0"}},
		{"a strip of the kernel's on a 4", service(with(four(), "dev/leds0")), ws + "\nport = \"/dev/leds0\"",
			[]string{"fault panel /dev/leds0 E3 GPIO: connect DIN to pin 19 (GPIO 10, MOSI), and write port = \"SPI0.0\""}},
		{"two lines, all well", service(with(four(), "dev/gpiochip0")), "driver = \"tm1640\"", []string{"ok panel GPIO"}},
		{"two lines without a kernel's", service(pc()), "driver = \"tm1640\"",
			[]string{"fault panel GPIO E3 GPIO: use a Raspberry Pi, or another board whose kernel has GPIO lines"}},
		{"OLED, all well",
			service(with(four(), "dev/i2c-1", "boot/firmware/config.txt dtparam=i2c_arm=on,i2c_arm_baudrate=400000")), oled,
			[]string{"ok panel I2C1", "ok panel i2c_arm_baudrate"}},
		{"OLED on a slow bus", service(with(four(), "dev/i2c-1")), oled,
			[]string{"ok panel I2C1", "warning panel i2c_arm_baudrate: add dtparam=i2c_arm_baudrate=400000" + restart}},
		{"I2C is off", service(four()), oled, []string{"fault panel I2C1 E2 I2C: add dtparam=i2c_arm=on" + restart}},
		{"I2C is on, its module is not loaded", service(with(four(), "sys/bus/i2c/devices/i2c-1/name bcm2835")), oled,
			[]string{"fault panel I2C1 E2 I2C: sudo modprobe i2c-dev; for good: echo i2c-dev | sudo tee " +
				"/etc/modules-load.d/i2c.conf"}},
		{"I2C was switched on without a restart", service(with(four(), "boot/firmware/config.txt dtparam=i2c_arm=on")), oled,
			[]string{"fault panel I2C1 E2 I2C: it is switched on in /boot/firmware/config.txt: restart the Pi"}},
		{"another bus", service(four()), oled + "\nport = \"I2C4\"",
			[]string{"fault panel I2C4 E2 I2C: add dtoverlay=i2c4" + restart}},
		{"not in group i2c", func() Machine {
			m := service(with(four(), "dev/i2c-1"), "/dev/i2c-1")
			m.Groups = nil
			return m
		}(), oled, []string{"fault panel I2C1 E6 PERM: sudo usermod -aG i2c ledpost" + join}},

		{"HUB75 by the service", service(four()), hub, []string{"ok panel GPIO", timedWarn, isolate}},
		{"HUB75 with hardware pulses", asRoot(with(four(), "sys/devices/system/cpu/isolated 3")), hub,
			[]string{"ok panel GPIO", "ok panel pulses", "ok panel isolcpus"}},
		{"on-board sound", asRoot(with(three(), `proc/asound/cards 0 [Headphones]: bcm2835_headpho`)), hub,
			[]string{"ok panel GPIO",
				"fault panel pulses E8 PWM: write dtparam=audio=off instead of dtparam=audio=on into /boot/firmware/config.txt " +
					"and restart the Pi, or write pulses = \"timed\" into the [panel] table", isolate}},
		{"on-board sound does not matter to timed pulses",
			asRoot(with(three(), `proc/asound/cards 0 [Headphones]: bcm2835_headpho`)), hub + "\npulses = \"timed\"",
			[]string{"ok panel GPIO", "ok panel pulses", isolate}},
		{"another sound card", asRoot(with(three(), `proc/asound/cards 0 [Device]: USB-Audio`)), hub,
			[]string{"ok panel GPIO", "ok panel pulses", isolate}},
		{"pulses want rights", service(three()), hub + "\npulses = \"pwm\"",
			[]string{"ok panel GPIO",
				"fault panel pulses E6 PERM: " + serve + ", or write pulses = \"timed\" into the [panel] table", isolate}},
		{"the system starts the refresher", service(with(three(), conf)), hub,
			[]string{"ok panel GPIO", "ok panel pulses", isolate}},
		{"the same, demanded", service(with(three(), conf)), hub + "\npulses = \"pwm\"",
			[]string{"ok panel GPIO", "ok panel pulses", isolate}},
		{"the system starts the refresher, but sound the hardware",
			service(with(three(), conf, `proc/asound/cards 0 [Headphones]: bcm2835_headpho`, "boot/firmware/config.txt #")), hub,
			[]string{"ok panel GPIO", "fault panel pulses E8 PWM: add dtparam=audio=off" + restart +
				", or write pulses = \"timed\" into the [panel] table", isolate}},
		{"Debian's kernel, the system starts the refresher", service(with(without(three(), "dev/gpiomem"), conf)), hub,
			[]string{"ok panel GPIO", "ok panel pulses", isolate}},
		{"HAT without the bridge", asRoot(zero()), hub + "\nwiring = \"adafruit-hat\"",
			[]string{"ok panel GPIO", "warning panel pulses: bridge GPIO 4 and 18 and write wiring = \"adafruit-hat-pwm\"",
				"ok panel isolcpus"}},
		{"not in group gpio", func() Machine {
			m := service(three(), "/dev/gpiomem")
			m.Groups = nil
			return m
		}(), hub, []string{"fault panel GPIO E6 PERM: sudo usermod -aG gpio ledpost" + join, isolate}},
		{"Debian's kernel", service(without(three(), "dev/gpiomem")), hub,
			[]string{"fault panel GPIO E3 GPIO: use Raspberry Pi OS, or on another system run as root with iomem=relaxed on " +
				"the kernel's command line", isolate}},
		{"Debian's kernel, root", asRoot(without(three(), "dev/gpiomem")), hub,
			[]string{"ok panel GPIO", "ok panel pulses", isolate}},
		{"HUB75 on a 5", service(with(five(), "dev/pio0")), hub, []string{"ok panel PIO"}},
		{"pulses mean nothing to a 5", service(with(five(), "dev/pio0")), hub + "\npulses = \"pwm\"",
			[]string{"warning panel pulses: remove it from the [panel] table", "ok panel PIO"}},
		{"two chains on a 5", service(with(five(), "dev/pio0", "dev/gpiomem0", "proc/sys/kernel/osrelease 6.6.51")),
			hub + "\nparallel = 2", []string{"ok panel PIO", "ok panel GPIO", isolate}},
		{"the same without registers", service(with(five(), "dev/pio0")), hub + "\nparallel = 2",
			[]string{"ok panel PIO", "warning panel GPIO: use Raspberry Pi OS, whose kernel has it"}},
		{"the same by PIO, as configured", service(with(five(), "dev/pio0")), hub + "\nparallel = 2\nbackend = \"pio\"",
			[]string{"ok panel PIO"}},
		{"the same without the right", func() Machine {
			m := service(with(five(), "dev/pio0", "dev/gpiomem0"), "/dev/gpiomem0")
			m.Groups = nil
			return m
		}(), hub + "\nparallel = 2", []string{"ok panel PIO", "warning panel GPIO: sudo usermod -aG gpio ledpost" + join}},
		{"HUB75 on a 5 with an old kernel", service(five()), hub,
			[]string{"fault panel PIO E4 PIO: sudo apt full-upgrade && sudo rpi-eeprom-update -a, then restart the Pi"}},
		{"HUB75 on a 5 without the group", func() Machine {
			m := service(with(five(), "dev/pio0"), "/dev/pio0")
			m.Groups = nil
			return m
		}(), hub, []string{"fault panel PIO E6 PERM: sudo usermod -aG gpio ledpost" + join}},
		{"the backend of another board", service(five()), hub + "\nbackend = \"bcm\"",
			[]string{`fault panel backend E0 CFG: remove it, or write backend = "auto"`}},
		{"PIO on a 4", service(four()), hub + "\nbackend = \"pio\"",
			[]string{`fault panel backend E0 CFG: remove it, or write backend = "auto"`}},
		{"HUB75 on a PC", service(pc()), hub,
			[]string{`fault panel board E5 PI: use a Raspberry Pi; to try without one, write gpio = "vcd:/tmp/panel.vcd" into ` +
				`the [panel] table, which records the signals`}},
		{"HUB75 recorded on a PC", service(pc()), hub + "\ngpio = \"vcd:/tmp/x.vcd\"", []string{"ok panel bus"}},
	} {
		lines := Check(t.Context(), config(t, "[panel]\n"+c.panel), c.m)
		want := strings.Join(slices.Concat([]string{driverOK}, c.want, []string{restOK}), "\n")
		must.Equal(t, brief(lines), want, c.name)
		check(t, c.name, lines)
	}
}

// TestRightsOfTheRefresher: the doctor tells them from its own.
func TestRightsOfTheRefresher(t *testing.T) {
	root := with(four(), socketPath[1:])
	own := service(root)
	own.Access = nil
	for want, m := range map[string]Machine{
		"by the PWM block: the service may use it, by ledpost-refresher.socket; ledpost may not": service(root),
		"by the PWM block": own,
	} {
		lines := Check(t.Context(), config(t, "[panel]\ndriver = \"hub75\""), m)
		if i := slices.IndexFunc(lines, func(l Line) bool { return l.Name == "pulses" }); i < 0 || lines[i].Text != want {
			t.Errorf("%+v, want %q", lines, want)
		}
	}
}

// check is what holds of all lines.
func check(t *testing.T, name string, lines []Line) {
	t.Helper()
	for _, l := range lines {
		if l.Area == "" || l.Name == "" || l.Text == "" || l.Level != OK && l.Fix == "" || l.Level == OK && l.Fix != "" ||
			(l.Level == Fault) != (l.Code != "") {
			t.Errorf("%s: a line lacks something: %+v", name, l)
		}
	}
}

func TestComposite(t *testing.T) {
	lines := Check(t.Context(), config(t, `
		[panel]
		driver = "composite"
		[[panel.part]]
		driver = "ws2812"
		width = 8
		height = 8
		[[panel.part]]
		at = [8, 0]
		driver = "max7219"
		port = "SPI1.0"
		levels = 4`), service(with(five(), "dev/spidev0.0")))
	want := `ok panel driver
ok panel part 1 driver
ok panel part 1 SPI0.0
ok panel part 1 spidev.bufsiz
ok panel part 2 driver
fault panel part 2 SPI1.0 E1 SPI: add dtoverlay=spi1-1cs` + restart + `
warning panel part 2 isolcpus: add isolcpus=3 to the end of the line in /boot/firmware/cmdline.txt and restart the Pi
ok light source
ok input devices`
	must.Equal(t, brief(lines), want)
	if FirstCode(lines) != CodeSPI || Worst(lines) != Fault {
		t.Errorf("code %q, worst %v", FirstCode(lines), Worst(lines))
	}
}

// TestBootloader: its version is told where the board has one in a chip.
func TestBootloader(t *testing.T) {
	const chosen = "proc/device-tree/chosen/bootloader/"
	for _, c := range []struct{ why, built, version, want string }{
		{"a Pi 4", "\x67\x9a\x2f\x00", "26826259138e5a3e7e4a3c5b1bbd1e6c2f5c1a3b\x00", "of 2025-01-29, 26826259138e"},
		{"without a name", "\x67\x9a\x2f\x00", "", "of 2025-01-29"},
		{"malformed name", "\x67\x9a\x2f\x00", "a\nfault machine", "of 2025-01-29"},
		{"a board that has it on the card", "", "", ""},
		{"a number of another length", "\x67", "x", ""},
	} {
		root := four()
		if c.built != "" {
			root[chosen+"build-timestamp"] = &fstest.MapFile{Data: []byte(c.built)}
		}
		if c.version != "" {
			root[chosen+"version"] = &fstest.MapFile{Data: []byte(c.version)}
		}
		got := ""
		for _, l := range Check(t.Context(), config(t, noPanel), service(root)) {
			if l.Name == "boot loader" {
				got = l.Text
			}
		}
		must.Equal(t, got, c.want, c.why)
	}
}

// TestFreshInstall: a Raspberry Pi of which nobody has said which panel it has is told what to
// do first; otherBoard the picture in the browser is what there is.
func TestFreshInstall(t *testing.T) {
	for _, c := range []struct {
		why, config string
		m           Machine
		level       Level
	}{
		{"a Pi", "", service(four()), Warning},
		{"a Pi that is to have none", noPanel, service(four()), OK},
		{"a PC", "", service(pc()), OK},
	} {
		for _, l := range Check(t.Context(), config(t, c.config), c.m) {
			if l.Area == "panel" && (l.Level != c.level || (l.Fix != "") != (c.level == Warning)) {
				t.Errorf("%s: %+v", c.why, l)
			}
		}
	}
}

func TestMachine(t *testing.T) {
	const rest = "ok panel driver\nok light source\nok input devices"
	for _, c := range []struct {
		name   string
		change func(*Machine)
		root   fstest.MapFS
		panel  string
		want   string
	}{
		{"all well", nil, four(), "", rest},
		{"a shell without real time", func(m *Machine) { m.RTPrio, m.User = 0, "alice" }, four(), "",
			"warning machine real-time: the service has it; for a shell write \"alice - rtprio 20\" into " +
				"/etc/security/limits.d/ledpost.conf and log in again\n" + rest},
		{"locked memory does not matter without a refresher", func(m *Machine) { m.MemLock = 0 }, four(), "", rest},
		{"clock is wrong", func(m *Machine) { m.Synced = func() (bool, error) { return false, nil } },
			without(four(), "run/systemd/timesync/synchronized"), "",
			"warning machine time: sudo timedatectl set-ntp true\n" + rest},
		{"clock is kept by chrony", func(m *Machine) { m.Synced = func() (bool, error) { return true, nil } },
			without(four(), "run/systemd/timesync/synchronized"), "", rest},
		{"the sandbox hides the clock", func(m *Machine) {
			m.Synced = func() (bool, error) { return false, fs.ErrPermission }
		}, without(four(), "run/systemd/timesync/synchronized"), "",
			"warning machine time: timedatectl\n" + rest},
		{"nobody to ask", nil, without(four(), "run/systemd/timesync/synchronized"), "",
			"warning machine time: timedatectl\n" + rest},
		{"nothing at all", nil, fstest.MapFS{}, "", "warning machine time: timedatectl\n" + rest},
		{"panel that contradicts itself", nil, four(), "driver = \"max7219\"\nmodules = 200",
			"fault panel driver E0 CFG: correct the [panel] table, see docs/hardware.md\nok light source\nok input devices"},
	} {
		m := service(c.root)
		if c.change != nil {
			c.change(&m)
		}
		lines := Check(t.Context(), config(t, "[panel]\n"+cmp.Or(c.panel, "driver = \"none\"")), m)
		must.Equal(t, brief(lines), c.want, c.name)
		check(t, c.name, lines)
	}
}

func TestModelAndMemory(t *testing.T) {
	m := service(four())
	m.MemLock = 64 << 10
	lines := Check(t.Context(), config(t, "[panel]\ndriver = \"hub75\""), m)
	find := func(name string) Line {
		for _, l := range lines {
			if l.Name == name {
				return l
			}
		}
		t.Fatalf("no line %s", name)
		return Line{}
	}
	if l := find("model"); l.Text != "Raspberry Pi 4 Model B Rev 1.5" {
		t.Errorf("model: %+v", l)
	}
	if l := find("kernel"); l.Text != "6.12.75+rpt" {
		t.Errorf("kernel: %+v", l)
	}
	if l := find("user"); l.Text != "ledpost, in groups ledpost spi i2c gpio input" {
		t.Errorf("user: %+v", l)
	}
	if l := find("memory"); l.Level != Warning || !strings.Contains(l.Text, "64 KiB") ||
		!strings.Contains(l.Fix, "memlock 8192") {
		t.Errorf("memory: %+v", l)
	}
}

func TestLight(t *testing.T) {
	broken := errors.New("no answer")
	reads := func(lux float64, err error) func(context.Context, hw.LightConfig) (float64, string, error) {
		return func(context.Context, hw.LightConfig) (float64, string, error) { return lux, "BH1750 at 0x23", err }
	}
	iio := with(four(), "sys/bus/iio/devices/iio:device0/name veml7700",
		"sys/bus/iio/devices/iio:device0/in_illuminance_input 5")
	for _, c := range []struct {
		name, light string
		root        fstest.MapFS
		lux         float64
		err         error
		want, text  string // text of the last line
	}{
		{"reads", `source = "bh1750"`, with(four(), "dev/i2c-1"), 123.456, nil, "ok light I2C1\nok light bh1750",
			"123 lx, BH1750 at 0x23"},
		{"no bus", `source = "ads1115"`, four(), 1, nil, "fault light I2C1 E2 I2C: add dtparam=i2c_arm=on" + restart,
			"there is no /dev/i2c-1"},
		{"no bus, nor a Pi", `source = "bh1750"`, pc(), 1, nil,
			`fault light I2C1 E2 I2C: this is not a Raspberry Pi with such a bus; to try without a sensor, write source = ` +
				`"schedule" with its keys, or source = "constant", into the [light] table`, "there is no /dev/i2c-1"},
		{"no answer", `source = "bh1750"`, with(four(), "dev/i2c-1"), 0, broken,
			"ok light I2C1\nfault light bh1750 E9 LUX: check the wires and the address: sudo i2cdetect -y 1 lists what answers",
			"no answer"},
		{"no answer on another bus", `source = "ads1115"` + "\nport = \"I2C3\"", with(four(), "dev/i2c-3"), 0, broken,
			"ok light I2C3\nfault light ads1115 E9 LUX: check the wires and the address: sudo i2cdetect -y 3 lists what answers",
			"no answer"},
		{"kernel's sensor", `source = "iio"`, iio, 5, nil, "ok light iio\nok light iio", "5 lx, BH1750 at 0x23"},
		{"kernel's sensor does not answer", `source = "iio"`, iio, 0, broken,
			"ok light iio\nfault light iio E9 LUX: restart the Pi; dmesg shows what went wrong in the driver", "no answer"},
		{"kernel has none", `source = "iio"`, four(), 5, nil,
			"fault light iio E9 LUX: add the overlay of the sensor, such as dtoverlay=i2c-sensor,tsl4531," + restart +
				"; a VEML7700 has none: echo veml7700 0x10 | sudo tee /sys/bus/i2c/devices/i2c-1/new_device, with Linux 6.13 or " +
				"later", "light: the kernel knows no light sensor"},
		{"by the clock", "source = \"schedule\"\ntimes = {\"07:00\" = 1}", pc(), 1, nil, "ok light schedule",
			"1 lx, BH1750 at 0x23"},
		{"table contradicts itself", `source = "schedule"`, pc(), 1, nil,
			"fault light source E0 CFG: correct the [light] table, see docs/hardware.md",
			"light: a schedule wants latitude and longitude, or times"},
	} {
		m := service(c.root)
		m.Light = reads(c.lux, c.err)
		lines := Check(t.Context(), config(t, noPanel+"[light]\n"+c.light), m)
		must.Equal(t, brief(lines), "ok panel driver\n"+c.want+"\nok input devices", c.name)
		must.Equal(t, lines[len(lines)-2].Text, c.text, c.name)
		check(t, c.name, lines)
	}
	lines := Check(t.Context(), config(t, "[light]\nsource = \"constant\""), service(pc()))
	if got := brief(lines); !strings.Contains(got, "ok light source") {
		t.Errorf("without reading:\n%s", got)
	}
}

func TestSense(t *testing.T) {
	broken := errors.New("no answer")
	air := sense.Reading{Temperature: sense.Value{Is: 21.46, Known: true}, Humidity: sense.Value{Is: 48.2, Known: true}}
	iio := with(four(), "sys/bus/iio/devices/iio:device0/name dht11@4",
		"sys/bus/iio/devices/iio:device0/in_humidityrelative_input 48000")
	for _, c := range []struct {
		name, sense string
		root        fstest.MapFS
		err         error
		want, text  string // text of the last line
	}{
		{"reads", `source = "bme280"`, with(four(), "dev/i2c-1"), nil, "ok sense I2C1\nok sense bme280",
			"21.5 °C, 48 %, BME280"},
		{"no bus", `source = "sht3x"`, four(), nil, "fault sense I2C1 E2 I2C: add dtparam=i2c_arm=on" + restart,
			"there is no /dev/i2c-1"},
		{"no bus, nor a Pi", `source = "sht3x"`, pc(), nil,
			"fault sense I2C1 E2 I2C: this is not a Raspberry Pi with such a bus; to go without a sensor, remove the [sense] " +
				"table", "there is no /dev/i2c-1"},
		{"no answer", `source = "sht3x"` + "\nport = \"I2C3\"", with(four(), "dev/i2c-3"), broken,
			"ok sense I2C3\nwarning sense sht3x: check the wires and the address: sudo i2cdetect -y 3 lists what answers",
			"no answer"},
		{"kernel's sensor", `source = "iio"`, iio, nil, "ok sense iio\nok sense iio", "21.5 °C, 48 %, BME280"},
		{"kernel has none", `source = "iio"`, four(), nil,
			"warning sense iio: add the overlay of the sensor, such as dtoverlay=i2c-sensor,bme280 or " +
				"dtoverlay=dht11,gpiopin=4," + restart,
			"sense: the kernel knows no sensor of temperature or humidity"},
		{"table contradicts itself", "source = \"bme280\"\naddress = 5", four(), nil,
			"fault sense source E0 CFG: correct the [sense] table, see docs/hardware.md",
			"sense: address is 0x5, want 0x76 or 0x77"},
		{"another source", `source = "dht22"`, four(), nil,
			"fault sense source E0 CFG: correct the [sense] table, see docs/hardware.md",
			`unknown source "dht22", want none, iio, bme280, sht3x or scd4x; of other sensors many have a driver in the ` +
				`kernel, then write source = "iio"`},
	} {
		m := service(c.root)
		m.Sense = func(context.Context, hw.SenseConfig) (sense.Reading, string, error) { return air, "BME280", c.err }
		lines := Check(t.Context(), config(t, noPanel+"[sense]\n"+c.sense), m)
		must.Equal(t, brief(lines), "ok panel driver\nok light source\n"+c.want+"\nok input devices", c.name)
		must.Equal(t, lines[len(lines)-2].Text, c.text, c.name)
		check(t, c.name, lines)
	}
}

func TestInput(t *testing.T) {
	keys := with(four(), "sys/class/input/event0/device/name vc4-hdmi", "dev/input/event0",
		"sys/class/input/event1/device/name gpio_ir_recv", "dev/input/event1", "dev/input/by-id/knob")
	for _, c := range []struct {
		name, input string
		m           Machine
		want        string
	}{
		{"by name", `devices = ["gpio_ir_recv"]`, service(keys), "ok input gpio_ir_recv"},
		{"all", `devices = ["*"]`, service(keys), "ok input vc4-hdmi\nok input gpio_ir_recv"},
		{"by path", `devices = ["/dev/input/by-id/knob"]`, service(keys), "ok input /dev/input/by-id/knob"},
		{"not plugged in", `devices = ["USB Keyboard"]`, service(keys),
			`warning input USB Keyboard: plug it in; these are there: "vc4-hdmi", "gpio_ir_recv"`},
		{"path is not there", `devices = ["/dev/input/by-id/other"]`, service(four()),
			`warning input /dev/input/by-id/other: plug it in; these are there: none`},
		{"not in group input",
			`devices = ["gpio*"]`, func() Machine { m := service(keys, "/dev/input/event1"); m.Groups = nil; return m }(),
			"fault input gpio_ir_recv E6 PERM: sudo usermod -aG input ledpost, then log in again, or sudo systemctl " +
				"restart ledpost"},
		{"lines", "[[input.gpio]]\nbutton = \"left\"\nline = \"5\"", service(keys), "ok input GPIO"},
		{"lines on a PC", "[[input.gpio]]\nbutton = \"left\"\nline = \"5\"", service(pc()),
			"fault input GPIO E3 GPIO: use a Raspberry Pi, or another board whose kernel has GPIO lines"},
		{"lines without the group", "[[input.rotary]]\na = \"5\"\nb = \"6\"\nclockwise = \"left\"\ncounter = \"right\"",
			func() Machine { m := service(keys, "/dev/gpiochip0"); m.Groups = nil; return m }(),
			"fault input GPIO E6 PERM: sudo usermod -aG gpio ledpost, then log in again, or sudo systemctl restart ledpost"},
		{"unknown key", "[input.keys]\nKEY_LFT = \"left\"", service(keys),
			"fault input keys E0 CFG: correct the [input] table, see docs/hardware.md"},
	} {
		lines := Check(t.Context(), config(t, noPanel+"[input]\n"+c.input), c.m)
		must.Equal(t, brief(lines), "ok panel driver\nok light source\n"+c.want, c.name)
		check(t, c.name, lines)
	}
}

// TestRadar: a port that is missing, refused or there; what config.txt has on its lines is the port itself, but for a
// console.
func TestRadar(t *testing.T) {
	const port = "/dev/serial0"
	there := func() fstest.MapFS { return with(four(), "dev/serial0", "boot/firmware/config.txt enable_uart=1") }
	for _, c := range []struct {
		name, port string
		m          Machine
		want       string
	}{
		{"there", port, service(there()), "ok presence /dev/serial0"},
		{"switched off", port, service(with(four(), "boot/firmware/config.txt #")),
			"warning presence /dev/serial0: add enable_uart=1" + restart},
		{"not plugged in", "/dev/ttyUSB0", service(four()),
			"warning presence /dev/ttyUSB0: plug the adapter of the radar in"},
		{"not in group dialout", port, service(there(), port),
			"fault presence /dev/serial0 E6 PERM: sudo usermod -aG dialout ledpost, then log in again, or sudo systemctl " +
				"restart ledpost"},
		{"the console has it", port, service(with(there(), "sys/class/tty/console/active ttyS0")),
			"ok presence /dev/serial0\nwarning presence pins: remove console=serial0,115200 from /boot/firmware/cmdline.txt " +
				"and restart the Pi"},
		{"no port", "/dev/sda", service(four()),
			"fault presence keys E0 CFG: correct the [presence] table, see docs/hardware.md"},
	} {
		lines := Check(t.Context(), config(t, noPanel+"[presence]\nradar = \""+c.port+"\"\n"), c.m)
		got := brief(lines)
		for _, want := range strings.Split(c.want, "\n") {
			if !strings.Contains(got, want) {
				t.Errorf("%s\n got:\n%s\nwant:\n%s", c.name, got, want)
			}
		}
		if n := strings.Count(got, "presence"); n != strings.Count(c.want, "presence ") && c.name != "no port" {
			t.Errorf("%s: %d lines of it:\n%s", c.name, n, got)
		}
		check(t, c.name, lines)
	}
}

func TestSound(t *testing.T) {
	const usb = "plug in a USB sound card"
	none, muted := errors.New("no sound card"), errors.New("muted")
	for _, c := range []struct {
		name  string
		root  fstest.MapFS
		panel string
		sound Sound
		want  string
	}{
		{"a card", four(), "", Sound{Output: "alsa:hw:0,0", Card: "Headphones"}, "ok sound alsa:hw:0,0"},
		{"the browser", pc(), "", Sound{Output: "browser"}, "ok sound browser"},
		{"none is wanted", four(), "", Sound{Output: "null", Chosen: true}, "ok sound output"},
		{"none on a PC", pc(), "", Sound{Output: "null", Err: none}, "warning sound output: " + usb},
		{"the jack is off", with(four(), "boot/firmware/config.txt #"), "", Sound{Output: "null", Err: none},
			"warning sound output: " + usb + "; or for the jack add dtparam=audio=on" + restart},
		{"the jack is on", four(), "", Sound{Output: "null", Err: none},
			"warning sound output: " + usb +
				"; the jack is switched on in /boot/firmware/config.txt: if that is new, restart the Pi"},
		{"a Zero has no jack", zero(), "", Sound{Output: "null", Err: none}, "warning sound output: " + usb},
		{"a 5 has no jack", five(), "", Sound{Output: "null", Err: none}, "warning sound output: " + usb},
		{"the jack would take the panel's pulses", four(), "hub75", Sound{Output: "null", Err: none},
			"warning sound output: " + usb},
		{"muted", four(), "", Sound{Output: "alsa:hw:0,0", Err: muted},
			"warning sound output: run alsamixer and press M on the channel that shows MM; for good: sudo alsactl store"},
		{"chosen and muted", four(), "", Sound{Output: "alsa:hw:0,0", Err: muted, Chosen: true},
			"fault sound output E11 SND: run alsamixer and press M on the channel that shows MM; for good: sudo alsactl store"},
		{"chosen and not there", four(), "", Sound{Err: none, Chosen: true},
			"fault sound output E11 SND: write output = \"auto\" into the [audio] table, or the name of a card that 'aplay " +
				"-l' lists"},
	} {
		m := service(c.root)
		m.Sound = func() Sound { return c.sound }
		lines := Check(t.Context(), hw.Config{Panel: hw.NewPanelConfig(c.panel, nil)}, m)
		last := lines[len(lines)-1:]
		must.Equal(t, brief(last), c.want, c.name)
		check(t, c.name, last)
	}
}

func TestWriters(t *testing.T) {
	lines := []Line{
		{Area: "machine", Name: "model", Text: "Raspberry Pi 4"},
		{Area: "panel", Name: "SPI0.0", Level: Fault, Code: CodeSPI, Text: "there is no <port>", Fix: "add dtparam=spi=on"},
	}
	var text, data strings.Builder
	must.Do(t, errors.Join(WriteText(&text, lines), WriteJSON(&data, lines)))
	want := `ok       machine: model: Raspberry Pi 4
fault    panel: SPI0.0: there is no <port> [E1 SPI]
         → add dtparam=spi=on
`
	must.Equal(t, text.String(), want, "text")
	var back struct {
		Level string
		Lines []map[string]string
	}
	must.Do(t, json.Unmarshal([]byte(data.String()), &back))
	if back.Level != "fault" || len(back.Lines) != 2 || len(back.Lines[0]) != 4 || back.Lines[1]["code"] != "E1 SPI" ||
		back.Lines[1]["text"] != "there is no <port>" {
		t.Errorf("JSON:\n%s", data.String())
	}
	data.Reset()
	if err := WriteJSON(&data, nil); err != nil || !strings.Contains(data.String(), `"lines": []`) {
		t.Errorf("no lines: %s, %v", data.String(), err)
	}
	if Worst(nil) != OK || FirstCode(nil) != "" {
		t.Error("nothing is not ok")
	}
}

// TestHere: the doctor runs on the machine of the test, whatever it is.
func TestHere(t *testing.T) {
	const text = "[panel]\ndriver = \"hub75\"\n[light]\nsource = \"constant\"\nlux = 42\n[input]\ndevices = [\"*\"]"
	lines := Check(t.Context(), config(t, text), Here())
	check(t, "here", lines)
	if got := brief(lines); !strings.Contains(got, "ok light constant") {
		t.Errorf("got:\n%s", got)
	}
}

// TestEveryCodeIsDocumented: people look codes up in docs/doctor.md.
func TestEveryCodeIsDocumented(t *testing.T) {
	doc := must.Get(os.ReadFile("../../docs/doctor.md"))(t)
	for _, c := range []Code{CodeConfig, CodeSPI, CodeI2C, CodeGPIO, CodePIO, CodeBoard, CodeRights, CodeSize, CodePWM,
		CodeLight, CodeInput, CodeSound, CodePins} {
		if !strings.Contains(string(doc), "| `"+string(c)+"` |") {
			t.Errorf("docs/doctor.md does not have %s", c)
		}
	}
}

func TestRanges(t *testing.T) {
	for list, want := range map[string]string{"0-3": "[[0 3]]", "3": "[[3 3]]", "0,2-3\n": "[[0 0] [2 3]]", "": "[]",
		"x-y": "[]", "-1": "[]", "5-2": "[]", "0-9999999999": "[]"} {
		must.Equal(t, fmt.Sprint(ranges(list)), want, list)
	}
}

// TestRateWithoutRegisters: the rate that is told is that of the way the panel is driven.
func TestRateWithoutRegisters(t *testing.T) {
	for device, want := range map[string]string{"dev/gpiomem0": "about 166 Hz, lit for 71 % of the time",
		"dev/pio0": "about 131 Hz, lit for 56 % of the time"} {
		m := service(with(five(), "dev/pio0", device))
		lines := Check(t.Context(),
			config(t,
				"[panel]\ndriver = \"hub75\"\nrows = 64\ncols = 64\nchain = 2\nparallel = 3\nplanes = 9\nlsb = \"260ns\""), m)
		if text := fmt.Sprint(lines); !strings.Contains(text, want) ||
			strings.Contains(text, "131 times a second instead of 166") != (device == "dev/pio0") {
			t.Errorf("with %s:\n%s", device, text)
		}
	}
}

// TestHostsAway: each host of a panel over the network that does not answer is named, with what
// to do; the others are not, and nothing is a fault.
func TestHostsAway(t *testing.T) {
	m := service(three())
	m.Ask = func(_ context.Context, n panel.Network) []panel.Away {
		return []panel.Away{{Host: n.Hosts[1], Err: errors.New("no route to host")}}
	}
	lines := Check(t.Context(), config(t, "[panel]\ndriver = \"awtrix\"\nhosts = [\"kitchen.local\", \"shelf.local\"]"), m)
	must.Equal(t, Worst(lines), Warning, "the worst line")
	warned := slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return l.Area != "panel" || l.Level == OK })
	if len(warned) != 1 || warned[0].Text != "shelf.local does not get the picture: no route to host" ||
		warned[0].Fix == "" {
		t.Errorf("warned of %+v", warned)
	}
}
