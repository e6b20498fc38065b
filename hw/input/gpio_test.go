// SPDX-License-Identifier: Apache-2.0

package input

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/gpio"
)

// pin is an input line with a pull-up, as strict as the traps of the real ones:
// a wait of 0 would last for ever on some, a negative one on others.
type pin struct {
	gpio.PinIn
	mu     sync.Mutex
	level  gpio.Level
	edges  chan struct{}
	pull   gpio.Pull
	closed bool
	waits  []time.Duration
	busy   error
	broken bool // WaitForEdge returns at once
}

func newPin() *pin { return &pin{level: gpio.High, edges: make(chan struct{}, 16)} }

func (p *pin) find(string) (gpio.PinIn, error) { return p, nil }

func (p *pin) In(pull gpio.Pull, edge gpio.Edge) error {
	if edge != gpio.BothEdges {
		return errors.New("want both edges")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pull = pull
	return p.busy
}

func (p *pin) setBusy(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy = err
}

func (p *pin) Read() gpio.Level {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.level
}

func (p *pin) WaitForEdge(wait time.Duration) bool {
	p.mu.Lock()
	p.waits = append(p.waits, wait)
	p.mu.Unlock()
	if wait < time.Millisecond || wait > time.Second {
		panic(fmt.Sprintf("a wait of %v", wait))
	}
	if p.broken {
		return false
	}
	select {
	case <-p.edges:
		return true
	case <-time.After(wait):
		return false
	}
}

func (p *pin) Halt() error { return nil }

func (p *pin) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

func (p *pin) isClosed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}

func (p *pin) set(level gpio.Level) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.level != level {
		p.level = level
		select {
		case p.edges <- struct{}{}:
		default: // the kernel drops edges too
		}
	}
}

func TestLine(t *testing.T) {
	for _, c := range []struct {
		name string
		cfg  LineConfig
		idle gpio.Level
		pull gpio.Pull
	}{
		{"to ground", LineConfig{Line: "GPIO5", Button: VolumeUp}, gpio.High, gpio.PullUp},
		{"to supply", LineConfig{Line: "GPIO5", Button: VolumeUp, Pull: "down"}, gpio.Low, gpio.PullDown},
		{"touch chip", LineConfig{Line: "GPIO5", Button: VolumeUp, Pull: "none", Active: "high"}, gpio.Low, gpio.Float},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := newPin()
			p.level = c.idle
			l := must.Get(NewLine(p, c.cfg, Timing{}))(t)
			said, stop := started(t, l)
			time.Sleep(1234 * time.Millisecond)
			for range 3 { // bounces
				p.set(!c.idle)
				time.Sleep(2 * time.Millisecond)
				p.set(c.idle)
				time.Sleep(time.Millisecond)
			}
			p.set(!c.idle)
			time.Sleep(9 * time.Millisecond)
			expect(t, c.name+": not yet", said(), "")
			time.Sleep(2 * time.Millisecond)
			expect(t, c.name+": still", said(), "volume_up down")
			time.Sleep(800 * time.Millisecond)
			expect(t, c.name+": held", said(), "volume_up long, volume_up repeat")
			p.set(c.idle)
			time.Sleep(11 * time.Millisecond)
			expect(t, c.name+": released", said(), "volume_up up")
			p.set(!c.idle)
			time.Sleep(100 * time.Millisecond)
			p.set(c.idle)
			time.Sleep(100 * time.Millisecond)
			expect(t, c.name+": click", said(), "volume_up down, volume_up up, volume_up click")
			stop()
			if p.pull != c.pull || !p.closed {
				t.Errorf("%s: pull %v, closed %v", c.name, p.pull, p.closed)
			}
		})
	}
}

func TestLineThatHangsLow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPin()
		p.level = gpio.Low
		l := must.Get(NewLine(p, LineConfig{Line: "5", Button: VolumeUp}, Timing{}))(t)
		said, stop := started(t, l)
		time.Sleep(5 * time.Second)
		p.set(gpio.High)
		time.Sleep(time.Second)
		expect(t, "pressed from the start", said(), "volume_up freed")
		p.set(gpio.Low)
		time.Sleep(100 * time.Millisecond)
		expect(t, "pressed after that", said(), "volume_up down")
		stop()
	})
}

