// SPDX-License-Identifier: Apache-2.0

package site

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// mostFilm is how many bytes a film may have: pages show it.
const mostFilm = 1 << 20

// TestFilms makes the films of the first five seconds and of the first ten minutes where LEDPOST_SHOTS says: from the
// site's first screen to the device in a tab, as long as it takes, so on an idle machine; and from the choice of a
// panel to a message on it, in fast motion, in the simulator.
func TestFilms(t *testing.T) {
	if os.Getenv("LEDPOST_SHOTS") == "" {
		t.Skip("LEDPOST_SHOTS=$PWD/docs/site makes the films")
	}
	site := whole(t)
	t.Run("seconds", func(t *testing.T) { seconds(newReel(t), site) })
	t.Run("minutes", func(t *testing.T) { minutes(newReel(t), site) })
}

// seconds presses Try it, and waits for the device.
func seconds(r *reel, site string) {
	r.page.Expect("the device|worker")
	r.page.Visit(site)
	r.page.CSS(".panel img").Drawn(1)
	r.runs(time.Second)
	begun := time.Now()
	r.page.Press("Try it the device in this browser")
	for r.page.CSS("#device iframe").Count() == 0 && time.Since(begun) < time.Minute {
		r.runs(time.Millisecond)
	}
	r.t.Logf("the device runs %v after the press", time.Since(begun))
	for !shown(r.page) && time.Since(begun) < time.Minute {
		r.runs(time.Millisecond)
	}
	load, _ := os.ReadFile("/proc/loadavg")
	r.t.Logf("its panel is lit %v after the press, at load %s", time.Since(begun), load)
	r.runs(2 * time.Second)
	r.ends("five-seconds.gif")
}

// shown reports whether the panel in the tab's frame is lit: its upper left quarter has something bright.
func shown(tab *browser.Page) bool {
	b := tab.CSS("#device").Place()
	picture := tab.Screenshot()
	return bright(picture, image.Rect(int(b.X), int(b.Y)+100, int(b.X+b.Width/2), int(b.Y)+300)) > 500
}

// minutes makes a card, starts the device that the card makes, in the simulator, and welcomes its owner.
func minutes(r *reel, site string) {
	p := r.page
	p.Expect(browser.IsAway)
	open(p, site)
	r.holds(1500 * time.Millisecond)
	p.Press("Get it*")
	for _, choice := range []string{"#boards [value='pi4']", "#panels [value='hub75-64x32']", "#wirings [value='adafruit-hat']"} {
		p.CSS(choice).Click()
		r.holds(time.Second)
	}
	p.CSS("#wiring").Bring()
	r.holds(1500 * time.Millisecond)
	p.CSS("#wifi_ssid").Write("home")
	p.CSS("#wifi_password").Write("correct horse")
	r.holds(time.Second)
	p.CSS("#end").Bring()
	p.Control("Save ledpost.toml").Hover()
	r.holds(2 * time.Second)
	device := rig.LaunchIn(r.t, r.t.TempDir(), nil, "--size", "64x32", "--http", ":"+rig.FreePort(r.t))
	p.Visit("http://127.0.0.1:" + device.Port() + "/#" + device.Key)
	p.Live()
	p.CSS("#invite").Shows()
	r.runs(1500 * time.Millisecond)
	p.Press("Begin")
	p.Type("Name", "Kitchen")
	r.runs(time.Second)
	p.Press("Next")
	p.CSS("#welcome-title").Reads("Which panel*")
	p.Press("Skip")
	p.CSS(".picks img[src]").AtLeast(4)
	p.CSS(".picks [value=weekday]").Click()
	r.runs(2 * time.Second)
	p.Press("Next")
	p.CSS("#welcome-title").Reads("When do you*")
	p.Set("Time", "06:30")
	r.runs(2 * time.Second)
	p.Press("Next")
	p.CSS("#welcome-title").Reads("All set*")
	p.Type("What to show", "Hello, kitchen")
	r.holds(500 * time.Millisecond)
	p.Press("Show it")
	r.runs(6 * time.Second)
	r.ends("ten-minutes.gif")
}

// A reel takes pictures of a page.
type reel struct {
	t    *testing.T
	page *browser.Page
	dir  string
	list strings.Builder // of ffmpeg's concat demuxer
	n    int
}

func newReel(t *testing.T) *reel {
	return &reel{t: t, page: browser.NewPageHere(t, 1120, 700, browser.Dark), dir: t.TempDir()}
}

// holds takes one picture, which stands for a while.
func (r *reel) holds(d time.Duration) {
	r.t.Helper()
	r.takes()
	r.stands(d)
}

// runs takes pictures for a while, each of which stands until the next: the film runs as the page does.
func (r *reel) runs(d time.Duration) {
	r.t.Helper()
	for begun, last := time.Now(), time.Now(); last.Sub(begun) < d; {
		r.takes()
		time.Sleep(time.Until(last.Add(100 * time.Millisecond)))
		r.stands(time.Since(last))
		last = time.Now()
	}
}

// takes takes a picture.
func (r *reel) takes() {
	r.t.Helper()
	name := fmt.Sprintf("%04d.png", r.n)
	f := must.Get(os.Create(filepath.Join(r.dir, name)))(r.t)
	must.Do(r.t, png.Encode(f, r.page.Screenshot()))
	must.Do(r.t, f.Close())
	fmt.Fprintf(&r.list, "file %s\n", name)
	r.n++
}

// stands is how long the last picture is seen.
func (r *reel) stands(d time.Duration) { fmt.Fprintf(&r.list, "duration %.3f\n", d.Seconds()) }

// ends writes the film.
func (r *reel) ends(name string) {
	r.t.Helper()
	list := filepath.Join(r.dir, "list")
	must.Do(r.t, os.WriteFile(list, []byte(r.list.String()), 0o600))
	out := filepath.Join(os.Getenv("LEDPOST_SHOTS"), name)
	const draw = "fps=10,scale=560:-1:flags=lanczos,split[a][b];" +
		"[a]palettegen=max_colors=96:stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle"
	said, err := exec.Command(testtool.Find(r.t, "ffmpeg"), "-v", "error", "-y", "-f", "concat", "-i", list, "-vf", draw,
		out).CombinedOutput()
	if err != nil {
		r.t.Fatalf("%v\n%s", err, said)
	}
	if size := must.Get(os.Stat(out))(r.t).Size(); size > mostFilm {
		r.t.Errorf("%s has %d bytes, want %d at most", name, size, mostFilm)
	}
}
