// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/must"
)

const configTXT = "boot/firmware/config.txt "

// about returns the lines of the given name.
func about(lines []Line, name string) (found []Line) {
	for _, l := range lines {
		if l.Name == name {
			found = append(found, l)
		}
	}
	return found
}

func TestPinsThatTheSystemUses(t *testing.T) {
	const (
		hub    = "[panel]\ndriver = \"hub75\"\n"
		three  = hub + "parallel = 3\n"
		hat    = hub + "wiring = \"adafruit-hat\"\n"
		button = "[[input.gpio]]\nbutton = \"left\"\nline = \"4\"\n"
		spi1   = "[panel]\ndriver = \"ws2812\"\nport = \"SPI1.0\"\n"
	)
	for _, c := range []struct {
		name, config, boot string
		console            string // active ones
		want               string // of the only line about pins; empty for none
	}{
		{"nothing", three, "#", "tty1", ""},
		{"1-Wire on the latch", hub, "dtoverlay=w1-gpio", "", `fault panel pins E12 PIN: remove dtoverlay=w1-gpio` + from},
		{"1-Wire on the light of the HAT", hat, "dtoverlay=w1-gpio", "",
			`fault panel pins E12 PIN: remove dtoverlay=w1-gpio` + from},
		{"1-Wire on a free line", hub, "dtoverlay=w1-gpio,gpiopin=5", "", ""},
		{"the same, with the parameter below", hub, "dtoverlay=w1-gpio\\ndtparam=gpiopin=5", "", ""},
		{"1-Wire with a pull-up", hub, "dtoverlay=w1-gpio-pullup", "",
			`fault panel pins E12 PIN: remove dtoverlay=w1-gpio-pullup` + from},
		{"1-Wire on a button", button, "dtoverlay=w1-gpio", "", `fault input pins E12 PIN: remove dtoverlay=w1-gpio` + from},
		{"a sound card on the light", hub, "dtoverlay=hifiberry-dac", "",
			`fault panel pins E12 PIN: remove dtoverlay=hifiberry-dac` + from},
		{"a sound card on SPI1", spi1, "dtoverlay=iqaudio-dacplus", "",
			`fault panel pins E12 PIN: remove dtoverlay=iqaudio-dacplus` + from},
		{"a sound card on the HAT's latch", hat, "dtoverlay=max98357a", "",
			`fault panel pins E12 PIN: remove dtoverlay=max98357a` + from},
		{"a sound card beside SPI0", "[panel]\ndriver = \"ws2812\"\n", "dtoverlay=hifiberry-dac", "", ""},
		{"I2S by a parameter", hub, "dtparam=i2s=on", "", `fault panel pins E12 PIN: remove dtparam=i2s=on` + from},
		{"infrared on the light", hub, "dtoverlay=gpio-ir", "", `fault panel pins E12 PIN: remove dtoverlay=gpio-ir` + from},
		{"a knob of the kernel on a free line and a clock", hub, "dtoverlay=rotary-encoder,pin_a=5", "",
			`fault panel pins E12 PIN: remove dtoverlay=rotary-encoder` + from},
		{"a knob on free lines", hub, "dtoverlay=rotary-encoder,pin_a=19,pin_b=26", "", ""},
		{"infrared on a free line", hub, "dtoverlay=gpio-ir,gpio_pin=19", "", ""},
		{"the console on the third chain", three, "#", "ttyS0 tty1",
			"warning panel pins: remove console=serial0,115200 from /boot/firmware/cmdline.txt and restart the Pi"},
		{"the console on E", hub + "rows = 64\n", "#", "tty1 ttyAMA0",
			"warning panel pins: remove console=serial0,115200 from /boot/firmware/cmdline.txt and restart the Pi"},
		{"the console beside one chain", hub, "#", "ttyS0", ""},
		{"I2C on the third chain", three, "dtparam=i2c_arm=on", "", "warning panel pins: remove dtparam=i2c_arm=on" + from},
		{"I2C beside two chains", hub + "parallel = 2\n", "dtparam=i2c_arm=on", "", ""},
		{"I2C for a display", "[panel]\ndriver = \"ssd1306\"\n", "dtparam=i2c_arm=on", "", ""},
		{"a part of a composite", "[panel]\ndriver = \"composite\"\n[[panel.part]]\ndriver = \"hub75\"\n",
			"dtoverlay=w1-gpio", "", `fault panel part 1 pins E12 PIN: remove dtoverlay=w1-gpio` + from},
		{"a recording", hub + "gpio = \"vcd:/tmp/x\"\n", "dtoverlay=w1-gpio", "", ""},
	} {
		root := with(four(), configTXT+c.boot, "sys/class/tty/console/active "+c.console)
		lines := Check(t.Context(), config(t, c.config), service(root))
		must.Equal(t, brief(about(lines, "pins")), c.want, c.name)
		check(t, c.name, lines)
	}
	lines := Check(t.Context(), config(t, hub), service(with(four(), configTXT+"dtoverlay=w1-gpio")))
	const want = `w1-gpio and panel (hub75, wiring "regular") both use GPIO 4`
	if got := about(lines, "pins"); len(got) != 1 || got[0].Text != want {
		t.Errorf("got %+v, want %q", got, want)
	}
}

