// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"errors"
	"fmt"
	"image"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/firmware/selftest"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render/testcard"
)

var _ live.SelfTester = (*selfTester)(nil)

// testBench runs f with a tester of a running device.
func testBench(t *testing.T, about selftest.Device, f func(*testing.T, *selfTester)) {
	synctest.Test(t, func(t *testing.T) {
		b := startBench(t, t.TempDir())
		f(t, &selfTester{about: func() selftest.Device { return about }, device: b.device, trial: b.trial,
			rate: func() (refresh.Stats, bool) { return refresh.Stats{Hz: 205, Late: 7 * time.Microsecond}, true },
			network: func() netinfo.Wifi {
				return netinfo.Wifi{Active: true, SSID: "Canary", MAC: "aa:bb:cc:77:00:77", Signal: -60,
					IP: netip.MustParseAddr("192.168.77.7")}
			},
			synced: func(context.Context) (bool, error) { return true, nil },
			log:    slog.New(slog.DiscardHandler)})
	})
}

// onPanel is what the panel shows.
func onPanel(t *selfTester) device.ShowingKind {
	synctest.Wait()
	return t.device.Status().Showing.Kind
}

// answers says yes to steps.
func answers(t *testing.T, tester *selfTester, steps ...string) (s live.TestState) {
	t.Helper()
	for _, step := range steps {
		s = must.Get(tester.Answer(step, selftest.Yes))(t)
	}
	return s
}

// TestSelfTest goes from the first step to a report, which has measurements and no name.
func TestSelfTest(t *testing.T) {
	about := selftest.Device{Driver: "hub75", Size: image.Pt(64, 32), Refreshed: true, Light: true, Air: true, Sound: true,
		Buttons: []string{"left", "action"}}
	testBench(t, about, func(t *testing.T, tester *selfTester) {
		if tester.press(input.Left) {
			t.Error("a press is taken without a test")
		}
		s := must.Get(tester.Begin())(t)
		if !s.Running || s.Step.ID != "dark" || s.Number != 1 || s.Of != 12 || onPanel(tester) != device.TestShows {
			t.Fatalf("%+v, the panel shows %v", s, onPanel(tester))
		}
		if tester.press(input.Left) {
			t.Error("a press is taken while none is asked for")
		}
		must.Do(t, tester.device.SetLux(t.Context(), 312))
		must.Do(t, tester.device.SetClimate(t.Context(),
			device.Climate{Temperature: device.Measured{Value: 21.5, Known: true}}))
		s = answers(t, tester, "dark", "corners", "rows", "motion")
		if s.Step.ID != "light" || s.Step.Reading != "312 lux" {
			t.Fatalf("%+v", s.Step)
		}
		s = answers(t, tester, "light", "air")
		if tester.press(input.VolumeUp) || !strings.Contains(tester.State().Step.Reading, "volume_up was pressed") {
			t.Errorf("another button than the one asked for: %+v", tester.State().Step)
		}
		for _, b := range []input.Button{input.Left, input.Action} {
			onPanel(tester)
			tester.mu.Lock() // the step stands until both have come
			first, next := tester.press(b), tester.press(b)
			tester.mu.Unlock()
			if !first || !next {
				t.Errorf("a press of %s, or the next one at once, is not taken", b)
			}
		}
		onPanel(tester)
		if s = tester.State(); s.Step.ID != "tone" || onPanel(tester) != device.NotificationShows {
			t.Fatalf("%+v, the panel shows %v", s.Step, onPanel(tester))
		}
		s = answers(t, tester, "tone")
		if s.Running || s.Step != nil || onPanel(tester) == device.TestShows || onPanel(tester) == device.NotificationShows {
			t.Errorf("after the end: %+v, the panel shows %v", s, onPanel(tester))
		}
		for _, want := range []string{
			"configuration: works.", "at least 205 Hz", "Wi-Fi, signal 80 %", "synchronised", "21.5 °C",
		} {
			if !strings.Contains(s.Report, want) {
				t.Errorf("the report lacks %q", want)
			}
		}
		if bad := leaked(s.Report); bad != "" || t.Failed() {
			t.Errorf("%q in\n%s", bad, s.Report)
		}
		if tester.press(input.Left) {
			t.Error("a press is taken after the end")
		}
		if tester.End(); tester.State().Report != "" {
			t.Error("it is not forgotten")
		}
	})
}

// leaked returns a part of a canary in a text.
func leaked(text string) string {
	for _, secret := range []string{"canary", "192.168", "77.7", "aa:bb", "52.77", "/tmp", "secret"} {
		if strings.Contains(strings.ToLower(text), secret) {
			return secret
		}
	}
	return ""
}

