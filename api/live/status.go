// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/device"
)

// wireStatus describes what the device is doing now (docs/decisions.md 12).
type wireStatus struct {
	Showing    wireShowing  `json:"showing"`
	Mode       string       `json:"mode"`
	Queue      wireQueue    `json:"queue"`
	Playing    *wirePlaying `json:"playing"`
	Stream     *wireStream  `json:"stream"`
	Sender     *wireSender  `json:"sender"`
	Lux        *float64     `json:"lux"`
	Simulated  bool         `json:"lux_simulated,omitempty"` // nothing has measured Lux
	Climate    *wireClimate `json:"climate,omitempty"`
	Presence   *bool        `json:"presence,omitempty"` // a sensor sees somebody
	Brightness int          `json:"brightness"`         // percent
	Volume     int          `json:"volume"`
	Night      *wireNight   `json:"night,omitempty"` // absent: it is no night
	Notice     string       `json:"notice,omitempty"`
	Asking     bool         `json:"asking,omitempty"` // for a press, perhaps below something critical
}

type wireShowing struct {
	Kind         string `json:"kind"`
	Package      string `json:"package,omitempty"`
	Widget       string `json:"widget,omitempty"`
	Notification string `json:"notification,omitempty"`
	Beneath      string `json:"beneath,omitempty"`
}

type wireQueue struct {
	Waiting int    `json:"waiting"`
	Held    int    `json:"held"`
	Reason  string `json:"reason,omitempty"`
}

type wirePlaying struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

type wireClimate struct {
	Temperature *float64 `json:"temperature,omitempty"` // °C
	Humidity    *float64 `json:"humidity,omitempty"`    // percent
	CO2         *float64 `json:"co2,omitempty"`         // ppm
}

// wireNight says when the night ends, in local time; "" = it ends with the light.
type wireNight struct {
	Until string `json:"until,omitempty"`
}

type wireStream struct {
	Protocol string `json:"protocol"`
	Sender   string `json:"sender"`
}

// wireSender is who has sent a message last, over HTTP.
type wireSender struct {
	Client string `json:"client"`
	At     string `json:"at"` // RFC 3339
}

// status returns st in the form of the API. The title of a live stream comes
// from the speaker.
func (l *Live) status(st device.Status) wireStatus {
	out := wireStatus{
		Showing: wireShowing{st.Showing.Kind.String(), st.Showing.Package, st.Showing.Widget, st.Showing.Notification,
			st.Showing.Beneath},
		Mode: st.Mode.String(), Queue: wireQueue{st.Waiting, st.Held, st.Reason},
		Brightness: int(math.Round(100 * st.Level)), Volume: st.Volume, Notice: st.Notice, Asking: st.Asking,
	}
	if st.Playing != "" {
		out.Playing = &wirePlaying{ID: st.Playing}
		out.Playing.Title = l.cfg.Title()
	}
	if st.Stream != (device.Sender{}) {
		out.Stream = &wireStream{st.Stream.Protocol, st.Stream.Address}
	}
	if s := l.cfg.Sent(); s != (rest.Messenger{}) {
		out.Sender = &wireSender{s.Client, s.At.UTC().Format(time.RFC3339)}
	}
	if st.Light {
		out.Lux, out.Simulated = &st.Lux, st.LuxMade
	}
	if st.Watched {
		out.Presence = &st.Here
	}
	if st.Night {
		out.Night = &wireNight{}
		if st.Dawn.Valid() {
			out.Night.Until = st.Dawn.String()
		}
	}
	if c := st.Climate; c != (device.Climate{}) {
		out.Climate = &wireClimate{Temperature: c.Temperature.Pointer(), Humidity: c.Humidity.Pointer(), CO2: c.CO2.Pointer()}
	}
	return out
}

func (l *Live) getStatus(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK, l.status(l.cfg.Device.Status()))
}

// heartbeat is how often /live/watch sends something. A client that receives
// nothing for longer has lost the device.
const heartbeat = time.Second

// aChange is sent when something has changed that the status does not include,
// such as a setting or a waiting notification.
var aChange = []byte(`{"changed":true}`)

// getWatch sends the status at once, on every change, and with each heartbeat. A client that knows the device as it
// was at a revision is told at once of a change since.
func (l *Live) getWatch(w http.ResponseWriter, r *http.Request) error {
	return l.socket(w, r, func(ctx context.Context, c *conn) error {
		changes := l.cfg.Device.Watch(ctx)
		since, err := strconv.ParseUint(r.URL.Query().Get("since"), 10, 64)
		if err == nil && since != l.cfg.Device.Status().Revision {
			if err := send(ctx, c, websocket.MessageText, aChange); err != nil {
				return err
			}
		}
		beat := time.NewTicker(heartbeat)
		defer beat.Stop()
		var last device.Status
		for {
			var message []byte
			select {
			case <-ctx.Done():
				return ctx.Err()
			case st, open := <-changes:
				if !open {
					return device.ErrStopped
				}
				message = l.news(last, st)
				last = st
			case <-beat.C:
				message = l.StatusJSON(last)
			}
			if err := send(ctx, c, websocket.MessageText, message); err != nil {
				return err
			}
		}
	})
}

// news returns the message that updates a client from last to st.
func (l *Live) news(last, st device.Status) []byte {
	is, was := l.StatusJSON(st), l.StatusJSON(last)
	if bytes.Equal(is, was) && last.Revision != st.Revision {
		return aChange
	}
	return is
}

// StatusJSON returns st as GET /live/status answers it.
func (l *Live) StatusJSON(st device.Status) []byte {
	body, err := json.Marshal(l.status(st))
	if err != nil {
		return aChange // cannot fail: only numbers and text
	}
	return body
}
