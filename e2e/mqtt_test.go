// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/internal/must"
)

// newHub is a broker until the test ends.
func newHub(t *testing.T) (hub *broker.Server, at string) {
	t.Helper()
	hub = broker.New(&broker.Options{InlineClient: true, Logger: slog.New(slog.DiscardHandler)})
	must.Do(t, hub.AddHook(new(auth.AllowHook), nil))
	tcp := listeners.NewTCP(listeners.Config{ID: "tcp", Address: "127.0.0.1:0"})
	must.Do(t, hub.AddListener(tcp))
	must.Do(t, hub.Serve())
	t.Cleanup(func() { _ = hub.Close() })
	return hub, tcp.Address()
}

// TestMQTT is a broker that comes after the device: until then the device says
// what it lacks, and its picture goes on; then it is on the broker, and its last
// word is that it goes.
func TestMQTT(t *testing.T) {
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	at := l.Addr().String()
	l.Close()
	args := rig.Configured(t, fmt.Sprintf("[mqtt]\nbroker = \"tcp://%s\"\nprefix = \"home/kitchen\"\n", at))
	r := rig.Launch(t, nil, args...)
	eventually.True(t, "the fault is in the health", func() bool {
		status, parts := r.Health()
		return status == http.StatusOK && parts["mqtt"].Status == api.Degraded &&
			strings.Contains(parts["mqtt"].Detail, "nothing listens at the broker's address")
	})
	out, _, code := rig.Command(t, "", append([]string{"doctor"}, args...)...)
	if code != 1 || !strings.Contains(out, "fault    mqtt: broker: tcp://"+at+": nothing listens") ||
		!strings.Contains(out, "→ check host and port in broker") {
		t.Errorf("the doctor says with %d: %s", code, out)
	}

	hub := broker.New(&broker.Options{InlineClient: true, Logger: slog.New(slog.DiscardHandler)})
	must.Do(t, hub.AddHook(new(auth.AllowHook), nil))
	must.Do(t, hub.AddListener(listeners.NewTCP(listeners.Config{ID: "tcp", Address: at})))
	must.Do(t, hub.Serve())
	defer hub.Close()
	var available atomic.Value
	must.Do(t,
		hub.Subscribe("home/kitchen/availability", 1, func(_ *broker.Client, _ packets.Subscription, p packets.Packet) {
			available.Store(string(p.Payload))
		}))
	eventually.True(t, "the device is on the broker", func() bool { return available.Load() == "online" })
	must.Do(t,
		hub.Publish("home/kitchen/cmd/notify",
			[]byte(`{"priority":"critical","model":{"cycles":0,"frames":[{"text":"hi"}]}}`), false, 1))
	eventually.True(t, "the notification is there", func() bool { return len(r.Queue()) == 1 })
	if _, parts := r.Health(); parts["mqtt"].Status != api.OK {
		t.Errorf("health: %+v", parts["mqtt"])
	}
	if out, _, _ := rig.Command(t, "", append([]string{"doctor"}, args...)...); !strings.Contains(out,
		"ok       mqtt: broker: tcp://"+at) {
		t.Errorf("the doctor says %s", out)
	}
	if m := r.Metrics(); !strings.Contains(m, "\nledpost_mqtt_connected 1\n") ||
		!strings.Contains(m, `ledpost_mqtt_messages_total{outcome="received"} 1`) {
		t.Error("the metrics do not tell of the connection")
	}
	r.Stop()
	eventually.True(t, "the device says that it goes", func() bool { return available.Load() == "offline" })
}
