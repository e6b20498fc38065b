// SPDX-License-Identifier: Apache-2.0

// Package alsa proves the ALSA output against a real kernel and an emulated
// sound card: what the speaker would have played is compared with the sound.
package alsa

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/qemu"
	_ "github.com/ledpost/ledpost/sounds" // what the guest is made of: a change is no cached result
	"github.com/ledpost/ledpost/sounds/synth"
	"github.com/ledpost/ledpost/sounds/wav"
)

func TestEmulatedCard(t *testing.T) {
	program, args := qemu.Machine(t, "alsa", "./guest", "snd-hda-codec-generic", "snd-hda-intel")
	heard := filepath.Join(t.TempDir(), "heard.wav")
	var console bytes.Buffer
	machine := exec.CommandContext(t.Context(), program, append(args,
		"-audiodev", "wav,id=a,path="+heard+",out.frequency=48000", "-device", "intel-hda", "-device",
		"hda-output,audiodev=a")...)
	machine.Stdout, machine.Stderr = &console, &console
	err := machine.Start()
	if err == nil {
		stop := qemu.Limit(machine.Process, 3*time.Minute)
		err = machine.Wait()
		stop()
	}
	said := lines(console.String())
	if err != nil || !strings.Contains(said, "hil: done") {
		t.Fatalf("%v\n%s", err, &console)
	}
	t.Log("\n" + said)
	checkConsole(t, said)
	checkHeard(t, heard)
}

// lines keeps what the guest says.
func lines(console string) string {
	var b strings.Builder
	for l := range strings.Lines(console) {
		if i := strings.Index(l, "hil: "); i >= 0 {
			b.WriteString(strings.TrimRight(l[i:], "\r\n") + "\n")
		}
	}
	return b.String()
}

var result = regexp.MustCompile(`hil: (\S+) result (\S+) output=(\S+) blocks=(\d+) underruns=(\d+) err=<nil>`)

// checkConsole: auto found the card; nobody ran dry but who was stopped or
// unplugged, and they once.
func checkConsole(t *testing.T, said string) {
	all := result.FindAllStringSubmatch(said, -1)
	if len(all) != 6 {
		t.Errorf("%d results, want four of arm64 and two of armv6", len(all))
	}
	for _, m := range all {
		if m[3] != "alsa:hw:0,0" {
			t.Errorf("%s %s played on %s", m[1], m[2], m[3])
		}
		dry, _ := strconv.Atoi(m[5])
		want := 0
		if m[2] == "stopped" || m[2] == "unplugged" {
			want = 1
		}
		if dry != want {
			t.Errorf("%s %s: %d underruns, want %d", m[1], m[2], dry, want)
		}
	}
}

// checkHeard: the sound that each player played eight times is in the recording
// as often, without a sample lost on the way.
func checkHeard(t *testing.T, name string) {
	f := must.Get(os.Open(name))(t)
	defer f.Close()
	d := must.Get(wav.NewDecoder(f))(t)
	var heard []float64
	block := make([][2]float64, 4096)
	for n, ok := d.Stream(block); ok; n, ok = d.Stream(block) {
		for _, s := range block[:n] {
			heard = append(heard, s[0])
		}
	}
	t.Logf("%.1f s were heard", float64(len(heard))/48000)
	for player, id := range map[string]string{"arm64": "notification", "armv6": "positive1"} {
		pcm := must.Get(synth.Render("notifications", id, 48000))(t)
		if n := count(heard, pcm); n != 8 {
			t.Errorf("%s is heard whole %d times of 8", player, n)
		}
	}
}

// count is how often pcm is in heard: with any gain, and to one part in a
// thousand of its power.
func count(heard []float64, pcm []int16) (n int) {
	var power float64
	at := 0 // of the loudest sample
	for i, v := range pcm {
		power += float64(v) * float64(v)
		if math.Abs(float64(v)) > math.Abs(float64(pcm[at])) {
			at = i
		}
	}
	for i := 0; i+len(pcm) <= len(heard); i++ {
		gain := heard[i+at] / float64(pcm[at])
		if gain < 0.01/32768 || wrong(heard[i:], pcm, gain) > gain*gain*power/1000 {
			continue
		}
		n++
		i += len(pcm) / 2
	}
	return n
}

// wrong is the power of the difference; it stops where that is hopeless.
func wrong(heard []float64, pcm []int16, gain float64) (sum float64) {
	for i, v := range pcm {
		e := heard[i] - gain*float64(v)
		if sum += e * e; i == 2000 && sum > gain*gain*1e9 {
			break
		}
	}
	return sum
}
