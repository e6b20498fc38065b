// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
)

// A problem is one that people have with panels on a Pi: what the doctor says of it,
// besides lines that are ok, and what its advice is, taken.
type problem struct {
	name   string
	config string
	m      Machine
	want   string
	mend   func(m *Machine, config *string)
}

// well is a board on which HUB75 lacks nothing.
func well(root fstest.MapFS) Machine {
	return asRoot(with(root, "sys/devices/system/cpu/isolated 3", "proc/cmdline console=tty1 isolcpus=3",
		"boot/firmware/cmdline.txt console=tty1 isolcpus=3", "boot/firmware/config.txt dtparam=audio=off"))
}

// change changes files of the machine, as advice says.
func (m *Machine) change(list ...string) { maps.Copy(m.Root.(fstest.MapFS), files(list...)) }

func held(lines ...gpiomem.Line) func() []gpiomem.Line { return func() []gpiomem.Line { return lines } }

// problems are the commonest ones, by their numbers.
func problems() []problem {
	const (
		hub    = "driver = \"hub75\"\n"
		five64 = hub + "rows = 64\n"
		hat    = hub + "wiring = \"adafruit-hat\"\n"
		max    = "driver = \"max7219\"\n"
		ws     = "driver = \"ws2812\"\n"
		from   = " from /boot/firmware/config.txt and restart the Pi"
		rest   = " and restart the Pi"
	)
	// boot is well with lines in config.txt, and clean takes them out.
	boot := func(root fstest.MapFS, lines string, more ...string) Machine {
		m := well(root)
		m.change(append([]string{"boot/firmware/config.txt dtparam=audio=off\\n" + lines}, more...)...)
		return m
	}
	clean := func(m *Machine, _ *string) {
		m.change("boot/firmware/config.txt dtparam=audio=off")
		m.Lines, m.Programs = nil, nil
		for name := range m.Root.(fstest.MapFS) {
			if strings.HasPrefix(name, "proc/device-tree/soc/") {
				delete(m.Root.(fstest.MapFS), name)
			}
		}
	}
	bare := func(root fstest.MapFS) Machine { m := well(root); delete(root, "dev/gpiomem"); return m }
	return []problem{
		{"1 on-board sound takes the PWM block", hub, func() Machine {
			m := well(three())
			m.change("boot/firmware/config.txt dtparam=audio=on",
				"proc/asound/cards  0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones")
			return m
		}(), "fault panel pulses E8 PWM: write dtparam=audio=off instead of dtparam=audio=on into " +
			"/boot/firmware/config.txt and restart the Pi, or write pulses = \"timed\" into the [panel] table",
			func(m *Machine, _ *string) { m.change("proc/asound/cards --- no soundcards ---") }},
		{"1b sound of HDMI alone does not", hub, func() Machine {
			m := well(three())
			m.change("proc/asound/cards  0 [b1             ]: bcm2835_hdmi - bcm2835 HDMI 1")
			return m
		}(), "", nil},
		{"2 no rights for the pulses", hub, func() Machine { m := service(well(three()).Root.(fstest.MapFS)); return m }(),
			"warning panel pulses: " + serve, func(m *Machine, _ *string) { m.change(socketPath[1:]) }},
		{"3 a HAT without the bridge", hat, well(three()),
			"warning panel pulses: bridge GPIO 4 and 18 and write wiring = \"adafruit-hat-pwm\"",
			func(_ *Machine, c *string) { *c = hub + "wiring = \"adafruit-hat-pwm\"\n" }},
		{"4 isolcpus is missing", hub, func() Machine {
			m := well(three())
			m.change("sys/devices/system/cpu/isolated ", "proc/cmdline console=tty1", "boot/firmware/cmdline.txt console=tty1")
			return m
		}(), "warning panel isolcpus: add isolcpus=3 to the end of the line in /boot/firmware/cmdline.txt" + rest,
			func(m *Machine, _ *string) { m.change("sys/devices/system/cpu/isolated 3") }},
		{"5 isolcpus wants a restart", hub, func() Machine {
			m := well(three())
			m.change("sys/devices/system/cpu/isolated ", "proc/cmdline console=tty1")
			return m
		}(), "warning panel isolcpus: isolcpus=3 is in /boot/firmware/cmdline.txt already: restart the Pi",
			func(m *Machine, _ *string) { m.change("sys/devices/system/cpu/isolated 3") }},
		{"5 isolcpus on the second line", hub, func() Machine {
			m := well(three())
			m.change("sys/devices/system/cpu/isolated ", "proc/cmdline console=tty1",
				"boot/firmware/cmdline.txt console=tty1\\nisolcpus=3")
			return m
		}(), "warning panel isolcpus: join the lines of /boot/firmware/cmdline.txt into one, with isolcpus=3 at its end, " +
			"and restart the Pi: the kernel reads the first line only",
			func(m *Machine, _ *string) { m.change("sys/devices/system/cpu/isolated 3") }},
		{"5 isolcpus of another processor", hub, func() Machine {
			m := well(three())
			m.change("sys/devices/system/cpu/isolated 1", "proc/cmdline isolcpus=1",
				"boot/firmware/cmdline.txt console=tty1 isolcpus=1")
			return m
		}(), "warning panel isolcpus: write isolcpus=3 instead of isolcpus=1 into /boot/firmware/cmdline.txt" + rest,
			func(m *Machine, _ *string) { m.change("sys/devices/system/cpu/isolated 3") }},
		{"6 1-Wire on GPIO 4", hub, boot(four(), "dtoverlay=w1-gpio"),
			"fault panel pins E12 PIN: remove dtoverlay=w1-gpio" + from, clean},
		{"7 a DAC on 18 to 21", hub, boot(four(), "dtoverlay=hifiberry-dacplus"),
			"fault panel pins E12 PIN: remove dtoverlay=hifiberry-dacplus" + from, clean},
		{"8 a sound card that is known", hub, boot(four(), "dtoverlay=seeed-2mic-voicecard"),
			"fault panel pins E12 PIN: remove dtoverlay=seeed-2mic-voicecard" + from, clean},
		{"8 a sound card that is not, by the device tree", hub,
			boot(tree(four(), "i2s@7e203000", 18, 19, 20, 21), "dtoverlay=vc4-kms-v3d\\ndtoverlay=cirrus-x"),
			"fault panel pins E12 PIN: remove dtoverlay=cirrus-x" + from, clean},
		{"9 PWM for a fan", hub, boot(four(), "dtoverlay=pwm-gpio-fan"),
			"fault panel pins E12 PIN: remove dtoverlay=pwm-gpio-fan" + from, clean},
		{"9 sound by PWM on other lines takes the block", hub, boot(four(), "dtoverlay=audremap,pins_12_13"),
			"fault panel pulses E8 PWM: remove dtoverlay=audremap from /boot/firmware/config.txt and restart the Pi, or write " +
				"pulses = \"timed\" into the [panel] table", clean},
		{"9 two channels of PWM", hub, boot(four(), "dtoverlay=pwm-2chan,pin=12,pin2=13"),
			"fault panel pulses E8 PWM: remove dtoverlay=pwm-2chan from /boot/firmware/config.txt and restart the Pi, or " +
				"write pulses = \"timed\" into the [panel] table", clean},
		{"10 the serial console on the third chain", hub + "parallel = 3\n",
			boot(four(), "", "sys/class/tty/console/active ttyS0"),
			"warning panel pins: remove console=serial0,115200 from /boot/firmware/cmdline.txt" + rest,
			func(m *Machine, _ *string) { m.change("sys/class/tty/console/active tty1") }},
		{"11 the serial port without a console on E", five64, boot(four(), "enable_uart=1"),
			"warning panel pins: remove enable_uart=1" + from, clean},
		{"11 uart5 on the bonnet", hat, func() Machine { m := boot(four(), "dtoverlay=uart5"); return m }(),
			"warning panel pulses: bridge GPIO 4 and 18 and write wiring = \"adafruit-hat-pwm\"\n" +
				"warning panel pins: remove dtoverlay=uart5" + from,
			func(m *Machine, c *string) { clean(m, c); *c = hub + "wiring = \"adafruit-hat-pwm\"\n" }},
		{"12 SPI on the lines of regular", hub, boot(four(), "dtparam=spi=on"),
			"warning panel pins: remove dtparam=spi=on" + from, clean},
		{"13 SPI1 on the light", hub, boot(four(), "dtoverlay=spi1-1cs"),
			"warning panel pins: remove dtoverlay=spi1-1cs" + from, clean},
		{"14 I2C3 on the latch", hub, boot(four(), "dtoverlay=i2c3,pins_4_5"),
			"warning panel pins: remove dtoverlay=i2c3" + from, clean},
		{"14 I2C by program on addresses", hub, boot(four(), "dtoverlay=i2c-gpio"),
			"fault panel pins E12 PIN: remove dtoverlay=i2c-gpio" + from, clean},
		{"14 a LED of the kernel on the clock", hub, boot(four(), "dtoverlay=gpio-led"),
			"fault panel pins E12 PIN: remove dtoverlay=gpio-led" + from, clean},
		{"14 HyperPixel", hub, boot(four(), "dtoverlay=vc4-kms-dpi-hyperpixel4"),
			"fault panel pins E12 PIN: remove dtoverlay=vc4-kms-dpi-hyperpixel4" + from, clean},
		{"14 a line that some driver has asked for", hub, func() Machine {
			m := boot(four(), "dtoverlay=vc4-kms-v3d\\ndtoverlay=strange-hat")
			m.Lines = held(gpiomem.Line{Pin: 17, Owner: "reset"})
			return m
		}(), "fault panel pins E12 PIN: remove dtoverlay=strange-hat" + from, clean},
		{"15 a TFT took the chip select", max,
			boot(four(), "dtparam=spi=on\\ndtoverlay=piscreen", "sys/bus/spi/devices/spi0.0/modalias spi:ili9486"),
			"fault panel SPI0.0 E1 SPI: ili9486 has this chip select: remove dtoverlay=piscreen" + from,
			func(m *Machine, _ *string) { m.change("dev/spidev0.0") }},
		{"15 the other chip select is free", max,
			boot(four(), "dtparam=spi=on\\ndtoverlay=mcp2515-can0,interrupt=25",
				"sys/bus/spi/devices/spi0.0/modalias spi:mcp2515", "dev/spidev0.1"),
			"fault panel SPI0.0 E1 SPI: mcp2515 has this chip select: remove dtoverlay=mcp2515-can0" + from +
				", or connect the panel's CS to the chip select of SPI0.1 and write port = \"SPI0.1\"",
			func(_ *Machine, c *string) { *c += "port = \"SPI0.1\"\n" }},
		{"16 I2C with three chains", hub + "parallel = 3\n", boot(four(), "dtparam=i2c_arm=on"),
			"warning panel pins: remove dtparam=i2c_arm=on" + from, clean},
		{"17 infrared on the light", hub, boot(four(), "dtoverlay=gpio-ir"),
			"fault panel pins E12 PIN: remove dtoverlay=gpio-ir" + from, clean},
		{"18 undervoltage", hub, boot(four(), "", "sys/devices/platform/soc/soc:firmware/get_throttled 50005"),
			"warning machine power: use the power supply for this model, and feed the panel from a separate supply",
			func(m *Machine, _ *string) { m.change("sys/devices/platform/soc/soc:firmware/get_throttled 0") }},
		{"19 throttled by heat", hub, boot(four(), "", "sys/devices/platform/soc/soc:firmware/get_throttled e0008"),
			"warning machine heat: put a heat sink or a fan on the processor, and leave air between it and the panel",
			func(m *Machine, _ *string) { m.change("sys/devices/platform/soc/soc:firmware/get_throttled 0") }},
		{"20 pigpiod", hub, boot(four(), "", "proc/812/comm pigpiod", "proc/812/cgroup 0::/system.slice/pigpiod.service"),
			"warning panel programs: sudo systemctl disable --now pigpiod.service", clean},
		{"20 a second matrix program", hub, boot(four(), "", "proc/900/comm demo", "proc/900/fd/3->_dev_gpiomem"),
			"warning panel programs: end it: sudo kill 900", clean},
		{"20 a desktop", hub, boot(four(), "", "proc/700/comm labwc"),
			"warning panel programs: sudo systemctl set-default multi-user.target, then restart the Pi", clean},
		{"21 Debian, not root", hub, func() Machine { return service(bare(three()).Root.(fstest.MapFS)) }(),
			"fault panel GPIO E3 GPIO: use Raspberry Pi OS, or on another system run as root with iomem=relaxed on the " +
				"kernel's command line",
			func(m *Machine, _ *string) { m.change("dev/gpiomem", socketPath[1:]) }},
		{"22 Debian as root without iomem=relaxed", hub, bare(three()),
			"fault panel GPIO E3 GPIO: add iomem=relaxed to the end of the line in /boot/firmware/cmdline.txt and restart the " +
				"Pi; or use Raspberry Pi OS, which has /dev/gpiomem",
			func(m *Machine, _ *string) { m.change("proc/cmdline console=tty1 isolcpus=3 iomem=relaxed") }},
		{"22 Debian as root, the mapping is refused", hub, func() Machine {
			m := bare(three())
			m.change("proc/cmdline iomem=relaxed") // does not help with every kernel
			m.Map = func(gpiomem.Board) error { return errors.New("operation not permitted") }
			return m
		}(), "fault panel GPIO E3 GPIO: add iomem=relaxed to the end of the line in /boot/firmware/cmdline.txt and restart " +
			"the Pi; or use Raspberry Pi OS, which has /dev/gpiomem",
			func(m *Machine, _ *string) { m.change("dev/gpiomem") }},
		{"22 locked down", hub, func() Machine {
			m := bare(three())
			m.change("proc/cmdline iomem=relaxed", "sys/kernel/security/lockdown none [integrity] confidentiality")
			return m
		}(), "fault panel GPIO E3 GPIO: remove lockdown= from /boot/firmware/cmdline.txt and switch Secure Boot off, then " +
			"restart; or use Raspberry Pi OS",
			func(m *Machine, _ *string) { m.change("sys/kernel/security/lockdown [none] integrity confidentiality") }},
		{"23 a 5 without its PIO", hub, well(five()),
			"fault panel PIO E4 PIO: sudo apt full-upgrade && sudo rpi-eeprom-update -a, then restart the Pi",
			func(m *Machine, _ *string) { m.change("dev/pio0") }},
		{"24 a 5 with four 64×64 in a chain", five64 + "chain = 4\n",
			boot(five(), "", "dev/pio0", "proc/sys/kernel/osrelease 6.12.47+rpt"),
			"warning panel refresh: write refresh = \"100Hz\" into the [panel] table; if that is " +
				"not enough, use several chains: parallel = 2 or 3",
			func(_ *Machine, c *string) { *c = five64 + "chain = 4\nrefresh = \"100Hz\"\n" }},
		{"25 a 5 with an old kernel", hub, boot(five(), "", "dev/pio0", "proc/sys/kernel/osrelease 6.6.51+rpt-rpi-2712"),
			"warning panel kernel: sudo apt full-upgrade, then restart the Pi", func(m *Machine, _ *string) {
				m.change("proc/sys/kernel/osrelease 6.12.47+rpt-rpi-2712")
			}},
		{"26 a strip of the kernel on the light of a 5", hub, boot(five(), "dtoverlay=ws2812-pio,gpio=18", "dev/pio0"),
			"fault panel pins E12 PIN: remove dtoverlay=ws2812-pio" + from, clean},
		{"27 SPI is off", max, well(four()),
			"fault panel SPI0.0 E1 SPI: add dtparam=spi=on to /boot/firmware/config.txt" + rest, func(m *Machine, _ *string) {
				m.change("dev/spidev0.0")
			}},
		{"27 not in the group", max, func() Machine {
			m := service(with(well(four()).Root.(fstest.MapFS), "dev/spidev0.0"), "/dev/spidev0.0")
			m.Groups = nil
			return m
		}(), "fault panel SPI0.0 E6 PERM: sudo usermod -aG spi ledpost, then log in again, or sudo systemctl restart ledpost",
			func(m *Machine, _ *string) { m.Access = nil }},
		{"28 spidev.bufsiz", ws + "width = 40\nheight = 16\n", boot(five(), "", "dev/spidev0.0"),
			"fault panel spidev.bufsiz E7 SIZE: add spidev.bufsiz=65536 to the end of the line in " +
				"/boot/firmware/cmdline.txt" + rest,
			func(m *Machine, _ *string) { m.change("sys/module/spidev/parameters/bufsiz 65536") }},
		{"29 the core clock of a 3", ws, boot(three(), "", "dev/spidev0.0"),
			"warning panel core_freq: add core_freq=250 to /boot/firmware/config.txt" + rest,
			func(m *Machine, _ *string) { m.change("boot/firmware/config.txt core_freq=250") }},
		{"30 a strip on GPIO 18", ws + "port = \"GPIO18\"\n", boot(five(), "", "dev/spidev0.0"),
			"fault panel GPIO18 E3 GPIO: connect DIN to pin 19 (GPIO 10, MOSI), and write port = \"SPI0.0\"; or keep GPIO 18: " +
				"add dtoverlay=ws2812-pio,gpio=18,num_leds=64 to /boot/firmware/config.txt" + rest +
				", with the number of your LEDs for 64, and write port = \"/dev/leds0\"", func(_ *Machine, c *string) { *c = ws }},
		{"30 a strip on 12 of a 4, beside sound", ws + "port = \"GPIO12\"\n",
			boot(four(), "dtparam=audio=on", "dev/mem", "dev/vcio", "proc/asound/cards 0 [Headphones]: bcm2835_headpho"),
			"fault panel GPIO12 E8 PWM: dtparam=audio=off is in /boot/firmware/config.txt, but a later line undoes it: " +
				"remove dtparam=audio=on" + from +
				", or connect DIN to pin 40 (GPIO 21), and write port = \"GPIO21\"", func(_ *Machine, c *string) {
				*c = ws + "port = \"GPIO21\"\n"
			}},
		{"30 a strip on 21", ws + "port = \"21\"\n", boot(five(), "", "dev/spidev0.0"),
			"fault panel driver E0 CFG: connect DIN to pin 19 (GPIO 10, MOSI) instead of GPIO 21, and write port = " +
				"\"SPI0.0\"; or keep GPIO 21: add dtoverlay=ws2812-pio,gpio=21,num_leds=64 to /boot/firmware/config.txt" + rest +
				", with the number of your LEDs for 64, and write port = \"/dev/leds0\"", func(_ *Machine, c *string) { *c = ws }},
	}
}