// TestSelfTestMeasures what the machine does not have.
func TestSelfTestMeasures(t *testing.T) {
	for _, row := range []struct {
		why    string
		change func(*selfTester)
		want   string // in the report
	}{
		{"a cable", func(s *selfTester) {
			s.network = func() netinfo.Wifi { return netinfo.Wifi{IP: netip.MustParseAddr("192.168.77.7")} }
		}, "works (by cable)"},
		{"no network", func(s *selfTester) {
			s.network = func() netinfo.Wifi { return netinfo.Wifi{IP: netip.IPv4Unspecified()} }
		}, "Wrong: network."},
		{"no time server", func(s *selfTester) {
			s.synced = func(context.Context) (bool, error) { return false, nil }
		}, "Wrong: clock."},
		{"a system that does not tell, and whose error has a name", func(s *selfTester) {
			s.synced = func(context.Context) (bool, error) { return false, errors.New("no bus at /tmp/canary") }
		}, "Not tested: clock."},
		{"a system that never answers", func(s *selfTester) {
			s.synced = func(ctx context.Context) (bool, error) { <-ctx.Done(); return false, ctx.Err() }
		}, "Not tested: clock."},
		{"a panel that flickers", func(s *selfTester) {
			s.rate = func() (refresh.Stats, bool) { return refresh.Stats{Hz: 58}, true }
		}, "Wrong: rate."},
		{"a refresher that has ended", func(s *selfTester) {
			s.rate = func() (refresh.Stats, bool) { return refresh.Stats{}, false }
		}, "measures nothing"},
	} {
		testBench(t, selftest.Device{Refreshed: true}, func(t *testing.T, tester *selfTester) {
			row.change(tester)
			must.Get(tester.Begin())(t)
			s := answers(t, tester, "dark", "corners", "rows", "motion")
			if !strings.Contains(s.Report, row.want) || leaked(s.Report) != "" {
				t.Errorf("%s: want %q in\n%s", row.why, row.want, s.Report)
			}
		})
	}
}

// TestSelfTestWaits: without an answer the panel is again what it was; the next answer goes on.
func TestSelfTestWaits(t *testing.T) {
	testBench(t, selftest.Device{Buttons: []string{"left"}}, func(t *testing.T, tester *selfTester) {
		must.Get(tester.Begin())(t)
		time.Sleep(stepTime - time.Second)
		answers(t, tester, "dark")
		time.Sleep(stepTime - time.Second)
		if s := tester.State(); !s.Running || s.Left != time.Second || onPanel(tester) != device.TestShows {
			t.Fatalf("ended too soon: %+v", s)
		}
		time.Sleep(time.Second)
		if onPanel(tester) == device.TestShows || tester.State().Running || tester.State().Step.ID != "corners" {
			t.Errorf("it shows for ever: %+v", tester.State())
		}
		s := must.Get(tester.Answer("corners", again))(t)
		if !s.Running || s.Step.ID != "corners" || len(s.Results) != 1 || onPanel(tester) != device.TestShows {
			t.Errorf("it does not go on: %+v", s)
		}
		answers(t, tester, "corners", "rows", "motion")
		time.Sleep(stepTime)
		synctest.Wait()
		if tester.press(input.Left) {
			t.Error("a press is taken although nobody waits for it")
		}
	})
}

// TestSelfTestOfTwo: who begins again takes the test over, and an answer to a step that stands no
// more changes nothing.
func TestSelfTestOfTwo(t *testing.T) {
	testBench(t, selftest.Device{Sound: true}, func(t *testing.T, tester *selfTester) {
		if _, err := tester.Answer("dark", selftest.Yes); err != live.ErrNoTest {
			t.Errorf("before the beginning, as after a restart: %v", err)
		}
		must.Get(tester.Begin())(t)
		answers(t, tester, "dark", "corners", "rows", "motion") // the tone plays
		must.Get(tester.Begin())(t)
		must.Equal(t, onPanel(tester), device.TestShows, "the tone of the test before shows")
		for _, late := range []string{"tone", "corners", "nonsense", strings.Repeat("x", 1<<16)} {
			if _, err := tester.Answer(late, selftest.Yes); err != live.ErrOtherStep {
				t.Errorf("the answer to %.10q: %v", late, err)
			}
		}
		_, err := tester.Answer("dark", "<script>")
		must.Fail(t, err, "answer", "an unknown answer")
		if s := tester.State(); s.Number != 1 || len(s.Results) != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// TestSelfTestUnderAFlood of many clients ends in a whole report.
func TestSelfTestUnderAFlood(t *testing.T) {
	testBench(t, selftest.Device{Buttons: []string{"left"}}, func(t *testing.T, tester *selfTester) {
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				_, _ = tester.Begin()
				for _, step := range []string{"dark", "corners", "rows", "motion", "button left"} {
					_, _ = tester.Answer(step, []string{selftest.Yes, selftest.Back, again, "x"}[i%4])
					tester.press(input.Left)
					_ = tester.State()
				}
			})
		}
		all.Wait()
		must.Get(tester.Begin())(t)
		answers(t, tester, "dark", "corners", "rows", "motion")
		tester.press(input.Left)
		onPanel(tester)
		if s := tester.State(); !strings.Contains(s.Report, "configuration: works.") {
			t.Errorf("%+v", s)
		}
	})
}

