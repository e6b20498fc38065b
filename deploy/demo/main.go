// SPDX-License-Identifier: Apache-2.0

//go:build js

package main

import (
	"context"
	"fmt"
	"image"
	"log/slog"
	"os"
	"syscall/js"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/firmware"
)

// dir is the folder of the data, which demo/web/files.js keeps.
const dir = "/data"

// addr is where the device listens, in a network that nobody else is in.
const addr = "127.0.0.1:8080"

func main() {
	page := js.Global().Get("ledpost") // the worker's side (demo/web/worker.js)
	page.Set("request", js.FuncOf(request))
	page.Set("socket", js.FuncOf(socket))
	options := page.Get("options")
	err := firmware.Run(context.Background(), firmware.Options{
		Layers: config.Layers{Data: dir, Flags: func(c *config.Config) error {
			within(c, options.Get("zone").String())
			return nil
		}},
		Dir:     dir,
		Size:    image.Pt(options.Get("width").Int(), options.Get("height").Int()),
		Log:     slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
		LogTail: true,
		Ready:   func(_, key string) { page.Call("ready", key) },
	})
	page.Call("ended", fmt.Sprint(err))
}

// within sets what a browser decides: its time zone, and that nobody else is in the network.
func within(c *config.Config, zone string) {
	c.HTTP.Addr, c.HTTP.TLS, c.HTTP.Pairing = addr, "", ""
	c.Discovery.SSDP, c.Discovery.MDNS = false, false
	if c.Zone == "" {
		c.Zone = zone
	}
}
