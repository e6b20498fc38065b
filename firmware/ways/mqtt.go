// SPDX-License-Identifier: Apache-2.0

//go:build !js

package ways

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/api/mqtt"
	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/internal/version"
)

// broker is the connection to the MQTT broker that the configuration names.
type broker struct {
	cfg    mqtt.Config
	client *mqtt.Client   // nil = the configuration names no broker
	awtrix *awtrix.Server // its topics use the connection too; nil = none
}

// newBroker makes the client. It controls the device with the rights and rules of the API,
// and guest uses its connection; nil = none.
func newBroker(in Inside, objects mqtt.Objects, guest *awtrix.Server, port int) *broker {
	b := &broker{cfg: in.Config.MQTT, awtrix: guest}
	if !b.cfg.Chosen() {
		return b
	}
	b.client = mqtt.New(b.cfg, in.Device, objects, mqtt.About{Version: version.Number, Port: port}, in.Log)
	b.client.Bound(in.Memory.Guests)
	b.client.Offer(in.Updates)
	b.client.Portray(in.Preview.Picture)
	if guest != nil {
		b.client.Invite(guest)
	}
	in.Hardware.OnPress(b.pressed)
	return b
}

// tells has commanded told that the device has obeyed a command.
func (b *broker) tells(commanded func(how string)) {
	if b.client != nil {
		b.client.OnObeyed(func() { commanded("over MQTT") })
	}
}

// pressed publishes button events except repetitions.
func (b *broker) pressed(e input.Event) {
	if b.awtrix != nil && (e.Kind == input.Down || e.Kind == input.Up) {
		b.awtrix.Button(string(e.Button), e.Kind == input.Down)
	}
	if e.Kind != input.Repeat {
		b.client.Button(string(e.Button), e.Kind.String())
	}
}

// tasks returns the task that keeps the connection.
func (b *broker) tasks() []stage.Task {
	if b.client == nil {
		return nil
	}
	return []stage.Task{{Name: "mqtt", Run: b.client.Run}}
}

// health returns the health of the connection. A broker is somebody else's machine:
// one that is named and away makes the device degraded, never failed; one found by
// multicast DNS may be missing.
func (b *broker) health() []api.Component {
	if b.client == nil {
		return nil
	}
	return []api.Component{api.Condition("mqtt", b.client.Err(), api.DegradedIf(b.cfg.Broker != mqtt.FindBroker))}
}

// DiagnoseMQTT connects to the broker with a separate client id, because the
// device may be running.
func DiagnoseMQTT(ctx context.Context, cfg mqtt.Config) []doctor.Line {
	if !cfg.Chosen() {
		return nil
	}
	line := doctor.Line{Area: "mqtt", Name: "broker", Text: cfg.Broker + " accepts this device"}
	err := mqtt.Probe(ctx, cfg, fmt.Sprintf("ledpost-doctor-%08x", rand.Uint32()))
	if err != nil {
		line.Level, line.Text = doctor.Fault, cfg.Broker+": "+strings.TrimPrefix(err.Error(), "mqtt: ")
		if cfg.Broker == mqtt.FindBroker {
			line.Level = doctor.Warning
		}
		if p := (*mqtt.Problem)(nil); errors.As(err, &p) {
			line.Fix = p.Fix
		}
	}
	return []doctor.Line{line}
}

// mqttCollector reads the client, if there is one.
type mqttCollector struct{ *broker }

func (c *mqttCollector) Collect(w *metric.Writer) {
	if c.client == nil {
		return
	}
	n, up := c.client.Counts(), 0.0
	if n.Connected {
		up = 1
	}
	w.Gauge("ledpost_mqtt_connected", "1 while there is a connection to the MQTT broker.", up)
	w.Counter("ledpost_mqtt_connects_total", "Connections to the MQTT broker so far.", n.Connects)
	for outcome, count := range map[string]uint64{"received": n.Received, "dropped": n.Dropped, "published": n.Published} {
		w.Counter("ledpost_mqtt_messages_total", "MQTT messages, by outcome.", count, "outcome", outcome)
	}
}
