package hub75

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pio/piotest"
	"github.com/ledpost/ledpost/hw/pixel"
)

// random is a picture of random colours.
func random(size image.Point, seed uint64) *image.RGBA {
	rng := rand.New(rand.NewPCG(seed, 75))
	m := image.NewRGBA(image.Rectangle{Max: size})
	for i := range m.Pix {
		m.Pix[i] = uint8(rng.Uint32())
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	return m
}

// rig is everything between a picture and the panels, without a process.
type rig struct {
	config   Config
	geometry *geometry
	wire     wire
	emulator *Emulator
}

func newRig(t testing.TB, c Config) *rig {
	t.Helper()
	e, err := NewEmulator(c)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{config: e.config, geometry: e.geometry, emulator: e}
	r.wire = newWire(&r.config, e.geometry, e.pins, gpiomem.Board{})
	return r
}

// byRegisters shows m once through the registers of a Broadcom chip.
func (r *rig) byRegisters(t testing.TB, m *image.RGBA, brightness float64) {
	t.Helper()
	e := newEncoder(&r.config, r.geometry, &r.wire.Pins, 0, 0)
	e.setBrightness(brightness)
	frame := make([]byte, 4*e.size())
	e.pack(words(frame), m)
	tape := newTape(&r.wire)
	s := newScan(&r.wire, tape.Regs(), instant{tape.Regs(), 1 << r.wire.Pins.OE})
	if err := s.Refresh(frame); err != nil {
		t.Fatal(err)
	}
	for i := range tape.Len() {
		r.emulator.Store(tape.At(i))
	}
}

// byPIO shows m once through the program of the Pi 5.
func (r *rig) byPIO(t testing.TB, m *image.RGBA, brightness float64) {
	t.Helper()
	s := &stream{&r.wire, &interpreter{t: t, r: r, levels: 1 << r.wire.Pins.OE}}
	if err := s.init(); err != nil {
		t.Fatal(err)
	}
	e := streamEncoder(&r.config, r.geometry, &r.wire)
	e.setBrightness(brightness)
	frame := make([]byte, 4*e.size())
	r.wire.fill(words(frame))
	e.pack(words(frame), m)
	if err := s.Refresh(frame); err != nil {
		t.Fatal(err)
	}
}

// interpreter is a PIO device that runs what it is sent.
type interpreter struct {
	t      testing.TB
	r      *rig
	at     time.Duration
	levels uint32
}

func (i *interpreter) Send(words []uint32) error {
	begin := i.at
	return piotest.Run(i.r.wire.program(), words, i.levels, func(at time.Duration, levels uint32) {
		i.at, i.levels = begin+at+time.Microsecond, levels
		i.r.emulator.Pins(i.at, levels)
	})
}

// configs are panels of every kind, each for its reason.
func configs() map[string]Config {
	return map[string]Config{
		"default":                  {},
		"fewest planes":            {Planes: 4},
		"eight planes in one word": {Planes: 8},
		"nine planes in two words": {Planes: 9},
		"scan 1:4":                 {Rows: 8, Cols: 32},
		"scan 1:8":                 {Rows: 16, Cols: 32},
		"scan 1:32":                {Rows: 64},
		"chain of three":           {Rows: 16, Cols: 32, Chain: 3, Planes: 5},
		"two parallel":             {Rows: 16, Cols: 32, Parallel: 2, Planes: 5},
		"three parallel":           {Rows: 16, Cols: 32, Parallel: 3, Chain: 2, Planes: 5},
		"hat":                      {Wiring: "adafruit-hat", Planes: 5},
		"hat with PWM, five lines": {Wiring: "adafruit-hat-pwm", Rows: 64, Planes: 5},
		"gamma":                    {Gamma: 2.2, Planes: 6},
		"another order":            {Order: "BRG", Planes: 6},
		"FM6126A":                  {Init: "FM6126A", Planes: 5},
		"U":                        {Rows: 16, Cols: 32, Chain: 4, Fold: 2, Planes: 5},
		"snake of three":           {Rows: 16, Cols: 32, Chain: 6, Fold: 3, Parallel: 2, Planes: 5},
		"turned right":             {Rows: 16, Cols: 32, Rotate: 90, Planes: 5},
		"upside down, mirrored":    {Rows: 16, Cols: 32, Rotate: 180, Mirror: "x", Planes: 5},
		"cut":                      {Size: pixel.Size{X: 37, Y: 8}, Planes: 5},
		"stripe":                   {Multiplexing: "stripe", Rows: 16, Cols: 32, Planes: 5},
		"checkered":                {Multiplexing: "checkered", Rows: 16, Cols: 32, Chain: 2, Planes: 5},
		"spiral":                   {Multiplexing: "spiral", Rows: 16, Cols: 32, Planes: 5},
		"zstripe":                  {Multiplexing: "ZStripe", Rows: 16, Cols: 32, Planes: 5},
		"coreman":                  {Multiplexing: "coreman", Rows: 32, Cols: 32, Planes: 5},
		"kaler2scan":               {Multiplexing: "Kaler2Scan", Rows: 16, Cols: 32, Planes: 5},
		"slow clock":               {Rows: 8, Cols: 16, Planes: 4, Slowdown: new(3)},
	}
}

// TestEveryPixelArrives is the inverse of the encoder, the clock and the
// addressing: what the panels show is the picture, in all its levels.
func TestEveryPixelArrives(t *testing.T) {
	ways := map[string]func(*rig, testing.TB, *image.RGBA, float64){
		"registers": (*rig).byRegisters,
		"PIO":       (*rig).byPIO,
	}
	for name, c := range configs() {
		for way, show := range ways {
			t.Run(name+"/"+way, func(t *testing.T) {
				r := newRig(t, c)
				for i, brightness := range []float64{1, 0.5} {
					m := random(r.geometry.size, uint64(i))
					show(r, t, m, brightness)
					if err := r.emulator.Compare(m, brightness); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
	}
}

// TestPulsesOfPIODouble checks the light's timing in the program itself.
func TestPulsesOfPIODouble(t *testing.T) {
	r := newRig(t, Config{})
	r.byPIO(t, random(r.geometry.size, 1), 1)
	if err := r.emulator.Err(); err != nil {
		t.Fatal(err)
	}
	for address := range r.geometry.addresses {
		for plane, lit := range r.emulator.Pulses(address) {
			if want := 130 * time.Nanosecond << plane; lit != want {
				t.Fatalf("address %d, plane %d is lit for %v, want %v", address, plane, lit, want)
			}
		}
	}
}

// TestProgramEndsDark: a stream that stops anywhere between two commands leaves
// the light off.
func TestProgramEndsDark(t *testing.T) {
	r := newRig(t, Config{Rows: 8, Cols: 8, Planes: 4})
	e := streamEncoder(&r.config, r.geometry, &r.wire)
	frame := make([]uint32, e.size())
	r.wire.fill(frame)
	e.pack(frame, random(r.geometry.size, 1))
	for n := range frame {
		levels := uint32(1) << r.wire.Pins.OE
		if err := piotest.Run(r.wire.program(), frame[:n], levels, func(_ time.Duration, l uint32) { levels = l }); err != nil {
			t.Fatal(err)
		}
		if levels>>r.wire.Pins.OE&1 == 0 {
			t.Fatalf("lit after %d words", n)
		}
	}
}

// TestBlank: after the last frame all is dark, also if the light went on.
func TestBlank(t *testing.T) {
	r := newRig(t, Config{Rows: 8, Cols: 16, Planes: 4})
	r.byRegisters(t, random(r.geometry.size, 1), 1)
	tape := gpiomem.NewTape(1000)
	s := newScan(&r.wire, tape.Regs(), instant{tape.Regs(), 1 << r.wire.Pins.OE})
	if err := s.Blank(); err != nil {
		t.Fatal(err)
	}
	for i := range tape.Len() {
		r.emulator.Store(tape.At(i))
	}
	dark(t, r.emulator)
	r = newRig(t, Config{Rows: 8, Cols: 16, Planes: 4})
	r.byPIO(t, random(r.geometry.size, 1), 1)
	if err := (&stream{&r.wire, &interpreter{t: t, r: r, levels: 1 << r.wire.Pins.OE}}).Blank(); err != nil {
		t.Fatal(err)
	}
	dark(t, r.emulator)
}

func dark(t *testing.T, e *Emulator) {
	t.Helper()
	if e.levels>>e.pins.OE&1 == 0 {
		t.Error("the light is on")
	}
	for _, w := range e.latched[0] {
		if w != 0 {
			t.Fatal("the panel's registers are not empty")
		}
	}
}

// TestEmulatorSeesFaults: a test that cannot fail proves nothing.
func TestEmulatorSeesFaults(t *testing.T) {
	m := random(image.Pt(16, 8), 1)
	c := Config{Rows: 8, Cols: 16, Planes: 4}
	for name, spoil := range map[string]func(r *rig){
		"a plane is missing":     func(r *rig) { r.wire.Planes = 3 },
		"an address is missing":  func(r *rig) { r.wire.Addresses = 3 },
		"two pins are swapped":   func(r *rig) { p := &r.wire.Pins.Colour[0]; p[0], p[1] = p[1], p[0] },
		"the latch is not there": func(r *rig) { r.wire.Pins.Latch = 0 },
		"another picture":        func(*rig) { m.SetRGBA(3, 3, color.RGBA{0, 0, 0, 255}) },
	} {
		r := newRig(t, c)
		shown := random(image.Pt(16, 8), 1)
		spoil(r)
		e := newEncoder(&r.config, r.geometry, &r.wire.Pins, 0, 0)
		frame := make([]byte, 4*e.size())
		e.pack(words(frame), shown)
		tape := gpiomem.NewTape(10000)
		if err := newScan(&r.wire, tape.Regs(), instant{tape.Regs(), 1 << r.wire.Pins.OE}).Refresh(frame); err != nil {
			t.Fatal(err)
		}
		for i := range tape.Len() {
			r.emulator.Store(tape.At(i))
		}
		if r.emulator.Compare(m, 1) == nil {
			t.Errorf("%s: the emulator saw nothing", name)
		}
		m = random(image.Pt(16, 8), 1)
	}
	r := newRig(t, Config{Init: "FM6126A", Planes: 4})
	r.wire.Init = ""
	m = random(r.geometry.size, 1)
	r.byRegisters(t, m, 1)
	if r.emulator.Compare(m, 1) == nil {
		t.Error("an FM6126A that was not set up shows a picture")
	}
}

// TestCIELightness compares levels with the CIE's formula at known points.
func TestCIELightness(t *testing.T) {
	r := newRig(t, Config{})
	for _, tt := range []struct {
		v          uint8
		brightness float64
		want       uint16
	}{
		{0, 1, 0},
		{255, 1, 2047},
		{128, 1, 380},   // L* 50.2: 18.6 %
		{20, 1, 18},     // L* 7.8, on the straight part: 0.87 %
		{255, 0.5, 377}, // L* 50: 18.4 %
		{255, 0, 0},
	} {
		if got := r.emulator.expected(float64(tt.v)/255, tt.brightness); got != tt.want {
			t.Errorf("value %d at brightness %v is level %d, want %d", tt.v, tt.brightness, got, tt.want)
		}
	}
}

// TestNeverBlack: whatever is lit stays so at every brightness above 0, and more
// of a value or of brightness is never less light.
func TestNeverBlack(t *testing.T) {
	for bits := 4; bits <= maxPlanes; bits++ {
		for _, dither := range []pixel.Dither{{}, pixel.NewDither(2 * time.Millisecond)} {
			r := newRig(t, Config{Rows: 8, Cols: 8, Planes: bits})
			e := newEncoder(&r.config, r.geometry, &r.wire.Pins, 0, 0)
			e.dither = dither
			last := 0.0
			for percent := 0; percent <= 1000; percent += 5 {
				brightness := float64(percent) / 1000
				e.setBrightness(brightness)
				white := e.mean(255)
				if white < last || (white > 0) != (brightness > 0) {
					t.Fatalf("%d planes, %d phases, brightness %v: white has %v levels, darker it had %v", bits, dither.Phases(), brightness, white, last)
				}
				last = white
				ideal := luminance(100*brightness) * float64(int(1)<<bits-1)
				if off := math.Abs(white - ideal); off > 0.5/float64(e.phases)+1e-9 && white > 1/float64(e.phases) {
					t.Fatalf("%d planes, brightness %v: white has %v levels, want %v", bits, brightness, white, ideal)
				}
				for v := 1; v < 256 && brightness > 0; v++ {
					if m := e.mean(uint8(v)); m <= 0 || m < e.mean(uint8(v-1)) {
						t.Fatalf("%d planes, brightness %v: value %d has %v levels", bits, brightness, v, m)
					}
				}
			}
		}
	}
}

// mean is the level of a value over a round of the dither.
func (e *encoder) mean(v uint8) (sum float64) {
	for phase := range e.phases {
		for plane := range e.planes {
			sum += float64(e.spread[phase][v][plane/8]>>(plane%8*8)&1<<plane) / float64(e.phases)
		}
	}
	return sum
}

// TestDitherInTime: in the dark the panels themselves show, over a round, the
// light that single levels cannot.
func TestDitherInTime(t *testing.T) {
	r := newRig(t, Config{Rows: 8, Cols: 16, Planes: 6})
	e := newEncoder(&r.config, r.geometry, &r.wire.Pins, 0, 0)
	e.dither = pixel.NewDither(time.Millisecond)
	const brightness = 0.25 // 4.42 % of 63 levels: 2.78
	e.setBrightness(brightness)
	m := image.NewRGBA(image.Rectangle{Max: r.geometry.size})
	draw.Draw(m, m.Rect, image.White, image.Point{}, draw.Src)
	sum := map[image.Point]int{}
	frame := make([]byte, 4*e.size())
	for range e.phases {
		e.next()
		e.pack(words(frame), m)
		tape := newTape(&r.wire)
		if err := newScan(&r.wire, tape.Regs(), instant{tape.Regs(), 1 << r.wire.Pins.OE}).Refresh(frame); err != nil {
			t.Fatal(err)
		}
		for i := range tape.Len() {
			r.emulator.Store(tape.At(i))
		}
		if err := r.emulator.Err(); err != nil {
			t.Fatal(err)
		}
		r.emulator.each(func(x, y int, level [3]uint16) { sum[image.Pt(x, y)] += int(level[1]) })
	}
	for at, levels := range sum {
		if e.phases != 4 || levels != 11 { // 2.75 is the nearest quarter to 2.78
			t.Fatalf("%v shows %d levels in %d phases, want 11 in 4", at, levels, e.phases)
		}
	}
}

func TestPictureIsLight(t *testing.T) {
	e, err := NewEmulator(Config{Rows: 8, Cols: 16, Planes: 8})
	if err != nil {
		t.Fatal(err)
	}
	m := image.NewRGBA(image.Rect(0, 0, 16, 8))
	m.SetRGBA(7, 3, color.RGBA{128, 255, 0, 255}) // L* 50.2 is 18.6 % of the light
	p := e.Panel()
	if err := p.Draw(m.Rect, m, image.Point{}); err != nil {
		t.Fatal(err)
	}
	if err := e.Compare(m, 1); err != nil {
		t.Fatal(err)
	}
	if got, want := e.Picture().RGBA64At(7, 3), (color.RGBA64{47 * 257, 65535, 0, 65535}); got != want {
		t.Errorf("shows %v, want %v", got, want)
	}
	p.Close()
	dark(t, e)
}

func TestConfigErrors(t *testing.T) {
	for _, tt := range []struct {
		c    Config
		says string
	}{
		{Config{Rows: 6}, "rows is 6"},
		{Config{Rows: 10, Multiplexing: "stripe"}, "10 rows do not go"},
		{Config{Cols: 300}, "cols is 300"},
		{Config{Chain: 16, Cols: 256}, "at most 1024"},
		{Config{Parallel: 4}, "parallel is 4"},
		{Config{Parallel: 2, Wiring: "adafruit-hat"}, "has 1"},
		{Config{Chain: 3, Fold: 2}, "folded"},
		{Config{Planes: 12}, "planes is 12"},
		{Config{Planes: 3}, "planes is 3"},
		{Config{LSB: Duration(time.Millisecond)}, "lsb"},
		{Config{Wiring: "matrix"}, "matrix"},
		{Config{Multiplexing: "zigzag"}, "zigzag"},
		{Config{Multiplexing: "zstripe", Cols: 20, Rows: 16}, "does not fit"},
		{Config{Multiplexing: "kaler2scan", Rows: 8}, "8 rows do not go"},
		{Config{Order: "RRG"}, "order"},
		{Config{Init: "FM9999"}, "init"},
		{Config{Backend: "usb"}, "backend"},
		{Config{Pulses: "maybe"}, "pulses"},
		{Config{Pulses: "pwm", Wiring: "adafruit-hat"}, "bridge GPIO 4 and 18"},
		{Config{Pulses: "pwm", Backend: "pio"}, "times the light itself"},
		{Config{GPIO: "vcd:"}, "gpio"},
		{Config{GPIO: "/dev/gpio"}, "gpio"},
		{Config{Gamma: 9}, "gamma"},
		{Config{Slowdown: new(9)}, "slowdown"},
		{Config{Rotate: 45}, "rotate"},
		{Config{Size: pixel.Size{X: 999, Y: 1}}, "larger"},
	} {
		if _, err := NewEmulator(tt.c); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%+v: %v, want %q", tt.c, err, tt.says)
		}
	}
}

// TestFold draws the numbers of the panels where they stand.
func TestFold(t *testing.T) {
	for _, tt := range []struct {
		fold int
		want string
	}{
		{1, "0 1 2 3 4 5"},
		{2, "3 4 5/2v 1v 0v"}, // the U: right to left upside down, then back
		{3, "4 5/3v 2v/0 1"},
	} {
		c := Config{Rows: 8, Cols: 8, Chain: 6, Fold: tt.fold}
		folded := image.Pt(6*8/tt.fold, 8*tt.fold)
		var rows []string
		for y := range tt.fold {
			var row []string
			for x := range 6 / tt.fold {
				corner := unfold(image.Pt(x*8, y*8), folded, c.Rows*tt.fold, 8, tt.fold)
				name := fmt.Sprint(corner.X / 8)
				if corner.Y%8 == 7 && corner.X%8 == 7 {
					name += "v"
				}
				row = append(row, name)
			}
			rows = append(rows, strings.Join(row, " "))
		}
		if got := strings.Join(rows, "/"); got != tt.want {
			t.Errorf("fold %d: %s, want %s", tt.fold, got, tt.want)
		}
	}
}

// TestMultiplexings are positions on the wire known from panels of each kind.
func TestMultiplexings(t *testing.T) {
	panel := image.Pt(32, 16)
	for _, tt := range []struct {
		kind    string
		p, want image.Point
	}{
		{"stripe", image.Pt(5, 0), image.Pt(37, 0)},     // upper stripes are behind lower ones
		{"stripe", image.Pt(5, 4), image.Pt(5, 0)},      //
		{"stripe", image.Pt(5, 13), image.Pt(5, 5)},     // the lower half
		{"checkered", image.Pt(3, 1), image.Pt(19, 1)},  //
		{"checkered", image.Pt(20, 1), image.Pt(52, 1)}, //
		{"checkered", image.Pt(20, 5), image.Pt(36, 1)}, //
		{"coreman", image.Pt(3, 1), image.Pt(3, 1)},     // as checkered, the other stripe first
		{"coreman", image.Pt(20, 5), image.Pt(52, 1)},   //
		{"spiral", image.Pt(0, 0), image.Pt(7, 0)},      // upper stripes run backwards
		{"spiral", image.Pt(9, 4), image.Pt(25, 0)},     //
		{"zstripe", image.Pt(9, 0), image.Pt(17, 0)},    // blocks of 8×4
		{"zstripe", image.Pt(9, 4), image.Pt(25, 0)},    //
		{"kaler2scan", image.Pt(0, 0), image.Pt(71, 0)}, //
		{"kaler2scan", image.Pt(9, 2), image.Pt(89, 0)}, //
		{"kaler2scan", image.Pt(1, 13), image.Pt(6, 3)}, //
	} {
		if got := multiplexings()[tt.kind].wire(tt.p, panel); got != tt.want {
			t.Errorf("%s: %v is at %v, want %v", tt.kind, tt.p, got, tt.want)
		}
	}
}
