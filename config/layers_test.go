// SPDX-License-Identifier: Apache-2.0

package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// layers returns Layers whose administrator's file has this text.
func layers(t testing.TB, admin string) Layers {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	must.Do(t, os.WriteFile(path, []byte(admin), 0o600))
	return Layers{File: path}
}

func TestAdministratorWinsKeyByKey(t *testing.T) {
	cfg, left, err := layers(t, "name = \"hall\"\n[text]\nspeed = 30\n[panel]\ndriver = \"max7219\"\nmodules = 4\n").
		Load([]byte("name = \"page\"\nzone = \"Europe/Berlin\"\n[text]\nspeed = 10\ncolor = \"#FF0000\"\n[panel]\n" +
			"driver = \"max7219\"\nmodules = 8\nrotate = 180\n"))
	if err != nil || left != nil {
		t.Fatal(err, left)
	}
	spec, err := cfg.Panel.Spec()
	if err != nil || spec.Size.X != 32 || cfg.Name != "hall" || cfg.Text.ScrollSpeed != 30 {
		t.Errorf("%v, %v, %s, %v: the administrator's keys do not win", err, spec.Size, cfg.Name, cfg.Text.ScrollSpeed)
	}
	if cfg.Zone != "Europe/Berlin" || cfg.Text.TextColor.String() != "#FF0000" {
		t.Errorf("%s, %v: the page's keys beside them are lost", cfg.Zone, cfg.Text.TextColor)
	}
}

// TestOwnThatNoLongerFits: what a page wrote never keeps the device from starting.
func TestOwnThatNoLongerFits(t *testing.T) {
	rows := []struct {
		name, admin, own string
		driver           string // of the configuration that is used
		left             string // part of what is reported; "" = nothing
	}{
		{"another driver is the administrator's", "[panel]\ndriver = \"hub75\"\n",
			"[panel]\ndriver = \"max7219\"\nmodules = 4\n", "hub75", ""},
		{"one value is wrong by now", "", "[text]\nspeed = 5000\n[panel]\ndriver = \"hub75\"\n", "hub75", "text.speed"},
		{"a key is unknown by now", "", "[text]\nglow = 1\n[panel]\ndriver = \"hub75\"\n", "hub75", "text.glow"},
		{"it is no TOML", "", "[panel\n", "", "line "},
		{"it names a file", "", "[panel]\ndriver = \"max7219\"\nport = \"/dev/spidev0.0\"\n", "", "panel.port"},
		{"both together use a pin twice", "[[input.gpio]]\nbutton = \"left\"\nline = \"17\"\n",
			"[panel]\ndriver = \"hub75\"\n", "", "GPIO 17"},
		{"value in place of a table", "[text]\nspeed = 30\n", "text = 5\n[panel]\ndriver = \"hub75\"\n", "hub75", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			cfg, left, err := layers(t, row.admin).Load([]byte(row.own))
			must.Do(t, err)
			must.Equal(t, cfg.Panel.Driver(), row.driver, "the panel")
			if (left == nil) != (row.left == "") || left != nil && !strings.Contains(left.Error(), row.left) {
				t.Errorf("left out: %v, want %q", left, row.left)
			}
		})
	}
	if _, _, err := layers(t, "[text]\nspeed = 900\n").Load([]byte("name = \"x\"\n")); err == nil ||
		!strings.Contains(err.Error(), "line 2: text.speed") {
		t.Errorf("a fault in the administrator's file: %v", err)
	}
}

