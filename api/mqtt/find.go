// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/brutella/dnssd"
)

// Services under which brokers announce themselves by multicast DNS.
const (
	plainService  = "_mqtt._tcp.local."
	secureService = "_secure-mqtt._tcp.local."
)

// finding is how long brokers have to answer.
const finding = 3 * time.Second

var errNoBroker = errors.New("mqtt: no broker announces itself by multicast DNS")

// A lookup calls seen, from any goroutine, with each answer to a question for a service,
// until ctx ends or the question cannot be asked.
type lookup func(ctx context.Context, service string, seen func(dnssd.BrowseEntry)) error

// onNetwork is the lookup outside of tests.
func onNetwork(ctx context.Context, service string, seen func(dnssd.BrowseEntry)) error {
	return dnssd.LookupType(ctx, service, seen, func(dnssd.BrowseEntry) {})
}

// find looks for a broker on the network: over TLS first if verified says
// that the configuration can verify it, else without TLS. Of several it returns
// the first by name, so that the choice is stable.
func (look lookup) find(ctx context.Context, verified bool) (address, error) {
	if verified {
		if a, err := look.browse(ctx, secureService); err == nil {
			a.secure = true
			return a, nil
		}
	}
	return look.browse(ctx, plainService)
}

func (look lookup) browse(ctx context.Context, service string) (address, error) {
	ctx, cancel := context.WithTimeout(ctx, finding)
	defer cancel()
	var mu sync.Mutex // the browser calls from its own goroutines
	best, found := "", address{found: true}
	err := look(ctx, service, func(e dnssd.BrowseEntry) {
		mu.Lock()
		defer mu.Unlock()
		// Of several brokers the first by its name: a device finds the same one at each start.
		if at := hostOf(e.IPs, e.Port); at != "" && (best == "" || e.Name < best) {
			best, found.host, found.name = e.Name, at, nameOf(e.Host)
		}
	})
	mu.Lock() // a late answer may still come in
	defer mu.Unlock()
	if found.host != "" {
		return found, nil
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
		return address{}, err
	}
	return address{}, errNoBroker
}

// hostOf returns the address of a service. It is an IPv4 address, because not
// every machine resolves names in .local.
func hostOf(ips []net.IP, port int) string {
	for _, ip := range ips {
		if v4 := ip.To4(); v4 != nil {
			return net.JoinHostPort(v4.String(), strconv.Itoa(port))
		}
	}
	return ""
}

// nameOf returns the host of a service in the form that certificates use.
func nameOf(host string) string {
	name := strings.TrimSuffix(host, ".")
	if name == "" || strings.Contains(name, ".") {
		return name
	}
	return name + ".local"
}