// TestPressesDuringATest: a press waits for nothing that the test does, and none is taken from an alarm.
func TestPressesDuringATest(t *testing.T) {
	testBench(t, selftest.Device{Buttons: []string{"left", "right"}}, func(t *testing.T, tester *selfTester) {
		must.Get(tester.Begin())(t)
		answers(t, tester, "dark", "corners", "rows", "motion")
		tester.mu.Lock() // as while the machine is asked for its clock
		if !tester.press(input.Left) {
			t.Error("a press is not taken while the test is busy")
		}
		tester.mu.Unlock()
		onPanel(tester)
		if s := tester.State(); s.Step.ID != "button right" {
			t.Fatalf("after the press: %+v", s.Step)
		}
		must.Do(t, tester.device.Test(t.Context(), testcard.Dark, 0))
		id := must.Get(tester.device.Notify(t.Context(), note.Notification{Priority: note.PriorityCritical,
			Lifetime: time.Minute, Frames: []note.Frame{{Text: []note.Fragment{{Text: "7:00"}}}}}, ""))(t)
		if onPanel(tester) != device.NotificationShows || tester.press(input.Right) {
			t.Error("a press is taken from what rings")
		}
		must.Do(t, tester.device.Dismiss(t.Context(), id))
		if onPanel(tester); !tester.press(input.Right) {
			t.Error("a press after that is not taken")
		}
	})
}

// TestSelfTestOfADeviceThatEnds leaves no timer, and no tone that the next start would bring back.
func TestSelfTestOfADeviceThatEnds(t *testing.T) {
	testBench(t, selftest.Device{Sound: true}, func(t *testing.T, tester *selfTester) {
		must.Get(tester.Begin())(t)
		answers(t, tester, "dark", "corners", "rows", "motion") // the tone plays
		if all := must.Get(tester.device.Queue(t.Context()))(t); len(all) != 1 || all[0].Cycles == 0 {
			t.Errorf("a power cut would leave for ever: %+v", all)
		}
		stop := must.Run(t, tester.wait)
		stop()
		if tester.State().Running {
			t.Error("it goes on")
		}
		if all := must.Get(tester.device.Queue(t.Context()))(t); len(all) != 0 {
			t.Errorf("the next start would show %+v", all)
		}
	})
}

// TestAboutTest: what is tested follows from the configuration, and names neither hosts nor files.
func TestAboutTest(t *testing.T) {
	b := newBench(t, t.TempDir())
	must.Get(b.begin())(t)
	machine := doctor.Machine{Root: fstest.MapFS{
		"proc/device-tree/compatible":    {Data: []byte("raspberrypi,4-model-b\x00brcm,bcm2711\x00")},
		"proc/device-tree/model":         {Data: []byte("Raspberry Pi 4 Model B Rev 1.4\x00")},
		"proc/device-tree/serial-number": {Data: []byte("10000000canary77\x00")},
	}}
	cfg := config.Default()
	if d := aboutTest(cfg, b.trial, machine); !d.Simulator || d.Driver != "simulator" || d.Light || d.Air ||
		d.Buttons != nil || d.Board != "Raspberry Pi 4 Model B Rev 1.4" {
		t.Errorf("%+v", d)
	}
	cfg.Panel = hw.NewPanelConfig("hub75", &hub75.Config{})
	cfg.Input = input.Config{Devices: []string{"gpio_ir_recv"}, Lines: []input.LineConfig{{Button: input.Left}, {Button: input.Left}},
		Knobs: []input.KnobConfig{{Clockwise: input.VolumeUp, Counter: input.VolumeDown}}}
	d := aboutTest(cfg, b.trial, machine)
	if d.Simulator || d.Driver != "hub75" || !d.Keys || fmt.Sprint(d.Buttons) != "[left volume_up volume_down]" {
		t.Errorf("%+v", d)
	}
	cfg.Panel = hw.NewPanelConfig("hub75", &hub75.Config{GPIO: "vcd:/tmp/canary.vcd"})
	if d := aboutTest(cfg, b.trial, machine); !d.Simulator || leaked(fmt.Sprint(d)) != "" {
		t.Errorf("a panel whose wires are recorded: %+v", d)
	}
}
