// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"image"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/internal/metric"
)

// panel is the room of the panel's picture.
type panel struct {
	live    *Live
	preview *Preview
	leds    LEDs
}

// Panel returns the room in which clients watch the panel, which has such LEDs.
func (l *Live) Panel(p *Preview, leds LEDs) *panel { return &panel{l, p, leds} }

// Endpoints describes the panel and shows its picture.
func (m *panel) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{
		{Path: "/live/panel", Control: true, Methods: rest.Methods{http.MethodGet: m.getPanel}},
		{Path: "/live/frame.png", Control: true, Methods: rest.Methods{http.MethodGet: m.getFrame}},
		{Path: "/live/frames", Control: true, Methods: rest.Methods{http.MethodGet: m.getFrames}},
	}
}

// Run sends changed frames until ctx ends.
func (m *panel) Run(ctx context.Context) { m.preview.Run(ctx) }

// Collect implements metric.Collector.
func (m *panel) Collect(w *metric.Writer) {
	w.Counter("ledpost_frames_total", "Frames drawn.", m.preview.Frames())
}

// wirePanel is what a client needs to draw the panel.
type wirePanel struct {
	Width  int  `json:"width"`
	Height int  `json:"height"`
	LEDs   LEDs `json:"leds"`
}

func (m *panel) getPanel(w http.ResponseWriter, r *http.Request) error {
	size := m.preview.Bounds().Size()
	return rest.WriteJSON(w, http.StatusOK, wirePanel{size.X, size.Y, m.leds.Of("")})
}

// getFrame answers with the picture that the panel shows now.
func (m *panel) getFrame(w http.ResponseWriter, r *http.Request) error {
	return m.live.writePicture(w, r, func(scale int) (*image.RGBA, error) { return m.preview.picture(scale), nil })
}

// getFrames sends every changed frame. A client that is too slow gets only the
// newest ones.
func (m *panel) getFrames(w http.ResponseWriter, r *http.Request) error {
	return m.live.socket(w, r, func(ctx context.Context, c *conn) error {
		watcher := m.preview.watch()
		defer m.preview.leave(watcher)
		ping := time.NewTicker(pingEvery)
		defer ping.Stop()
		for {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case m := <-watcher.box:
				if err := send(ctx, c, websocket.MessageBinary, m); err != nil {
					return err
				}
			case <-ping.C:
				if err := answers(ctx, c); err != nil {
					return err
				}
			}
		}
	})
}

// LEDs is how the LEDs of a panel look, for clients that draw them.
type LEDs uint8

// The kinds of LEDs. A diffuser in front of them makes them larger and softer.
const (
	AutoLEDs LEDs = iota // as the LEDs of the driver's panels usually look
	RoundLEDs
	SquareLEDs
	DiffusedRoundLEDs
	DiffusedSquareLEDs
)

var ledNames = []string{"auto", "round", "square", "round-diffuser", "square-diffuser"}

// Of returns l, or if that is AutoLEDs, the LEDs that panels of the driver usually
// have.
func (l LEDs) Of(driver string) LEDs {
	if l != AutoLEDs {
		return l
	}
	switch driver {
	case "hub75", "ws2812", "apa102", "unicornhd", "ssd1306", "ssd1322":
		return SquareLEDs // packages of 1.5 to 5 mm without a lens, or pixels
	}
	return RoundLEDs
}

// String returns the word that files and clients use.
func (l LEDs) String() string { return enum.Name(ledNames, l) }

// MarshalText implements [encoding.TextMarshaler].
func (l LEDs) MarshalText() ([]byte, error) { return enum.Marshal(ledNames, l) }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *LEDs) UnmarshalText(text []byte) error { return enum.Unmarshal(ledNames, text, l) }
