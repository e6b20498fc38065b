// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
	xdraw "golang.org/x/image/draw"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/enum"
)

// stillFor is how long a picture with a single frame is sent.
const stillFor = 10 * time.Second

// maxPicture bounds the size in bytes of a GIF or PNG, which is read into
// memory.
const maxPicture = 32 << 20

// frames calls show with each frame of path, scaled to the panel, and how long
// the frame is shown. path is a GIF or PNG, raw RGB888 frames on standard
// input, or any file that ffmpeg can read.
func (c *sendCmd) frames(ctx context.Context, std command.Streams, path string, size image.Point,
	show func(*image.RGBA, time.Duration) error) error {
	stands := time.Duration(float64(time.Second) / c.fps)
	switch strings.ToLower(filepath.Ext(path)) {
	case ".gif", ".png":
		return pictureFrames(path, size, show)
	}
	if path == "-" {
		return rawFrames(std.In, size, stands, show)
	}
	return c.videoFrames(ctx, path, size, stands, show)
}

func pictureFrames(path string, size image.Point, show func(*image.RGBA, time.Duration) error) error {
	data, err := bounded.ReadFile(path, maxPicture)
	if err != nil {
		return err
	}
	_, err = icons.Walk(data, func(frame icons.Frame) error {
		stands := frame.Delay
		stands = cmp.Or(stands, stillFor)
		return show(scaled(frame.Image, size), stands)
	})
	return err
}

// scaled returns m scaled to the size of the panel, with its proportions kept,
// on black.
func scaled(m *image.RGBA, size image.Point) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Rect, image.Black, image.Point{}, draw.Src)
	w, h := size.X, m.Rect.Dy()*size.X/m.Rect.Dx()
	if h > size.Y {
		w, h = m.Rect.Dx()*size.Y/m.Rect.Dy(), size.Y
	}
	at := image.Rect(0, 0, max(w, 1), max(h, 1)).Add(image.Pt((size.X-w)/2, (size.Y-h)/2))
	if at.Size() == m.Rect.Size() {
		draw.Draw(out, at, m, m.Rect.Min, draw.Over)
	} else {
		xdraw.CatmullRom.Scale(out, at, m, m.Rect, draw.Over, nil)
	}
	return out
}

// rawFrames reads frames of width times height RGB888 pixels until in ends.
func rawFrames(
	in io.Reader, size image.Point, stands time.Duration, show func(*image.RGBA, time.Duration) error,
) error {
	pixels := make([]byte, 3*size.X*size.Y)
	m := image.NewRGBA(image.Rectangle{Max: size})
	for {
		switch _, err := io.ReadFull(in, pixels); {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("the last frame is cut off; a frame of %dx%d has %d bytes", size.X, size.Y, len(pixels))
		case err != nil:
			return err
		}
		for i := range size.X * size.Y {
			copy(m.Pix[4*i:], pixels[3*i:3*i+3])
			m.Pix[4*i+3] = 255
		}
		if err := show(m, stands); err != nil {
			return err
		}
	}
}

// videoFrames decodes and scales with ffmpeg.
func (c *sendCmd) videoFrames(ctx context.Context, path string, size image.Point, stands time.Duration,
	show func(*image.RGBA, time.Duration) error) error {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		return fmt.Errorf("%s is not a GIF or PNG, and ffmpeg, which reads other formats, is not installed", path)
	}
	if _, err := os.Stat(path); err != nil {
		return err
	}
	filter := fmt.Sprintf("fps=%s,scale=%[2]d:%[3]d:force_original_aspect_ratio=decrease,pad=%[2]d:%[3]d:-1:-1",
		strconv.FormatFloat(c.fps, 'f', -1, 64), size.X, size.Y)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	// A path that begins with - would be taken as a flag, one with a colon
	// as a protocol.
	cmd := exec.CommandContext(ctx, ffmpeg, "-nostdin", "-loglevel", "error", "-i", "file:"+path, "-an",
		"-vf", filter, "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	shown := rawFrames(out, size, stands, show)
	if shown != nil {
		stop() // otherwise ffmpeg would wait for a reader
	}
	if err := cmd.Wait(); shown == nil && err != nil {
		return fmt.Errorf("%s: %s", path, strings.TrimSpace(said.String()))
	}
	return shown
}

