package api

import (
	"context"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// DeviceJSON returns the device object as GET answers it. Like the other
// methods here it serves the other interfaces, such as MQTT; any goroutine may
// call it.
func (s *Server) DeviceJSON(ctx context.Context) ([]byte, error) {
	st, err := s.deviceState(ctx)
	if err != nil {
		return nil, err
	}
	return wire.Encode(s.deviceObject(st))
}

// LookJSON returns how text and frames are drawn, as GET /live/look answers it.
func (s *Server) LookJSON(ctx context.Context) ([]byte, error) {
	l, err := s.cfg.Device.Look(ctx)
	if err != nil {
		return nil, err
	}
	return wire.Encode(lookObject(l))
}

// StatusJSON returns st as GET /live/status answers it.
func (s *Server) StatusJSON(st device.Status) []byte { return s.statusJSON(st) }
