// SPDX-License-Identifier: Apache-2.0

package mdns

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/ledpost/ledpost/internal/sysbus"
)

// Names and numbers of Avahi on the bus (avahi-daemon's
// org.freedesktop.Avahi.*.xml and avahi-common/defs.h).
const (
	avahiName   = "org.freedesktop.Avahi"
	avahiServer = avahiName + ".Server"
	avahiGroup  = avahiName + ".EntryGroup"
	unspecified = int32(-1) // any interface, any protocol

	serverRunning    = 2
	groupEstablished = 2
	groupCollision   = 3
	groupFailure     = 4
)

// maxNames is how many names are tried before giving up.
const maxNames = 50

// busPatience is the time limit of a call over the bus.
const busPatience = 5 * time.Second

var errLost = errors.New("mdns: avahi-daemon has gone")

// avahiRuns reports whether avahi-daemon is on the system bus.
func avahiRuns(ctx context.Context) (runs bool) {
	ctx, cancel := context.WithTimeout(ctx, busPatience)
	defer cancel()
	conn, err := dbus.Connect(sysbus.Address(), dbus.WithContext(ctx))
	if err != nil {
		return false
	}
	defer conn.Close()
	err = conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, avahiName).Store(&runs)
	return err == nil && runs
}

// A registration is one group of entries that avahi-daemon announces. The
// daemon removes them by itself when the connection ends, even if the program
// is killed.
type registration struct {
	conn    *dbus.Conn
	path    dbus.ObjectPath // of the group
	dev     Device
	name    string // our name, or what avahi made of it because another machine has it
	renames int
	links   []int32 // indices of the interfaces
}

// avahi has avahi-daemon announce the device until ctx ends or the daemon goes
// away.
func (a *Advertiser) avahi(ctx context.Context) error {
	conn, err := dbus.Connect(sysbus.Address(), dbus.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("mdns: %w", err)
	}
	defer conn.Close()
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	r := &registration{conn: conn, dev: a.dev, name: a.dev.instance()}
	if r.links, err = indices(a.dev.Interfaces); err != nil {
		return err
	}
	if err := r.begin(ctx); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case s, ok := <-signals:
			if !ok {
				return errLost // the bus itself has gone
			}
			up, err := r.hear(ctx, s)
			if err != nil {
				return err
			}
			if up {
				a.announced(r.name, "avahi-daemon")
			}
		}
	}
}

// indices returns the indices of the named interfaces; for no names, the index
// that stands for all.
func indices(names []string) ([]int32, error) {
	if len(names) == 0 {
		return []int32{unspecified}, nil
	}
	var all []int32
	var missing error
	for _, name := range names {
		i, err := net.InterfaceByName(name)
		if err != nil {
			missing = fmt.Errorf("mdns: interface %q: %w", name, err)
			continue
		}
		all = append(all, int32(i.Index))
	}
	if len(all) == 0 {
		return nil, missing
	}
	return all, nil
}

// begin subscribes to the signals first, so that none is missed, then
// registers.
func (r *registration) begin(ctx context.Context) error {
	for _, match := range [][]dbus.MatchOption{
		{dbus.WithMatchInterface(avahiServer), dbus.WithMatchMember("StateChanged")},
		{dbus.WithMatchInterface(avahiGroup), dbus.WithMatchMember("StateChanged")},
		{dbus.WithMatchInterface("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged"),
			dbus.WithMatchArg(0, avahiName)},
	} {
		if err := r.conn.AddMatchSignalContext(ctx, match...); err != nil {
			return fmt.Errorf("mdns: %w", err)
		}
	}
	if err := r.call(ctx, "/", avahiServer+".EntryGroupNew").Store(&r.path); err != nil {
		return fmt.Errorf("mdns: avahi-daemon: %w", err)
	}
	return r.register(ctx)
}

// hear handles a signal; up reports whether the device can be found from now
// on.
func (r *registration) hear(ctx context.Context, s *dbus.Signal) (up bool, err error) {
	switch {
	case s.Name == "org.freedesktop.DBus.NameOwnerChanged":
		var name, old, now string
		if dbus.Store(s.Body, &name, &old, &now) == nil && name == avahiName && now == "" {
			return false, errLost
		}
	case s.Name == avahiServer+".StateChanged" && state(s) == serverRunning:
		// The host's name has changed, so the entries that refer to it
		// must be announced again.
		return false, r.register(ctx)
	case s.Name == avahiGroup+".StateChanged" && s.Path == r.path:
		switch state(s) {
		case groupEstablished:
			return true, nil
		case groupCollision:
			return false, r.rename(ctx)
		case groupFailure:
			return false, fmt.Errorf("mdns: avahi-daemon: %v", s.Body)
		}
	}
	return false, nil
}

// state returns the number that a StateChanged signal begins with, or -1 for
// other signals.
func state(s *dbus.Signal) int32 {
	if len(s.Body) > 0 {
		if n, ok := s.Body[0].(int32); ok {
			return n
		}
	}
	return -1
}

// register puts all services into the group and has the group announced.
func (r *registration) register(ctx context.Context) error {
	if err := r.call(ctx, r.path, avahiGroup+".Reset").Err; err != nil {
		return fmt.Errorf("mdns: avahi-daemon: %w", err)
	}
	for _, s := range r.dev.services() {
		for _, index := range r.links {
			err := r.call(ctx, r.path, avahiGroup+".AddService", index, unspecified, uint32(0),
				r.name, s.kind, "", "", uint16(s.port), s.entries()).Err
			if collides(err) {
				return r.rename(ctx)
			}
			if err != nil {
				return fmt.Errorf("mdns: avahi-daemon: %s: %w", s.kind, err)
			}
		}
	}
	if err := r.call(ctx, r.path, avahiGroup+".Commit").Err; err != nil {
		return fmt.Errorf("mdns: avahi-daemon: %w", err)
	}
	return nil
}

// collides reports whether err says that the name is taken on this machine;
// names taken by other machines are reported by a signal.
func collides(err error) bool {
	e, ok := errors.AsType[dbus.Error](err)
	return ok && e.Name == avahiName+".CollisionError"
}

// rename takes the next name that avahi proposes, such as "kitchen #2".
func (r *registration) rename(ctx context.Context) error {
	if r.renames++; r.renames > maxNames {
		return fmt.Errorf("mdns: %d names like %q are taken", maxNames, r.dev.instance())
	}
	if err := r.call(ctx, "/", avahiServer+".GetAlternativeServiceName", r.name).Store(&r.name); err != nil {
		return fmt.Errorf("mdns: avahi-daemon: %w", err)
	}
	return r.register(ctx)
}

// maxEntry is the longest entry of a text in bytes (RFC 6763, section 6.1).
const maxEntry = 255

// entries returns the text in the form of DNS, in a fixed order.
func (s service) entries() (all [][]byte) {
	for key, value := range s.text {
		all = append(all, []byte(cut(key+"="+value, maxEntry)))
	}
	slices.SortFunc(all, slices.Compare)
	return all
}

func (r *registration) call(ctx context.Context, path dbus.ObjectPath, method string, args ...any) *dbus.Call {
	ctx, cancel := context.WithTimeout(ctx, busPatience)
	defer cancel()
	return r.conn.Object(avahiName, path).CallWithContext(ctx, method, 0, args...)
}
