// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/hw/refresh/refreshtest"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/srgb"
)

// newGray is startGray for a Config that is not resolved.
func newGray(cfg Config, start func(GrayParams) (publisher, error)) (*Gray, error) {
	geo, err := cfg.resolve()
	if err != nil {
		return nil, err
	}
	return startGray(cfg, geo, start)
}

// TestMain lets the test binary be the refresher.
func TestMain(m *testing.M) {
	refreshtest.Serve(map[string]refresh.Opener{"max7219": OpenGray})
	m.Run()
}

// memory stands in for the refresher process.
type memory struct {
	params GrayParams
	frame  []byte
	shown  int
	closed bool
	fail   error
}

func (m *memory) Back() []byte { return m.frame }
func (m *memory) Close() error { m.closed = true; return nil }
func (m *memory) Err() error   { return m.fail }
func (m *memory) Note() string { return "a note" }

func (m *memory) Stats() refresh.Stats { return refresh.Stats{Frames: 7} }

func (m *memory) Publish() error {
	m.shown++
	return m.fail
}

func openGray(t testing.TB, cfg Config) (*Gray, *memory) {
	t.Helper()
	m := &memory{}
	g, err := newGray(cfg, func(p GrayParams) (publisher, error) {
		m.params, m.frame = p, make([]byte, p.FrameSize())
		return m, nil
	})
	must.Do(t, err)
	return g, m
}

// round lets the refresher's backend show one round of a frame on an emulated
// chain and returns the mean duty of each LED of the picture.
func round(t *testing.T, cfg Config, m *memory) map[image.Point]float64 {
	t.Helper()
	chain := must.Get(NewChain(cfg))(t)
	b := must.Get(newGrayBackend(m.params, chain))(t)
	duty := map[image.Point]float64{}
	for i := range 2 * m.params.Planes { // the first round heals the chain
		plane := i % m.params.Planes
		must.Do(t, b.conn.TxPackets(b.sequence(m.frame, plane, time.Duration(i))))
		if i >= m.params.Planes {
			chain.Duty(func(x, y int, d float64) { duty[image.Pt(x, y)] += d / float64(m.params.Planes) })
		}
	}
	if n := chain.Messages; n != 2*m.params.Planes {
		t.Errorf("%d messages for %d planes", n, 2*m.params.Planes)
	}
	return duty
}

func TestGrayLevels(t *testing.T) {
	for _, c := range []struct {
		levels int
		white  float64 // share of full light that white is
		step   float64 // the largest error of a level
	}{{4, 46.0 / 64, 0.04}, {8, 51.0 / 96, 0.08}} {
		cfg := Config{Levels: c.levels, Rows: 2, Modules: 4, Serpentine: "turned", Wiring: Wiring{DigitIsCol: true}}
		g, m := openGray(t, cfg)
		ramp := image.NewRGBA(g.Bounds())
		for x := range 16 {
			for y := range 16 {
				ramp.Set(x, y, color.Gray{uint8(255 * (y*16 + x) / 255)})
			}
		}
		must.Do(t, g.Draw(g.Bounds(), ramp, image.Point{}))
		duty := round(t, cfg, m)
		seen := map[float64]bool{}
		last := -1.0
		for i := range 256 {
			d := duty[image.Pt(i%16, i/16)]
			seen[d] = true
			want := srgb.Light(float64(i)/255) * c.white
			if d < last || math.Abs(d-want) > 0.5*c.white/float64(c.levels-1)+c.step && i > 140 {
				t.Errorf("%d levels: gray %d is lit for %.3f, want about %.3f (before it %.3f)", c.levels, i, d, want, last)
			}
			last = d
		}
		if len(seen) != c.levels || math.Abs(last-c.white) > 1e-9 || !seen[0] {
			t.Errorf("%d levels: %d levels up to %.3f, want up to %.3f", c.levels, len(seen), last, c.white)
		}
	}
}

func TestGrayBrightness(t *testing.T) {
	for _, levels := range []int{4, 8} {
		cfg := Config{Levels: levels}
		g, m := openGray(t, cfg)
		last := 2.0
		for _, level := range []float64{1, 0.8, 0.6, 0.4, 0.2, 0} {
			must.Do(t, g.SetBrightness(level))
			must.Do(t, g.Draw(g.Bounds(), image.White, image.Point{}))
			white := round(t, cfg, m)[image.Pt(36, 7)]
			if white > last || (white > 0) != (level > 0) {
				t.Errorf("%d levels: white at brightness %v is lit for %.3f, brighter it was %.3f", levels, level, white, last)
			}
			last = white
		}
	}
}