const from = " from /boot/firmware/config.txt and restart the Pi"

func TestStateOfTheMachine(t *testing.T) {
	const (
		cool     = "put a heat sink or a fan on the processor, and leave air between it and the panel"
		supply   = "use the power supply for this model, and feed the panel from a separate supply"
		governor = "echo ondemand | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor; for good, remove what " +
			"sets powersave at the start"
		cgroup  = "add cgroup_enable=memory to the end of the line in /boot/firmware/cmdline.txt and restart the Pi"
		get     = "sys/devices/platform/soc/soc:firmware/get_throttled "
		alarm   = "sys/class/hwmon/hwmon1/in0_lcrit_alarm "
		scaling = "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor "
		groups  = "sys/fs/cgroup/cgroup.controllers "
	)
	volt := func(root fstest.MapFS, list ...string) fstest.MapFS {
		return with(root, append(list, "sys/class/hwmon/hwmon0/name cpu_thermal", "sys/class/hwmon/hwmon1/name rpi_volt")...)
	}
	for _, c := range []struct {
		name string
		root fstest.MapFS
		want string
	}{
		{"nothing is known", four(), ""},
		{"all well", volt(four(), get+"0", alarm+"0", scaling+"ondemand", groups+"cpuset cpu io memory pids"), ""},
		{"undervoltage now, by the sensor", volt(four(), alarm+"1"), "warning machine power: " + supply},
		{"an alarm of something else", with(four(), "sys/class/hwmon/hwmon1/name nvme", alarm+"1"), ""},
		{"undervoltage now, by the firmware", with(four(), get+"50005"), "warning machine power: " + supply},
		{"undervoltage before", with(four(), get+"0x50000"), "warning machine power: " + supply},
		{"slowed down by heat now", with(four(), get+"80008"), "warning machine heat: " + cool},
		{"slowed down by heat before", with(four(), get+"0xe0000"), "warning machine heat: " + cool},
		{"the highest frequency is capped, no more", with(four(), get+"0x20002"), ""},
		{"powersave", with(four(), scaling+"powersave"), "warning machine governor: " + governor},
		{"powersave of a PC adapts", with(pc(), scaling+"powersave"), ""},
		{"no memory cgroup", with(four(), groups+"cpuset cpu io pids"), "warning machine memory limit: " + cgroup},
	} {
		m := service(c.root)
		lines := Check(t.Context(), config(t, noPanel), m)
		got := strings.TrimPrefix(strings.TrimSuffix(brief(lines), "ok panel driver\nok light source\nok input devices"),
			"\n")
		if got = strings.TrimSpace(got); got != c.want {
			t.Errorf("%s\n got: %s\nwant: %s", c.name, got, c.want)
		}
		check(t, c.name, lines)
	}
}

// TestEveryDriverIsLookedAt: of whatever kind a panel is, the doctor tells what it
// is, and that a Pi on which nothing is switched on lacks something.
func TestEveryDriverIsLookedAt(t *testing.T) {
	for _, driver := range hw.Drivers() {
		text := "[panel]\ndriver = \"" + driver + "\"\n"
		if driver == "composite" {
			text += "[[panel.part]]\ndriver = \"max7219\"\n"
		}
		bare := without(four(), "dev/gpiomem", "dev/mem", "dev/gpiochip0")
		lines := Check(t.Context(), config(t, text), service(bare))
		if got := about(lines, "driver"); len(got) == 0 || !strings.HasPrefix(got[0].Text, driver+", ") {
			t.Errorf("%s: %+v", driver, got)
		}
		if FirstCode(lines) == "" {
			t.Errorf("%s: all is well where nothing is there:\n%s", driver, brief(lines))
		}
		check(t, driver, lines)
	}
}