func TestCheckNamesTheField(t *testing.T) {
	const admin = "name = \"hall\"\n[panel]\ndriver = \"max7219\"\n"
	rows := []struct{ name, own, want string }{
		{"good", "[text]\nspeed = 10\n", ""},
		{"the same value as the administrator's", "name = \"hall\"\n", ""},
		{"a locked key", "\nname = \"page\"\n", "line 2: name: is set in the administrator's file"},
		{"a locked driver", "[panel]\ndriver = \"hub75\"\n", "line 2: panel.driver: is set in the administrator's file"},
		{"a wrong value", "[text]\nspeed = 500", "line 2: text.speed: 500, want 1 to 200"},
		{"an unknown key", "[text]\nglow = 1", "line 2: unknown key text.glow"},
		{"the API's address", "[http]\naddr = \":80\"", "line 2: http.addr: only the administrator's file may set it"},
		{"a path", "[mqtt]\npassword_file = \"/etc/shadow\"",
			"line 2: mqtt.password_file: only the administrator's file may set it"},
		{"fonts", "[fonts]\nextra = [\"x.bdf\"]", "line 2: fonts.extra: only the administrator's"},
		{"addresses that are trusted", "[audio]\nallow = [\"127.0.0.1\"]", "line 2: audio.allow: only the administrator's"},
		{"senders of streams", "[stream]\nallow = []", "line 2: stream.allow: only the administrator's"},
		{"a device file", "[panel]\nport = \"/dev/spidev0.0\"", "line 2: panel.port: names a file"},
		{"a recording", "[panel]\nport = \"VCD:x\"", "line 2: panel.port: names a file"},
		{"a map without a slash", "[panel]\nmap = \"map.txt\"", "line 2: panel.map: names a file"},
		{"a map in another folder", "[panel]\nmap = \"../map.map\"", "line 2: panel.map: names a file"},
		{"a map that is hidden", "[panel]\nmap = \".map\"", "line 2: panel.map: names a file"},
		{"a map in other letters", "[panel]\ndriver = \"max7219\"\nMap = \"map.txt\"", "line 3: panel.Map: names a file"},
		{"a map of a part in other letters", "[[panel.part]]\nMAP = \"map.txt\"", "line 1: panel.part: names a file"},
		{"a file in a list", "[input]\ndevices = [\"x\", \"/dev/input/event0\"]", "line 2: input.devices: names a file"},
		{"a file in a list of tables", "[[panel.part]]\ndriver = \"max7219\"\n[[panel.part]]\nport = \"../x\"",
			"line 1: panel.part: names a file"},
		{"a program", "[audio]\noutput = \"aplay\"", "line 2: audio.output: a program or a file"},
		{"a file of sound", "[audio]\noutput = \"wav:x\"", "line 2: audio.output: a program or a file"},
		{"the public directory of stations", "[radio]\ndirectory = \"https://all.api.radio-browser.info\"", ""},
		{"another directory", "[radio]\ndirectory = \"http://192.168.1.1\"",
			"line 2: radio.directory: only the administrator's"},
		{"a card", "[audio]\noutput = \"alsa:hw:0,0\"", ""},
		{"a key in other letters", "NAME = \"x\"", "line 1: NAME: only the administrator's"},
		{"no TOML", "[text\n", "line "},
		{"deep lists", "name = " + strings.Repeat("[", 20), "line 1: nested too deeply"},
		{"a long dotted key", "\n" + strings.Repeat("a.", 20) + "a = 1", "line 2: nested too deeply"},
		{"dots and brackets in text and remarks",
			"# " + strings.Repeat("[.", 50) + "\n[text]\nspeed = 10 # ....................\n", ""},
		{"dots in strings", "zone = '''\n....................[[[[[[[[[[[[[[[[[[[[['''\n", "line 1: zone: "},
		{"nothing", "", ""},
		{"too much", "#" + strings.Repeat(" ", MaxOwn), "more than 65536 bytes"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			err := layers(t, admin).Check([]byte(row.own))
			if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.HasPrefix(err.Error(), row.want)) {
				t.Errorf("%v, want %q", err, row.want)
			}
		})
	}
}

// TestLocked: without what clients may not know.
func TestLocked(t *testing.T) {
	got, err := layers(t, "name = \"hall\"\n[panel]\nmodules = 4\nport = \"/dev/spidev0.0\"\n[mqtt]\nuser = \"me\"\n"+
		"[[input.gpio]]\nline = \"5\"\n[http]\n").Locked()
	want := map[string]string{"name": `"hall"`, "panel.modules": "4", "panel.port": "", "mqtt.user": "", "input.gpio": ""}
	if err != nil || len(got) != len(want) {
		t.Fatal(got, err)
	}
	for key, value := range want {
		if v, ok := got[key]; !ok || v != value {
			t.Errorf("%s is %q, want %q", key, v, value)
		}
	}
}

