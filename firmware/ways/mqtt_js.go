// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"context"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/api/mqtt"
	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/internal/metric"
)

// broker does nothing: a browser cannot connect to an MQTT broker.
type broker struct{}

func newBroker(Inside, mqtt.Objects, *awtrix.Server, int) *broker { return &broker{} }

func (*broker) tells(func(how string)) {}

func (*broker) tasks() []stage.Task { return nil }

func (*broker) health() []api.Component { return nil }

// DiagnoseMQTT returns nothing.
func DiagnoseMQTT(context.Context, mqtt.Config) []doctor.Line { return nil }

// mqttCollector has nothing to count.
type mqttCollector struct{ *broker }

func (*mqttCollector) Collect(*metric.Writer) {}
