// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"image"
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// A Streamer receives pixels over UDP from any sender with the id of a session
// (docs/api.md, Streaming). Its methods do not block.
type Streamer interface {
	Port() int
	Size() image.Point
	Begin() (session string)
	End()
	Receiving() bool
}

// Streams is the room of pixel streams.
type Streams struct{ Streamer }

// Endpoints tells about the stream, and starts and stops it.
func (o Streams) Endpoints() []rest.Endpoint {
	const get, put = http.MethodGet, http.MethodPut
	return []rest.Endpoint{
		{Path: "/api/v2/device/stream", Control: true, Methods: rest.Methods{get: o.getStream}},
		{Path: "/api/v2/device/stream/start", Control: true, Methods: rest.Methods{put: o.startStream}},
		{Path: "/api/v2/device/stream/stop", Control: true, Methods: rest.Methods{put: o.stopStream}},
	}
}

// streamState is the object that GET answers.
type streamState struct {
	Protocol string       `json:"protocol"`
	Version  string       `json:"version"`
	Port     int          `json:"port"`
	Status   string       `json:"status"`
	Canvas   streamCanvas `json:"canvas"`
	Features []string     `json:"features"`
}

type streamCanvas struct {
	Pixel struct {
		Size streamSize `json:"size"`
	} `json:"pixel"`
}

type streamSize struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

func streamStatus(receiving bool) string {
	if receiving {
		return "receiving"
	}
	return "stopped"
}

func (o Streams) getStream(w http.ResponseWriter, r *http.Request) error {
	size := o.Size()
	state := streamState{
		Protocol: "lmsp", Version: "1.0", Port: o.Port(),
		Status: streamStatus(o.Receiving()), Features: []string{},
	}
	state.Canvas.Pixel.Size = streamSize{size.X, size.Y}
	return rest.WriteJSON(w, http.StatusOK, state)
}

// streamStart is the body of a start request. The canvas is as large as the
// panel, so there is nothing to scale or tile. Effects belong to another model
// of the original and are ignored.
type streamStart struct {
	Canvas wire.Object[canvasPatch] `json:"canvas"`
}

type canvasPatch struct {
	Fill wire.Word                 `json:"fill_type"`
	Mode wire.Word                 `json:"render_mode"`
	Post wire.Object[processPatch] `json:"post_process"`
}

type processPatch struct {
	Type wire.Word `json:"type"`
}

type streamStarted struct {
	Canvas  streamChoice `json:"canvas"`
	Port    int          `json:"port"`
	Session string       `json:"session_id"`
	Status  string       `json:"status"`
}

type streamChoice struct {
	Fill string `json:"fill_type"`
	Mode string `json:"render_mode"`
}

func (o Streams) startStream(w http.ResponseWriter, r *http.Request) error {
	data, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	var body streamStart
	if len(data) > 0 {
		if err := wire.Decode(data, &body); err != nil {
			return err
		}
	}
	choice := streamChoice{Fill: "scale", Mode: "pixel"}
	var f wire.Faults
	f.Check("canvas", body.Canvas.Value)
	canvas := body.Canvas.Fields
	if fill, ok := wire.Choice(&f, "canvas.fill_type", canvas.Fill, wire.OneOf("scale", "tile")); ok {
		choice.Fill = fill
	}
	wire.Choice(&f, "canvas.render_mode", canvas.Mode, wire.OneOf("pixel"))
	f.Check("canvas.post_process", canvas.Post.Value)
	wire.Choice(&f, "canvas.post_process.type", canvas.Post.Fields.Type, wire.OneOf("none", "effect"))
	if f.Err() != nil {
		return f.Err()
	}
	return rest.WriteChanged(w, r, streamStarted{choice, o.Port(), o.Begin(), streamStatus(true)})
}

func (o Streams) stopStream(w http.ResponseWriter, r *http.Request) error {
	o.End()
	return rest.WriteChanged(w, r, map[string]string{"status": streamStatus(false)})
}