// TestWithout: what is restored on another device leaves out what is locked there.
func TestWithout(t *testing.T) {
	l := layers(t, "name = \"hall\"\n[panel]\ndriver = \"hub75\"\n[text]\nspeed = 30\n")
	got, err := l.Without([]byte("name = \"x\"\nzone = \"Europe/Paris\"\n[panel]\ndriver = \"max7219\"\nmodules = 4\n" +
		"[text]\nspeed = 10\nsmooth = false\n"))
	if want := "zone = \"Europe/Paris\"\n\n[text]\n  smooth = false\n"; err != nil || string(got) != want {
		t.Errorf("%v: %s, want %s", err, got, want)
	}
	const good = "# a remark\n[text]\nsmooth = false\n"
	must.Equal(t, string(must.Get(l.Without([]byte(good)))(t)), good, "what may stay as it is became")
	long := []byte(strings.Repeat("[a]\n", 1<<20)) // of a backup, where a file has up to 4 MiB
	memtest.AtMost(t, 1<<20, func() {
		if _, err := l.Without(long); err == nil {
			t.Error("more than clients may write is read")
		}
	})
}

// FuzzOwn: what a client writes is refused or can be used, and costs memory by its
// length alone.
func FuzzOwn(f *testing.F) {
	f.Add([]byte("name = \"x\"\n[panel]\ndriver = \"max7219\"\nmodules = 3\n"))
	f.Add([]byte("[[panel.part]]\ndriver = \"ws2812\"\n[[panel.part]]\nat = [1, 2]\n"))
	f.Add([]byte("a.b.c = [[{x = 1}], {y = '''a'''}]"))
	f.Add([]byte("[input]\nkeys = {a = \"left\"}\nx = 1979-05-27T07:32:00Z\ny = inf"))
	l := layers(f, "[text]\nspeed = 30\n")
	f.Fuzz(func(t *testing.T, own []byte) {
		if len(own) > MaxOwn {
			return
		}
		memtest.AtMost(t, 4<<20+16<<10*len(own), func() {
			if l.Check(own) == nil {
				if _, left, err := l.Load(own); left != nil || err != nil {
					t.Errorf("it was good, and cannot be used: %v, %v", left, err)
				}
			}
			if out, err := l.Without(own); err == nil {
				if _, _, err := l.Load(out); err != nil {
					t.Error(err)
				}
			}
		})
	})
}

