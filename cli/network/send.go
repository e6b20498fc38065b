// SPDX-License-Identifier: Apache-2.0

package network

import (
	"context"
	"fmt"
	"image"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/cli/command"
)

// sendCmd streams pictures to a device.
type sendCmd struct {
	remoteFlags
	protocol, size string
	fps            float64
	loop           bool
}

func newSend(set *pflag.FlagSet) command.Run {
	c := &sendCmd{}
	set.StringVar(&c.protocol, "protocol", "lmsp", "`P`: lmsp, or ddp, for which --to is HOST or HOST:PORT")
	set.StringVar(&c.size, "size", "", "`WxH` of the panel; lmsp asks the device")
	set.Float64Var(&c.fps, "fps", 30, "frames a second of a video, or of raw frames")
	set.BoolVar(&c.loop, "loop", false, "repeat until interrupted")
	c.flags(set)
	return c.run
}

func (c *sendCmd) run(ctx context.Context, std command.Streams, args []string) error {
	path, err := command.One(args, "file (a GIF, PNG or video, or - for raw RGB frames)")
	if err != nil {
		return err
	}
	switch {
	case c.fps < 1 || c.fps > 120:
		return command.Usagef("--fps %v, want 1 to 120", c.fps)
	case c.loop && path == "-":
		return command.Usagef("--loop is for a file; standard input cannot be read again")
	case c.protocol == "lmsp":
		return c.lmsp(ctx, std, path)
	case c.protocol == "ddp":
		return c.ddp(ctx, std, path)
	}
	return command.Usagef("--protocol %q, want lmsp or ddp", c.protocol)
}

// lmsp opens a session, streams, and closes it.
func (c *sendCmd) lmsp(ctx context.Context, std command.Streams, path string) error {
	size, session, err := c.begin(ctx)
	if err != nil {
		return err
	}
	defer func() {
		// Also if ctx has ended, so that the panel shows the clock
		// again at once.
		_, _ = c.call(context.WithoutCancel(ctx), http.MethodPut, "/api/v2/device/stream/stop", struct{}{})
	}()
	at, err := url.Parse(c.to)
	if err != nil {
		return err
	}
	conn, err := net.Dial("udp", net.JoinHostPort(at.Hostname(), strconv.Itoa(session.Port)))
	if err != nil {
		return err
	}
	defer conn.Close()
	sender, err := stream.NewLMSPSender(conn, session.ID)
	if err != nil {
		return err
	}
	return c.play(ctx, std, path, size, sender.Send)
}

// lmspSession is a device's answer to a start.
type lmspSession struct {
	Port int    `json:"port"`
	ID   string `json:"session_id"`
}

func (c *sendCmd) begin(ctx context.Context) (size image.Point, session lmspSession, err error) {
	var about struct {
		Canvas struct {
			Pixel struct {
				Size struct{ Width, Height int }
			}
		}
	}
	if err = c.read(ctx, http.MethodGet, "/api/v2/device/stream", nil, &about); err != nil {
		return size, session, err
	}
	said := about.Canvas.Pixel.Size
	if size, err = command.Size(fmt.Sprintf("%dx%d", said.Width, said.Height)); err != nil {
		return size, session, err
	}
	var started struct{ Success struct{ Data lmspSession } }
	err = c.read(ctx, http.MethodPut, "/api/v2/device/stream/start", struct{}{}, &started)
	return size, started.Success.Data, err
}

// ddp streams to an address; the protocol has no start and no key.
func (c *sendCmd) ddp(ctx context.Context, std command.Streams, path string) error {
	size, err := command.Size(c.size)
	if err != nil {
		return err
	}
	to := c.to
	if _, _, err := net.SplitHostPort(to); err != nil {
		to = net.JoinHostPort(to, strconv.Itoa(stream.PortDDP))
	}
	conn, err := net.Dial("udp", to)
	if err != nil {
		return command.Usagef("--to %q: %w; DDP wants HOST or HOST:PORT", c.to, err)
	}
	defer conn.Close()
	return c.play(ctx, std, path, size, stream.NewDDPSender(conn).Send)
}

// play sends each frame of path when it is due.
func (c *sendCmd) play(
	ctx context.Context, std command.Streams, path string, size image.Point, send func(*image.RGBA) error,
) error {
	next := time.Now()
	for {
		sent := false
		err := c.frames(ctx, std, path, size, func(m *image.RGBA, stands time.Duration) error {
			sent = true
			if err := send(m); err != nil {
				return err
			}
			next = next.Add(stands)
			return sleepUntil(ctx, next, func() error { return send(m) })
		})
		if err != nil || !c.loop || !sent {
			return ended(ctx, err)
		}
	}
}

// ended returns nil if err only comes from the end of ctx, which was asked for.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// keepAlive is how often an unchanged picture is sent again: a device assumes
// that a sender has gone when it is silent for some seconds.
const keepAlive = time.Second

func sleepUntil(ctx context.Context, t time.Time, again func() error) error {
	for {
		wait := time.Until(t)
		if wait <= 0 {
			return ctx.Err()
		}
		timer := time.NewTimer(min(wait, keepAlive))
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
		if time.Until(t) > 0 {
			if err := again(); err != nil {
				return err
			}
		}
	}
}