func TestProblems(t *testing.T) {
	named := map[string]bool{}
	for _, p := range problems() {
		m := p.m
		if m.Programs == nil {
			m.Programs = func() []Program { return Programs(links{m.Root}) }
		}
		if got := unwell(t, p.config, m); got != p.want {
			t.Errorf("%s\n got: %s\nwant: %s", p.name, got, p.want)
			continue
		}
		if p.mend == nil {
			continue
		}
		number, _, _ := strings.Cut(p.name, " ")
		named[number] = true
		after := p.config
		p.mend(&m, &after)
		if got := unwell(t, after, m); got != "" {
			t.Errorf("%s: with the advice taken: %s", p.name, got)
		}
	}
	if len(named) < 27 {
		t.Errorf("%d of the 30 problems are named", len(named))
	}
}

// unwell is what is not ok.
func unwell(t *testing.T, text string, m Machine) string {
	t.Helper()
	lines := Check(t.Context(), config(t, "[panel]\n"+text), m)
	check(t, text, lines)
	var bad []Line
	for _, l := range lines {
		if l.Level != OK {
			bad = append(bad, l)
		}
	}
	return brief(bad)
}

// tree adds a device of the device tree that has lines of the header.
func tree(root fstest.MapFS, device string, pins ...uint32) fstest.MapFS {
	const soc = "proc/device-tree/soc/"
	add := func(name string, cells ...uint32) {
		var b []byte
		for _, c := range cells {
			b = append(b, byte(c>>24), byte(c>>16), byte(c>>8), byte(c))
		}
		root[soc+name] = &fstest.MapFile{Data: b}
	}
	add("gpio@7e200000/gpio-controller")
	add("gpio@7e200000/phandle", 7)
	add("gpio@7e200000/pinctrl-0", 9) // a default of the controller's own
	add("gpio@7e200000/all/brcm,pins", 0, 1, 2, 3, 4, 5, 6, 17, 18, 27)
	add("gpio@7e200000/all/phandle", 9)
	add("gpio@7e200000/group/brcm,pins", pins...)
	add("gpio@7e200000/group/phandle", 8)
	add(device+"/pinctrl-0", 8)
	root[soc+device+"/status"] = &fstest.MapFile{Data: []byte("okay\x00")}
	add("unused@1/pinctrl-0", 9)
	root[soc+"unused@1/status"] = &fstest.MapFile{Data: []byte("disabled\x00")}
	return root
}

