// SPDX-License-Identifier: Apache-2.0

// Wifi joins the Wi-Fi network that the boot partition names, in the flashable
// image: in the table [card] of ledpost.toml, or as Raspberry Pi Imager has left
// it (rpi-preseed.toml). The image has
// no supplicant: the chips of the Raspberry Pi do the handshake of WPA by
// themselves when they are given the key. What WPA3 alone protects cannot be
// joined. It runs as root, started by gokrazy.
package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/deploy/gokrazy/boot"
	"github.com/ledpost/ledpost/internal/pause"
)

// device is the chip's network device.
const device = "wlan0"

// unwanted is the exit code that gokrazy takes as: not to be started again.
const unwanted = 125

func main() {
	log.SetFlags(0)
	if name, ok := wanted(os.Args); ok {
		if err := load(name); err != nil {
			log.Fatal(err)
		}
		return
	}
	n, err := network()
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && n.SSID == "":
		log.Printf("neither %s nor %s names a Wi-Fi network", preseed.CardName, preseed.Name)
		os.Exit(unwanted)
	case err != nil:
		log.Print(err) // it stays wrong until the next start of the device
		os.Exit(unwanted)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if err := serve(ctx, n); err != nil && ctx.Err() == nil {
		log.Fatal(err)
	}
}

func network() (preseed.Network, error) {
	c, err := boot.Card()
	if err != nil {
		log.Print(err) // the other file may be good
	}
	if n := c.Settings().Network; n.SSID != "" {
		return n, nil
	}
	text, err := boot.ReadFile(preseed.Name, preseed.Limit)
	if err != nil {
		return preseed.Network{}, err
	}
	s, err := preseed.Read(bytes.NewReader(text))
	return s.Network, err
}

// serve keeps the device in the network n until ctx is done.
func serve(ctx context.Context, n preseed.Network) error {
	if err := loadDriver(); err != nil {
		return err
	}
	if err := appear(ctx); err != nil {
		return err
	}
	c, err := dial(device)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.prepare(n.Country); err != nil {
		log.Print(err) // the limits that hold everywhere are in force
	}
	lease := new(lease)
	defer lease.drop()
	return join(ctx, c, lease, n)
}

// A station is the radio as seen by join.
type station interface {
	connected() (bool, error)      // to a network
	connect(preseed.Network) error // begins to; the outcome shows in connected
}

// An addresser gets the network's address for the device, or gives it up.
type addresser interface {
	get()
	drop()
}

// join keeps s connected, and an address held while it is, until ctx is done. It
// tries again for ever: a router may be switched off for a week.
func join(ctx context.Context, s station, a addresser, n preseed.Network) error {
	before := false
	for ctx.Err() == nil {
		now, err := s.connected()
		if err != nil {
			return err
		}
		switch {
		case now && !before:
			log.Printf("connected to %q", n.SSID)
			a.get()
		case before && !now:
			log.Printf("lost %q", n.SSID)
			a.drop()
		}
		if !now {
			if err := s.connect(n); err != nil {
				log.Printf("connecting to %q: %v", n.SSID, err)
			}
		}
		before = now
		pause.For(ctx, 10*time.Second)
	}
	return ctx.Err()
}