// pushCmd sends a notification to a device.
type pushCmd struct {
	remoteFlags
	icon, sound, priority string
	cycles                int

	agent, state string // instead of a notification: what an agent does
	quota        int
}

func newPush(set *pflag.FlagSet) command.Run {
	c := &pushCmd{}
	c.flags(set)
	set.StringVar(&c.icon, "icon", "", "number or name of an `ICON`")
	set.StringVar(&c.sound, "sound", "", "`ID` of a built-in notification sound")
	set.StringVar(&c.priority, "priority", "info", "`P`: info, warning or critical")
	set.IntVar(&c.cycles, "cycles", 1, "show it `N` times; 0 = until dismissed")
	set.StringVar(&c.agent, "agent", "", "say what the agent of this `NAME` does, in place of a notification; TEXT is its task")
	set.StringVar(&c.state, "state", "running", "`S` of the agent: running, waiting, done or failed")
	set.IntVar(&c.quota, "quota", -1, "`PERCENT` that is left to the agent")
	return c.run
}

// status tells the device what an agent does.
func (c *pushCmd) status(ctx context.Context, task string) error {
	body := map[string]any{"agent": c.agent, "state": c.state, "task": task}
	if c.quota >= 0 {
		body["quota"] = c.quota
	}
	return c.done(c.call(ctx, http.MethodPost, "/live/agents", body))
}

func (c *pushCmd) run(ctx context.Context, std command.Streams, args []string) error {
	if c.agent != "" {
		return c.status(ctx, strings.Join(args, " "))
	}
	if len(args) == 0 {
		return command.Usagef("give a text to show")
	}
	frame := map[string]any{"text": strings.Join(args, " ")}
	if c.icon != "" {
		frame["icon"] = c.icon
	}
	model := map[string]any{"frames": []any{frame}, "cycles": c.cycles}
	if c.sound != "" {
		model["sound"] = map[string]any{"category": "notifications", "id": c.sound}
	}
	var sent struct{ Success struct{ ID string } }
	err := c.read(ctx, http.MethodPost, "/api/v2/device/notifications",
		map[string]any{"priority": c.priority, "model": model}, &sent)
	if err != nil {
		return err
	}
	if id := sent.Success.ID; id == "" || len(id) > maxID || strings.ContainsFunc(id, notOfID) {
		return errors.New("the answer has no id: this is not a device that shows notifications")
	}
	_, err = fmt.Fprintln(std.Out, sent.Success.ID)
	return err
}

// maxID bounds the id of a notification, in bytes; a device counts them.
const maxID = 64

// notOfID reports whether r cannot be in an id, which a script reads as one word.
func notOfID(r rune) bool { return r <= ' ' || r > '~' }

// pressCmd presses a button of the running device.
type pressCmd struct {
	remoteFlags
	hold time.Duration
}

func newPress(set *pflag.FlagSet) command.Run {
	c := &pressCmd{}
	c.flags(set)
	set.DurationVar(&c.hold, "hold", 0, "hold the button for `TIME`, such as 2s, at most 5s")
	return c.run
}

func (c *pressCmd) run(ctx context.Context, _ command.Streams, args []string) error {
	button, err := command.One(args, "button")
	if err != nil {
		return err
	}
	if _, err := enum.Read[device.Button](button); err != nil {
		return command.Usagef("button %v", err)
	}
	path := "/live/buttons/" + button
	if c.hold != 0 {
		path += "?hold=" + strconv.FormatFloat(c.hold.Seconds(), 'f', -1, 64)
	}
	return c.done(c.call(ctx, http.MethodPost, path, struct{}{}))
}
