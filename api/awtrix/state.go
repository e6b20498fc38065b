// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"context"
	"math"
	"net/netip"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/awtrix"
	"github.com/ledpost/ledpost/device/note"
)

// stats are the device's measurements. There is no battery, so it is reported
// as full.
type stats struct {
	Battery    int     `json:"bat"`
	BatteryRaw int     `json:"bat_raw"`
	Type       int     `json:"type"`
	Lux        float64 `json:"lux"`
	LDR        int     `json:"ldr_raw"`
	RAM        int     `json:"ram"`
	Brightness int     `json:"bri"` // 0 to 255

	Temperature *float64 `json:"temp,omitempty"` // °C
	Humidity    *float64 `json:"hum,omitempty"`  // percent

	Uptime     int    `json:"uptime"` // s
	Signal     int    `json:"wifi_signal"`
	Messages   uint64 `json:"messages"`
	Version    string `json:"version"`
	Indicator1 bool   `json:"indicator1"`
	Indicator2 bool   `json:"indicator2"`
	Indicator3 bool   `json:"indicator3"`
	App        string `json:"app"`
	UID        string `json:"uid"`
	Matrix     bool   `json:"matrix"`
	Address    string `json:"ip_address"`
}

// questions are asked one after the other, until one has no answer.
type questions struct {
	ctx context.Context
	err error // of the first question that failed
}

// ask returns the answer to one of them; the zero value behind one without an answer.
func ask[T any](q *questions, of func(context.Context) (T, error)) (answer T) {
	if q.err == nil {
		answer, q.err = of(q.ctx)
	}
	return answer
}

// stats returns the current values.
func (s *Server) stats(ctx context.Context) (stats, error) {
	q := questions{ctx: ctx}
	display, counts := ask(&q, s.dev.Display), ask(&q, s.dev.Stats)
	lights, name := ask(&q, s.dev.Indicators), ask(&q, s.current)
	if q.err != nil {
		return stats{}, q.err
	}
	st := s.dev.Status()
	return stats{
		Battery: 100, Lux: math.Round(10*st.Lux) / 10, LDR: int(min(st.Lux, 4095)), RAM: known(s.machine.Memory),
		Temperature: st.Climate.Temperature.Pointer(), Humidity: st.Climate.Humidity.Pointer(),
		Brightness: int(math.Round(255 * st.Level)), Uptime: int(time.Since(s.began).Seconds()),
		Signal: known(s.machine.Signal), Messages: counts.Received, Version: version,
		Indicator1: lights[0].Color.Set, Indicator2: lights[1].Color.Set, Indicator3: lights[2].Color.Set,
		App: name, UID: s.UID(), Matrix: display.On, Address: written(known[netip.Addr](s.machine.Address)),
	}, nil
}

// known returns the result of f, or the zero value if f is nil.
func known[T any](f func() T) (v T) {
	if f != nil {
		v = f()
	}
	return v
}

// written returns an address as text, "" for the zero value.
func written(a netip.Addr) string {
	if a.IsValid() {
		return a.String()
	}
	return ""
}

// notification is the name reported when no app is showing.
const notification = "Notification"

// current returns the name of the app that shows, or notification.
func (s *Server) current(ctx context.Context) (string, error) {
	show := s.dev.Status().Showing
	if show.Kind == device.NotificationShows {
		return notification, nil
	}
	all, err := s.apps(ctx)
	for _, a := range all {
		if a.ID == show.Widget {
			return a.name, err
		}
	}
	return "", err
}

// told returns the current values as a client expects them that computes with both of the air: 0 is
// what it knows for those that nothing measures.
func (s *Server) told(ctx context.Context) (stats, error) {
	st, err := s.stats(ctx)
	for _, v := range []**float64{&st.Temperature, &st.Humidity} {
		if *v == nil {
			*v = new(float64)
		}
	}
	return st, err
}

// loop returns the position of each visible app, by its name.
func (s *Server) loop(ctx context.Context) (map[string]int, error) {
	all, err := s.apps(ctx)
	turns := map[string]int{}
	for _, a := range all {
		if a.Visible {
			turns[a.name] = len(turns)
		}
	}
	return turns, err
}

// listed is an app in the list of visible ones.
type listed struct {
	Name string `json:"name"`
	Icon string `json:"icon,omitempty"`
}

func (s *Server) list(ctx context.Context) ([]listed, error) {
	all, err := s.apps(ctx)
	list := []listed{}
	for _, a := range all {
		if a.Visible {
			list = append(list, listed{Name: a.name})
		}
	}
	return list, err
}

// AWTRIX's panel.
const columns, rows = 32, 8

// screen returns AWTRIX's part of what the panel shows, row by row, with a 24-bit number for each
// pixel: as many as its clients draw, whatever the size of the panel.
func (s *Server) screen() []uint32 {
	m := known(s.machine.Screen)
	if m == nil {
		return []uint32{}
	}
	size, scale := awtrix.Grid(m.Rect.Size())
	corner := m.Rect.Size().Sub(size.Mul(scale)).Div(2)
	out := make([]uint32, columns*rows)
	for i := range out {
		c := m.RGBAAt(corner.X+i%columns*scale, corner.Y+i/columns*scale) // black outside a smaller panel
		out[i] = number(note.Color{R: c.R, G: c.G, B: c.B})
	}
	return out
}

const mostVolume = 30
