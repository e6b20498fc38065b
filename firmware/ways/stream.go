// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/render"
)

// newStream makes the receiver of streams. A frame of a stream wakes only the loop; none is
// taken from the panel itself.
func newStream(in Inside) *stream.Server {
	shown := render.NewLive(in.Hardware.Size(), in.Hardware.Loop().Wake)
	about := stream.About{Name: in.Identity.Name, Version: version.Number}
	s := stream.New(in.Device, shown, in.Config.Stream, about, in.Log)
	s.Refuse(in.Hardware.SendsTo)
	return s
}

// streamCollector counts the packets of streams.
type streamCollector struct{ stream *stream.Server }

func (c *streamCollector) Collect(w *metric.Writer) {
	for _, n := range c.stream.Counts() {
		w.Counter("ledpost_stream_packets_total", "Packets of pixel streams, by outcome.",
			n.Packets, "protocol", n.Protocol, "outcome", n.Outcome)
	}
}
