package firmware

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/mqtt"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/internal/version"
)

// connectBroker makes the client of the MQTT broker, if one is named.
func (a *appliance) connectBroker() {
	if a.Config.MQTT.Chosen() {
		about := mqtt.About{Version: version.Number, Port: port(a.listeners.plain)}
		a.mqtt = mqtt.New(a.Config.MQTT, a.device, a.server, about, a.Log)
		a.buttons.tell = tellButton(a.mqtt)
	}
}

// tellButton tells what happens to the buttons, but for repetitions.
func tellButton(c *mqtt.Client) func(input.Event) {
	return func(e input.Event) {
		if e.Kind != input.Repeat {
			c.Button(string(e.Button), e.Kind.String())
		}
	}
}

// mqttHealth is that of the connection: a broker that was named must be there,
// one that is looked for need not.
func mqttHealth(c *mqtt.Client, cfg mqtt.Config) api.Part {
	return condition("mqtt", c.Err(), failedIf(cfg.Broker != mqtt.FindBroker))
}

// diagnoseMQTT connects to the broker as another client than the device, which
// may be running.
func diagnoseMQTT(ctx context.Context, cfg mqtt.Config) []doctor.Line {
	if !cfg.Chosen() {
		return nil
	}
	line := doctor.Line{Area: "mqtt", Name: "broker", Text: cfg.Broker + " is there and takes us"}
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

// How the connection to the MQTT broker is.
var (
	mqttUpDesc       = prometheus.NewDesc("ledpost_mqtt_connected", "1 while there is a connection to the MQTT broker.", nil, nil)
	mqttConnectsDesc = prometheus.NewDesc("ledpost_mqtt_connects_total", "Connections to the MQTT broker so far.", nil, nil)
	mqttMessagesDesc = prometheus.NewDesc("ledpost_mqtt_messages_total", "MQTT messages, by what became of them.", []string{"outcome"}, nil)
)

// mqttCollector asks the client, if there is one.
type mqttCollector struct{ client **mqtt.Client }

func (c *mqttCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- mqttUpDesc
	ch <- mqttConnectsDesc
	ch <- mqttMessagesDesc
}

func (c *mqttCollector) Collect(ch chan<- prometheus.Metric) {
	if *c.client == nil {
		return
	}
	n, up := (*c.client).Counts(), 0.0
	if n.Connected {
		up = 1
	}
	ch <- prometheus.MustNewConstMetric(mqttUpDesc, prometheus.GaugeValue, up)
	ch <- prometheus.MustNewConstMetric(mqttConnectsDesc, prometheus.CounterValue, float64(n.Connects))
	for outcome, count := range map[string]uint64{"received": n.Received, "dropped": n.Dropped, "published": n.Published} {
		ch <- prometheus.MustNewConstMetric(mqttMessagesDesc, prometheus.CounterValue, float64(count), outcome)
	}
}