// TestLineThatCannotWait: the loop polls and does not spin.
func TestLineThatCannotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPin()
		p.broken = true
		l := must.Get(NewLine(p, LineConfig{Line: "5", Button: Left}, Timing{}))(t)
		said, stop := started(t, l)
		time.Sleep(time.Second)
		p.set(gpio.Low)
		time.Sleep(100 * time.Millisecond)
		expect(t, "polled", said(), "left down")
		stop()
		if n := len(p.waits); n > 80 {
			t.Errorf("polled %d times in 1.1 s", n)
		}
	})
}

func TestWaitsAreNeitherForEverNorForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			why  string
			wake time.Time
			want time.Duration
		}{
			{"nothing to come", time.Time{}, longestWait},
			{"far off", time.Now().Add(time.Hour), longestWait},
			{"soon", time.Now().Add(10 * time.Millisecond), 10 * time.Millisecond},
			{"now", time.Now(), shortestWait},
			{"due already", time.Now().Add(-time.Hour), shortestWait},
		} {
			p := newPin()
			p.edges <- struct{}{}
			if !waitForEdge(t.Context(), p, c.wake) || p.waits[0] != c.want {
				t.Errorf("%s: waits %v, want %v", c.why, p.waits, c.want)
			}
		}
	})
}

func TestLineEndsSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := must.Get(NewLine(newPin(), LineConfig{Line: "5", Button: Left}, Timing{}))(t)
		_, stop := started(t, l)
		synctest.Wait()
		start := time.Now()
		stop()
		if took := time.Since(start); took > time.Second {
			t.Errorf("ended after %v", took)
		}
	})
}

func TestTurn(t *testing.T) {
	// One period clockwise: a closes, b closes, a opens, b opens.
	const cw, ccw = "a- b- a+ b+ ", "b- a- b+ a+ "
	for _, c := range []struct {
		name  string
		steps int
		moves string
		want  int
	}{
		{"a detent", 4, cw, 1},
		{"the other way", 4, ccw, -1},
		{"three", 4, cw + cw + cw, 3},
		{"forth and back", 4, cw + ccw, 0},
		{"half way and back", 4, "a- b- b+ a+", 0},
		{"every contact bounces", 4, "a- a+ a- b- b+ b- a+ a- a+ b+ b- b+", 1},
		{"told again", 4, "a- a- b- b- a+ a+ b+ b+ b+", 1},
		{"one edge missed: a closed again before it was seen open", 4, "a- b- a+ b+ a- b- a+ a+ b+", 2},
		{"two detents a period", 2, cw, 2},
		{"two detents a period, back", 2, ccw, -2},
		{"half of that", 2, "a- b-", 1},
		{"bounces at a detent", 2, "a- a+ a- a+", 0},
		{"every step", 1, cw, 4},
		{"every step, back", 1, ccw, -4},
	} {
		tr := turn{steps: c.steps, a: gpio.High, b: gpio.High}
		got := 0
		for _, m := range strings.Fields(c.moves) {
			got += tr.contact(contact{m[0] == 'b', m[1] == '+'})
		}
		if got != c.want {
			t.Errorf("%s: %d detents, want %d", c.name, got, c.want)
		}
	}
}

func TestKnob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newPin(), newPin()
		k := must.Get(NewKnob(a, b, KnobConfig{A: "5", B: "6", Clockwise: VolumeUp, Counter: VolumeDown}))(t)
		said, stop := started(t, k)
		synctest.Wait()
		turn := func(first, second *pin) {
			for _, p := range []*pin{first, second, first, second} {
				p.set(!p.Read())
				time.Sleep(3 * time.Millisecond)
			}
		}
		turn(a, b)
		expect(t, "clockwise", said(), "volume_up down, volume_up up, volume_up click")
		turn(b, a)
		expect(t, "counter", said(), "volume_down down, volume_down up, volume_down click")
		time.Sleep(3 * time.Second)
		expect(t, "at rest", said(), "")
		stop()
		if !a.closed || !b.closed {
			t.Error("the lines are still taken")
		}
	})
}

func TestLineFaults(t *testing.T) {
	busy := newPin()
	busy.busy = syscall.EBUSY
	if _, err := NewLine(busy, LineConfig{Line: "GPIO10", Button: Left}, Timing{}); !errors.Is(err, syscall.EBUSY) ||
		!strings.Contains(err.Error(), "GPIO10") || !busy.closed {
		t.Errorf("error %v", err)
	}
	if _, err := NewKnob(newPin(), busy, KnobConfig{A: "1", B: "2", Clockwise: Left, Counter: Right}); !errors.Is(err,
		syscall.EBUSY) {
		t.Errorf("error %v", err)
	}
}

