// SPDX-License-Identifier: Apache-2.0

//go:build linux

// Command guest plays sounds inside an emulated machine with a sound card. As
// its first program it loads the card's driver and starts the players, one for
// each instruction set, disturbs them, and says what they said.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gen2brain/alsa"
	"github.com/ledpost/ledpost/internal/qemu/guest"
	"github.com/ledpost/ledpost/sounds"
)

func main() {
	if os.Getpid() == 1 {
		guest.End(run())
		return
	}
	if err := play(os.Args[1]); err != nil {
		fmt.Println("failed:", err)
	}
}

// run is the first program.
func run() error {
	if err := guest.Mount(); err != nil {
		return err
	}
	modules, err := guest.Modules()
	if err != nil {
		return err
	}
	if err := guest.Load(modules...); err != nil {
		return err
	}
	if err := card(true); err != nil {
		return err
	}
	for _, p := range [][2]string{
		{"/guest-arm64", "muted"}, {"/guest-arm64", "notification"}, {"/guest-arm64", "stopped"},
		{"/guest-arm64", "unplugged"},
		{"/guest-armv6", "positive1"}, {"/guest-armv6", "stopped"},
	} {
		if err := player(p[0], p[1]); err != nil {
			return fmt.Errorf("%s %s: %w", p[0], p[1], err)
		}
		if err := unmute(); err != nil { // as alsa-utils does on a Pi
			return err
		}
	}
	return nil
}

// unmute turns the card's master up.
func unmute() error {
	m, err := alsa.MixerOpen(0)
	if err != nil {
		return err
	}
	defer m.Close()
	for _, name := range []string{"Master Playback Switch", "Master Playback Volume"} {
		c, err := m.CtlByName(name)
		if err != nil {
			return err
		}
		most := 1
		if c.Type() == alsa.SNDRV_CTL_ELEM_TYPE_INTEGER {
			if most, err = c.RangeMax(); err != nil {
				return err
			}
		}
		for i := range c.NumValues() {
			if err := c.SetValue(uint(i), most); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// card waits until there is a card, or none.
func card(there bool) error {
	for range 400 {
		if _, err := os.Stat("/dev/snd/pcmC0D0p"); (err == nil) == there {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("the card does not become there=%v", there)
}

// player runs program to play, and disturbs it as what says.
func player(program, what string) error {
	cmd := exec.Command(program, what)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		fmt.Printf("hil: %s %s\n", filepath.Base(program), lines.Text())
		if lines.Text() == "disturb" {
			if err := disturb(cmd.Process, what); err != nil {
				return err
			}
		}
	}
	return cmd.Wait()
}

func disturb(p *os.Process, what string) error {
	if what == "stopped" { // longer than the card's buffer lasts
		p.Signal(syscall.SIGSTOP)
		time.Sleep(500 * time.Millisecond)
		return p.Signal(syscall.SIGCONT)
	}
	driver := "/sys/bus/pci/drivers/snd_hda_intel"
	cards, _ := filepath.Glob(driver + "/0000:*")
	if len(cards) != 1 {
		return fmt.Errorf("cards %q", cards)
	}
	id := []byte(filepath.Base(cards[0]))
	if err := os.WriteFile(driver+"/unbind", id, 0); err != nil {
		return err
	}
	if err := card(false); err != nil {
		return err
	}
	time.Sleep(time.Second)
	if err := os.WriteFile(driver+"/bind", id, 0); err != nil {
		return err
	}
	if err := card(true); err != nil {
		return err
	}
	return unmute()
}

// play is a player, whose output is found by itself: of a built-in sound, or of
// an alarm that is disturbed.
func play(what string) error {
	p := sounds.NewPlayer(sounds.Config{}, slog.New(slog.NewTextHandler(os.Stdout, nil)))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	t := sounds.Track{Key: what, Category: "alarms", ID: "alarm1", Volume: 80}
	if sounds.Exists("notifications", what) {
		t = sounds.Track{Key: what, Category: "notifications", ID: what, Repeat: 8, Volume: 100}
	}
	p.Play(t)
	var err error
	switch what {
	default:
		err = until(p, func(s sounds.Stats) bool { return s.Blocks > 0 && s.Playing == "" })
		time.Sleep(200 * time.Millisecond)
	case "muted":
		if err = until(p, func(s sounds.Stats) bool { return s.Blocks > 20 }); err == nil && p.Err() == nil {
			err = errors.New("nobody noticed that the card is muted")
		}
		fmt.Println(p.Err())
	case "stopped":
		err = disturbed(p, func(s sounds.Stats) bool { return s.Underruns > 0 })
	case "unplugged":
		err = disturbed(p, func(sounds.Stats) bool { return p.Err() != nil })
		if err == nil {
			err = until(p, func(s sounds.Stats) bool { return p.Err() == nil && s.Open })
		}
		time.Sleep(time.Second)
	}
	s := p.Stats()
	fmt.Printf("result %s output=%s blocks=%d underruns=%d err=%v\n", what, s.Output, s.Blocks, s.Underruns, err)
	cancel()
	<-ended
	return err
}

// disturbed plays for a second, asks to be disturbed, and waits for the effect.
func disturbed(p *sounds.Player, effect func(sounds.Stats) bool) error {
	if err := until(p, func(s sounds.Stats) bool { return s.Blocks > 50 }); err != nil {
		return err
	}
	fmt.Println("disturb")
	return until(p, effect)
}

// until waits until holds is true, 20 s at most.
func until(p *sounds.Player, holds func(sounds.Stats) bool) error {
	for range 400 {
		if holds(p.Stats()) {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("nothing happened: %+v", p.Stats())
}