// links are files of which those called 3->TARGET are links.
type links struct{ fs.FS }

func (l links) Lstat(name string) (fs.FileInfo, error) { return fs.Stat(l.FS, name) }

func (l links) ReadLink(name string) (string, error) {
	if _, target, ok := strings.Cut(name, "->"); ok {
		return strings.ReplaceAll(target, "_", "/"), nil
	}
	return "", fmt.Errorf("%s is no link", name)
}

// TestMoreChains: a long chain is split into as many as the board has lines for.
func TestMoreChains(t *testing.T) {
	e := exam{}
	e.board.Model = "Raspberry Pi Compute Module 3 Rev 1.0"
	for _, c := range []struct {
		has, chains int // of the wiring
		want        string
	}{
		{1, 2, "parallel = 2"}, {1, 3, "parallel = 2 or 3"}, {1, 4, "parallel = 2 to 4"}, {2, 4, "parallel = 3 or 4"},
		{2, 6, "parallel = 3 to 6"},
	} {
		got := e.faster(&panel.Registers{Chain: 6, Chains: c.chains, Last: make([]int, c.has), Refresh: flickers})
		if want := "use several chains: " + c.want; got != want {
			t.Errorf("%d of %d chains: %s, want %s", c.has, c.chains, got, want)
		}
	}
}
