// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"context"

	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/render"
)

// newStream makes the receiver of streams. A frame of a stream wakes only the loop; none is
// taken from the panel itself. commanded is told that one shows.
func newStream(in Inside, commanded func(how string)) *stream.Server {
	shown := render.NewLive(in.Hardware.Size(), in.Hardware.Loop().Wake)
	about := stream.About{Name: in.Identity.Name, Version: version.Number}
	s := stream.New(streamed{in.Device, commanded}, shown, in.Config.Stream, about, in.Log)
	s.Refuse(in.Hardware.SendsTo)
	return s
}

// streamed is the device, as streams show on it.
type streamed struct {
	*device.Device
	commanded func(how string)
}

// SetStream implements stream.Device.
func (s streamed) SetStream(ctx context.Context, w render.Widget, from device.Sender) error {
	if w != nil {
		s.commanded("as a stream")
	}
	return s.Device.SetStream(ctx, w, from)
}

// streamCollector counts the packets of streams.
type streamCollector struct{ stream *stream.Server }

func (c *streamCollector) Collect(w *metric.Writer) {
	for _, n := range c.stream.Counts() {
		w.Counter("ledpost_stream_packets_total", "Packets of pixel streams, by outcome.",
			n.Packets, "protocol", n.Protocol, "outcome", n.Outcome)
	}
}
