// SPDX-License-Identifier: Apache-2.0

//go:build !js

package firmware

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/onboard"
	"github.com/ledpost/ledpost/onboard/improv"
	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/onboard/portal"
	"github.com/ledpost/ledpost/render/testcard"
)

// onboarding returns the tasks that take a new device to its first client. On a simulated
// panel nobody would read the guide, which the greeting replaces, and the radio belongs to
// somebody's computer, unless this is a Pi whose panel nobody has chosen yet. If only this
// machine has the API, there is nothing to reach.
func (a *appliance) onboarding() (tasks []stage.Task) {
	blind := a.hardware.Simulated()
	if blind && !unattended("/", os.Getenv) || a.listeners.Local() {
		return nil
	}
	guide := &onboard.Guide{
		Device: a.device, Name: a.Config.Name, Used: a.data.guard.Used(), Quiet: blind || !a.Config.Onboard.Guide,
		Address: func() string { return a.listeners.Reachable(a.network.Wifi()) },
	}
	if a.Config.Onboard.Wifi {
		guide.Setup = a.wifiSetup()
		a.hardware.OnHold(guide.Setup.Open)
		tasks = append(tasks, stage.Task{Name: "wi-fi set-up", Run: guide.Setup.Run})
	}
	return append(tasks, stage.Task{Name: "guide", Run: guide.Run})
}

// wifiSetup returns what sets up Wi-Fi, by NetworkManager.
func (a *appliance) wifiSetup() *onboard.Setup {
	serial := a.data.saved.Identity.Serial
	o := onboard.Options{
		Networks: nm.Client{}, Hotspot: nm.Client{}, Rejoin: nm.Client{}.Rejoin, New: a.device.New, Keep: a.trial.settle,
		Serve: func(ctx context.Context, iface string, h http.Handler) error {
			return portal.Serve(ctx, iface, nm.Gateway, h)
		},
		SSID: "LED-" + serial[max(0, len(serial)-3):], Name: a.Config.Name, Zone: a.Config.Zone, Log: a.Log,
		Panels: a.trial.panels(), First: a.hardware.Simulated(), Connected: nm.Client{}.Connected,
		Password: func() string { return setupPassword(a.Dir, a.Config.Card.SetupPassword, a.Log) },
		Tell:     func(text string) { tellConsole(console, text, a.Log) },
		Page:     a.newAddress, Address: a.localAddress(),
	}
	if o.First && len(o.Panels) > 0 {
		o.Found = func() string { return foundPanel(onBus) }
	}
	if a.Config.Onboard.Bluetooth {
		o.Bluetooth = a.improv
	}
	return onboard.NewSetup(o)
}

// improv offers the set-up over Bluetooth.
func (a *appliance) improv(
	ctx context.Context, found []nm.Network, join func(context.Context, nm.Credentials) error,
) error {
	return improv.Serve(ctx, "", improv.Options{
		Networks: found, Join: join, Authorize: a.authorize, URL: a.newAddress,
		Info:     [4]string{"ledpost", version.Number, runtime.GOARCH, a.Config.Name},
		Hostname: func() string { name, _ := os.Hostname(); return name },
		Rename:   func(ctx context.Context, name string) error { return rename(ctx, a.Dir, name, nm.Client{}.SetHostname) },
		Identify: func() {
			go func() { _ = a.device.Test(ctx, testcard.Colours, identifyFor) }() // fails only when the device ends
		},
	})
}

// rename gives the machine a host name by set, and notes it in the data directory first: a factory reset takes it back.
func rename(ctx context.Context, dir, name string, set func(context.Context, string) error) error {
	if err := durable.WriteFile(filepath.Join(dir, forget.Hostname), []byte(name+"\n")); err != nil {
		return fmt.Errorf("firmware: host name: %w", err)
	}
	return set(ctx, name)
}

const (
	identifyFor = 5 * time.Second
	addressTime = 10 * time.Second // for the address in a network that was just joined
)

// authorize asks whoever stands in front of the device whether Wi-Fi may be set up over
// Bluetooth.
func (a *appliance) authorize(ctx context.Context) bool {
	// nobody could read the question; a new device takes the first network, as one without a button does
	if a.hardware.Simulated() {
		fresh, err := a.device.New(ctx)
		return err == nil && fresh
	}
	words := a.device.Words(ctx)
	over, err := a.device.Ask(ctx, device.Prompt{
		Text: words.AllowBluetooth, Any: true, Within: time.Minute,
		Approved: words.Allowed, Denied: words.Refused, Expired: words.NobodyPressed,
	})
	if err != nil {
		return false
	}
	select {
	case answer := <-over:
		return answer == device.Approved
	case <-ctx.Done():
		_ = a.device.AnswerPrompt(context.WithoutCancel(ctx), over, false) // it may be over
		return false
	}
}

// newAddress returns the URL of the page in the network that was just joined, or "".
func (a *appliance) newAddress(ctx context.Context) string {
	return joined(ctx, a.listeners.Reachable, a.network.Read)
}

// localAddress returns the URL of the page by the name of the machine, or "".
func (a *appliance) localAddress() string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return ""
	}
	return "http://" +
		net.JoinHostPort(strings.TrimSuffix(name, ".local")+".local", strconv.Itoa(a.listeners.Port())) + "/"
}

// joined waits until read says that Wi-Fi has an address, and returns the URL of the page, which
// is at the host that at tells. The last known address may still belong to the access point, or
// to a cable.
func joined(ctx context.Context, at func(netinfo.Wifi) string, read func() netinfo.Wifi) string {
	for end := time.Now().Add(addressTime); time.Now().Before(end); {
		if w := read(); w.Active {
			if host := at(w); host != "" {
				return "http://" + host + "/"
			}
		}
		if !pause.For(ctx, time.Second) {
			return ""
		}
	}
	return ""
}