func TestGrayDitherMixesLevels(t *testing.T) {
	cfg := Config{Levels: 4, Modules: 1, Dither: true}
	g, m := openGray(t, cfg)
	must.Do(t, g.Draw(g.Bounds(), image.NewUniform(color.Gray{188}), image.Point{}))
	sum := 0.0
	for _, d := range round(t, cfg, m) {
		sum += d / 64
	}
	if want := 0.5 * 46 / 64; math.Abs(sum-want) > 0.01 {
		t.Errorf("half the light is %.3f on average, want %.3f", sum, want)
	}
}

func TestGrayShowsWhatIsDim(t *testing.T) {
	g, m := openGray(t, Config{Levels: 4, Modules: 1})
	must.Do(t, g.Draw(g.Bounds(), image.NewUniform(color.RGBA{B: 255, A: 255}), image.Point{}))
	if round(t, Config{Levels: 4, Modules: 1}, m)[image.Pt(0, 0)] == 0 {
		t.Error("pure blue is dark")
	}
}

func TestGrayHealsEveryTwoSeconds(t *testing.T) {
	cfg := Config{Levels: 4}
	_, m := openGray(t, cfg)
	chain, _ := NewChain(cfg)
	b := must.Get(newGrayBackend(m.params, chain))(t)
	for _, c := range []struct {
		now  time.Duration
		want int
	}{{0, 13}, {time.Second, 10}, {2 * time.Second, 13}, {2*time.Second + 1, 10}} {
		if got := len(b.sequence(m.frame, 0, c.now)); got != c.want {
			t.Errorf("at %v %d rows are sent, want %d", c.now, got, c.want)
		}
	}
	if got := len(b.sequence(m.frame, 1, time.Hour)); got != rowsOfPlane {
		t.Errorf("a second plane has %d rows", got)
	}
	must.Equal(t, testing.AllocsPerRun(100, func() { b.sequence(m.frame, 0, 2*time.Hour) }), 0, "allocations a plane")
}

func TestGrayErrors(t *testing.T) {
	if _, err := newGray(Config{Levels: 4}, func(GrayParams) (publisher, error) {
		return nil, errors.New("no process")
	}); err == nil {
		t.Error("a refresher that does not start is no error")
	}
	if _, err := New(&Chain{}, Config{Levels: 4}); err == nil {
		t.Error("4 levels without the refresher are accepted")
	}
	for _, params := range []string{"", "{}", `{"port":"SPI99.9","speed":"2MHz","modules":5,"planes":2,"each":5000000}`,
		`{"modules":99,"planes":2,"each":5000000}`} {
		if _, err := OpenGray([]byte(params)); err == nil {
			t.Errorf("%s is accepted", params)
		}
	}
	g, m := openGray(t, Config{Levels: 8})
	m.fail = refresh.ErrStopped
	if err := g.Draw(g.Bounds(), image.White, image.Point{}); !errors.Is(err, refresh.ErrStopped) {
		t.Errorf("draw without a refresher: %v", err)
	}
	if err := g.Close(); err != nil || !m.closed {
		t.Errorf("close: %v", err)
	}
}

// TestGrayLosesItsRefresher: the end of the process is noticed under a picture
// that stands still, and nothing outlives a start that failed or a Close.
func TestGrayLosesItsRefresher(t *testing.T) {
	g, m := openGray(t, Config{Levels: 4})
	if err := g.Refresh(); err != nil || g.RefreshAfter() <= 0 || g.RefreshAfter() > 2*time.Second {
		t.Errorf("refresh: %v, after %v", err, g.RefreshAfter())
	}
	if s, ok := g.Stats(); !ok || s.Frames != 7 || g.Note() != "a note" {
		t.Errorf("stats %+v, note %q", s, g.Note())
	}
	m.fail = refresh.ErrStopped
	if err := g.Refresh(); !errors.Is(err, refresh.ErrStopped) {
		t.Errorf("refresh without a refresher: %v", err)
	}
	g.Close()
	shown := m.shown
	m.fail, m.frame = nil, nil // as unmapped memory, which must not be touched
	if err := g.Draw(g.Bounds(), image.White, image.Point{}); !errors.Is(err, errClosed) || m.shown != shown {
		t.Errorf("draw on a closed panel: %v", err)
	}
	if err := g.Refresh(); !errors.Is(err, errClosed) {
		t.Errorf("refresh of a closed panel: %v", err)
	}
	failing := &memory{fail: refresh.ErrStopped}
	if _, err := newGray(Config{Levels: 4}, func(p GrayParams) (publisher, error) {
		failing.frame = make([]byte, p.FrameSize())
		return failing, nil
	}); !errors.Is(err, refresh.ErrStopped) || !failing.closed {
		t.Errorf("a first draw that fails: %v, closed: %v", err, failing.closed)
	}
}