// TestDoubts: what a client sends over the network is refused with the name of the field,
// before any trial begins. In the administrator's file, where earlier versions took it,
// the device starts with it and warns, and refuses no client for it.
func TestDoubts(t *testing.T) {
	for _, row := range []struct{ name, text, field string }{
		{"a control character", `name = "a\u0000b\n<script>"`, "name"},
		{"two lines", `name = "a\nb"`, "name"},
		{"a limit that leaves the panel dark", "[limits]\nbrightness_limit = {min = 0, max = 0}", "limits.brightness_limit"},
		{"a limit below the least", "[limits]\nbrightness_limit = {min = 0, max = 1}", "limits.brightness_limit"},
		{"a range that leaves the panel dark",
			"[limits]\nbrightness_range = {min = 0, max = 0}\nbrightness_limit = {min = 0, max = 0}", "limits.brightness_range"},
	} {
		t.Run(row.name, func(t *testing.T) {
			must.Fail(t, (Layers{}).Check([]byte(row.text)), row.field+": ", "sent")
			cfg, left, err := (Layers{}).Load([]byte(row.text))
			if err != nil || left == nil || cfg.Doubts() != nil {
				t.Errorf("sent to an earlier version: %v, %v, %v", err, left, cfg.Doubts())
			}
			admin := layers(t, row.text)
			cfg, left, err = admin.Load([]byte("zone = \"Europe/Berlin\"\n"))
			if err != nil || left != nil || cfg.Zone != "Europe/Berlin" {
				t.Errorf("in the administrator's file: %v, %v", err, left)
			}
			if doubts := cfg.Doubts(); doubts == nil || !strings.Contains(doubts.Error(), row.field) {
				t.Errorf("it is not told: %v", doubts)
			}
			if err := admin.Check([]byte("[limits]\nvolume_limit = {min = 0, max = 50}\n")); err != nil {
				t.Errorf("another key is refused: %v", err)
			}
		})
	}
	for field, text := range map[string]string{
		"input.gpio.2.line": "[[input.gpio]]\nbutton = \"left\"\nline = \"17\"\n[[input.gpio]]\nbutton = \"right\"\n" +
			"line = \"18\\n\"",
		"input.devices.1":  "[input]\ndevices = [\"gpio_ir\\u001b[2J\"]",
		"input.rotary.1.a": "[[input.rotary]]\na = \"5\\t\"\nb = \"6\"",
		"panel.part.1.port": "[panel]\ndriver = \"composite\"\n[[panel.part]]\ndriver = \"max7219\"\nmodules = 4\n" +
			"port = \"SPI0.0\\r\"",
		"panel.port":         "[panel]\ndriver = \"max7219\"\nport = \"SPI0.0\\u0085\"",
		"audio.output":       "[audio]\noutput = \"alsa:hw\\n\"",
		"awtrix.prefix":      "[awtrix]\nprefix = \"a\\u0007\"",
		"stream.hold":        "[stream]\nhold = \"5s\\u0000\"",
		"apps.schedule.1.at": "[apps]\nschedule = [{at = \"07:00\\n\", app = \"com.lametric.clock\"}]",
		"zone":               "zone = \"Europe/Berlin\\n\"",
		"input.keys":         "[input]\nkeys = {\"KEY_LEFT\\n\" = \"left\"}",
	} {
		if err := (Layers{}).Check([]byte(text)); err == nil || !strings.Contains(err.Error(), field+": ") ||
			strings.ContainsFunc(err.Error(), func(r rune) bool { return r != '\n' && unicode.IsControl(r) }) {
			t.Errorf("a control character in %s: %v", field, err)
		}
		if cfg, left, err := (Layers{}).Load([]byte(text)); err != nil || left == nil || cfg.Name != Default().Name {
			t.Errorf("a control character in %s, kept by an earlier version: %v, %v", field, left, err)
		}
	}
	if cfg := Default(); cfg.Doubts() != nil {
		t.Errorf("of the defaults: %v", cfg.Doubts())
	}
}

func TestDiffering(t *testing.T) {
	for _, row := range []struct{ why, a, b, want string }{
		{"the same in other words", "name = \"x\"\n[text]\nspeed = 20.0", "# mine\nname = 'x'\ntext.speed = 20.0", ""},
		{"a value and a table", "name = \"x\"\n[panel]\ndriver = \"a\"", "name = \"y\"\n[panel]\ndriver = \"b\"",
			"name panel"},
		{"one that is gone, and one that comes", "zone = \"UTC\"", "[text]\nspeed = 20.0", "text zone"},
		{"no text", "", "zone = \"UTC\"", "zone"},
		{"one that cannot be read", "zone =", "", ""},
	} {
		must.Equal(t, strings.Join(Differing([]byte(row.a), []byte(row.b)), " "), row.want, row.why)
	}
}

// TestOwner: which configuration shows that somebody uses the device.
func TestOwner(t *testing.T) {
	for _, row := range []struct{ why, text, want string }{
		{"no file says anything", "", ""},
		{"the package's file", "[panel]\n", ""},
		{"a name may be a maker's", `name = "ledpost"`, ""},
		{"no panel", "[panel]\ndriver = \"none\"", ""},
		{"updates may be a maker's", "[update]\nenabled = true", ""},
		{"a panel", "[panel]\ndriver = \"unicornhd\"", "panel.driver"},
		{"a broker", "[mqtt]\nbroker = \"tcp://192.0.2.1:1883\"", "mqtt.broker"},
		{"a broker in other letters", "[MQTT]\nBroker = \"mdns\"", "mqtt.broker"},
		{"a place", `zone = "Europe/Berlin"`, "zone"},
		{"a place for the sun", "[light]\nsource = \"schedule\"\nlatitude = 48.1\nlongitude = 11.6", "light.source"},
		{"clients of AWTRIX", "[awtrix]\nenabled = true", "awtrix.enabled"},
		{"a sender of pixels", "[stream]\nsacn = true", "stream.sacn"},
		{"a file that the device cannot use", "[panel", ""},
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		must.Do(t, os.WriteFile(file, []byte(row.text), 0o600))
		must.Equal(t, (Layers{File: file}).Owner(), row.want, row.why)
	}
}