// TestLineThatIsBusyAtFirst: it is told, and tried again every 5 s, as is one of
// two lines; what there is works meanwhile.
func TestLineThatIsBusyAtFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pins := map[string]*pin{}
		for _, name := range []string{"1", "2", "3", "4"} {
			pins[name] = newPin()
		}
		pins["1"].setBusy(errors.New("line_request ioctl: device or resource busy")) // periph's own words
		pins["4"].setBusy(errors.New("line_request ioctl: device or resource busy"))
		all := lines(Config{
			Lines: []LineConfig{{Line: "1", Button: Left}, {Line: "2", Button: Right}, {Line: "5", Button: Action}},
			Knobs: []KnobConfig{{A: "3", B: "4", Clockwise: VolumeUp, Counter: VolumeDown}},
		}, func(name string) (gpio.PinIn, error) {
			if p := pins[name]; p != nil {
				return p, nil
			}
			return nil, errors.New("no such line")
		})
		said, stop := started(t, all)
		synctest.Wait()
		const hint = "line_request ioctl: device or resource busy (a driver or another program has it: see gpioinfo)"
		expect(t, "what is wrong", fmt.Sprint(all.Fault()), "input: line 1: "+hint+"\nno such line\ninput: line 4: "+hint)
		press := func(name string) {
			pins[name].set(gpio.Low)
			time.Sleep(20 * time.Millisecond)
			pins[name].set(gpio.High)
			time.Sleep(20 * time.Millisecond)
		}
		press("2")
		expect(t, "the one that is there", said(), "right down, right up, right click")
		pins["1"].setBusy(nil)
		press("1")
		expect(t, "not yet tried again", said(), "")
		if !pins["3"].isClosed() {
			t.Error("half a knob keeps its line")
		}
		time.Sleep(retry)
		press("1")
		expect(t, "5 s later", said(), "left down, left up, left click")
		expect(t, "what is still wrong", fmt.Sprint(all.Fault()), "no such line\ninput: line 4: "+hint)
		stop()
		if !pins["1"].closed || !pins["2"].closed {
			t.Error("the lines are still taken")
		}
	})
}

func TestConfigFaults(t *testing.T) {
	for _, c := range []struct {
		want string
		cfg  Config
	}{
		{"long is 1ms", Config{Timing: Timing{Long: Duration(time.Millisecond)}}},
		{"debounce is -1ns", Config{Timing: Timing{Debounce: -1}}},
		{"has no name", Config{Devices: []string{""}}},
		{"KEY_LFT", Config{Keys: map[string]string{"KEY_LFT": "left"}}},
		{"has no GPIO line", Config{Lines: []LineConfig{{Button: Left}}}},
		{"GPIO5 without its button", Config{Lines: []LineConfig{{Line: "GPIO5"}}}},
		{"pull is", Config{Lines: []LineConfig{{Line: "5", Button: Left, Pull: "left"}}}},
		{"active is", Config{Lines: []LineConfig{{Line: "5", Button: Left, Active: "yes"}}}},
		{"used twice", Config{Lines: []LineConfig{{Line: "5", Button: Left}, {Line: "gpio5", Button: Right}}}},
		{"used twice", Config{Knobs: []KnobConfig{{A: "5", B: "5", Clockwise: Left, Counter: Right}}}},
		{"wants the buttons", Config{Knobs: []KnobConfig{{A: "5", B: "6", Clockwise: Left}}}},
		{"steps is 3", Config{Knobs: []KnobConfig{{A: "5", B: "6", Clockwise: Left, Counter: Right, Steps: 3}}}},
		{"more than 64", Config{Devices: make([]string, 65)}},
	} {
		must.Fail(t, c.cfg.Check(), c.want)
		if s, err := Open(c.cfg); err == nil || s != nil {
			t.Errorf("opened %+v", c.cfg)
		}
	}
	must.Do(t, (Config{}).Check())
	var b Button
	if err := b.UnmarshalText([]byte("up")); err == nil {
		t.Error("a button called up")
	}
	var d Duration
	if err := d.UnmarshalText([]byte("600")); err == nil {
		t.Error("a time without a unit")
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"5": "GPIO5", "gpio17": "GPIO17", "GPIO27": "GPIO27", "PIN_7": "PIN_7",
		"GPIO999": "GPIO999"} {
		must.Equal(t, canonical(name), want, name)
	}
}