// TestGrayInTheRefresher lets the real process record what it sends.
func TestGrayInTheRefresher(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "gray.vcd")
	cfg := Config{Levels: 4, Port: "vcd:" + path}
	g, err := newGray(cfg, func(p GrayParams) (publisher, error) {
		return refresh.Patient().Start("max7219", p, p.FrameSize())
	})
	must.Do(t, err)
	must.Do(t, g.Draw(g.Bounds(), image.White, image.Point{}))
	p := g.out.(*refresh.Process)
	for end := time.Now().Add(time.Minute); p.Stats().Frames < 4; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited a minute for 4 rounds")
		}
	}
	must.Do(t, g.Close())
	chain := must.Get(NewChain(cfg))(t)
	f := must.Get(vcd.Open(path))(t)
	defer f.Close()
	levels := map[float64]int{}
	var planes []time.Duration // when each was sent
	must.Do(t, f.SPI(nil, func(at time.Duration, data []byte) error {
		chain.Send(data)
		if data[0] == regDigit0+7 {
			planes = append(planes, at)
			chain.Duty(func(x, y int, d float64) {
				if x == 20 && y == 4 {
					levels[d]++
				}
			})
		}
		return nil
	}))
	if levels[15.0/32] < 2 || levels[31.0/32] < 2 {
		t.Errorf("duty cycles of the planes were %v, want 15/32 and 31/32 in turn", levels)
	}
	if !paced(planes[:len(planes)-1]) { // the last one is that of blanking
		t.Errorf("planes were sent at %v, want 5 ms for each", planes)
	}
	chain.Duty(func(x, y int, d float64) {
		if d != 0 {
			t.Errorf("(%d, %d) is lit after the end", x, y)
		}
	})
}

// paced reports whether planes come no earlier than they are due, counted from
// one that was hardly late itself.
func paced(planes []time.Duration) bool {
	last := len(planes) - 1
	for i := range last / 2 {
		if planes[last]-planes[i] >= time.Duration(last-i-1)*5*time.Millisecond {
			return true
		}
	}
	return false
}

func TestGrayParamsAsJSON(t *testing.T) {
	_, m := openGray(t, Config{Levels: 4})
	raw := must.Get(json.Marshal(m.params))(t)
	var back GrayParams
	if err := json.Unmarshal(raw, &back); err != nil || back != m.params {
		t.Errorf("%s is read as %+v, %v", raw, back, err)
	}
}

func TestGrayAllocatesNothing(t *testing.T) {
	for _, cfg := range []Config{{Levels: 4}, {Levels: 8, Dither: true}} {
		g, _ := openGray(t, cfg)
		m := image.NewRGBA(g.Bounds())
		level := 0.0
		if n := testing.AllocsPerRun(100, func() {
			level += 0.009
			m.Pix[0] += 99
			if g.SetBrightness(level) != nil || g.Draw(m.Rect, m, image.Point{}) != nil || g.Refresh() != nil {
				t.Fatal("cannot draw")
			}
		}); n != 0 {
			t.Errorf("%d levels: %v allocations", cfg.Levels, n)
		}
	}
}

func BenchmarkGray5(b *testing.B) {
	g, _ := openGray(b, Config{Levels: 4})
	m := image.NewRGBA(g.Bounds())
	for i := range m.Pix {
		m.Pix[i] = uint8(i * 37)
	}
	b.ReportAllocs()
	for b.Loop() {
		g.Draw(m.Rect, m, image.Point{})
	}
}
