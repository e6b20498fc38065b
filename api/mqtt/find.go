// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"
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
type lookup func(ctx context.Context, service string, seen func(entry)) error

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
	err := look(ctx, service, func(e entry) {
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
func hostOf(ips []netip.Addr, port int) string {
	for _, ip := range ips {
		if ip.Is4() {
			return net.JoinHostPort(ip.String(), strconv.Itoa(port))
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

// Problem is why there is no connection, and how to fix it.
type Problem struct {
	Err error
	Fix string
}

func (p *Problem) Error() string { return p.Err.Error() }

// Unwrap returns Err.
func (p *Problem) Unwrap() error { return p.Err }

// explain returns err as a Problem with advice for its kind.
func explain(err error) error {
	var (
		name    *net.DNSError
		signer  x509.UnknownAuthorityError
		host    x509.HostnameError
		invalid x509.CertificateInvalidError
		record  tls.RecordHeaderError
		alert   tls.AlertError
	)
	say := func(text, fix string) error { return &Problem{errors.New("mqtt: " + text), fix} }
	switch {
	case err == nil:
		return nil
	case errors.As(err, &name):
		return say("the name "+name.Name+" is not known to the network", "check the host in broker, or write its address")
	case errors.Is(err, syscall.ECONNREFUSED):
		return say("nothing listens at the broker's address",
			"check host and port in broker, and that the broker runs and listens on the network: "+
				"mosquitto without a configured listener answers on its own machine only")
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return say("the network has no route to the broker's address", "check the network and the host in broker")
	case errors.As(err, &signer):
		return say("no authority that this machine trusts has signed the broker's certificate",
			"name the file of its authority in ca")
	case errors.As(err, &host):
		return say("the broker's certificate is for another name: "+host.Error(),
			"write one of the names of the certificate in broker")
	case errors.As(err, &invalid):
		return say("the broker's certificate is not valid: "+invalid.Error(), "renew it, and check the time of this machine")
	case errors.As(err, &record):
		return say("the broker does not speak TLS at this port",
			"check scheme and port in broker: tls:// is usually at 8883, tcp:// at 1883")
	case errors.As(err, &alert), strings.Contains(err.Error(), "remote error: tls:"):
		return say("the broker refuses this device's TLS: "+err.Error(),
			"it may ask for a certificate: name it in cert and key_file")
	case errors.Is(err, packets.ErrorRefusedNotAuthorised), errors.Is(err, packets.ErrorRefusedBadUsernameOrPassword):
		return say("the broker refuses user or password", "check user and password_file")
	case errors.Is(err, packets.ErrorRefusedBadProtocolVersion):
		return say("the broker does not speak MQTT 3.1.1", "allow that in the broker")
	case errors.Is(err, packets.ErrorRefusedIDRejected), errors.Is(err, packets.ErrorRefusedServerUnavailable):
		return say("the broker refuses the connection: "+err.Error(), "see the log of the broker")
	case errors.Is(err, errSilent), errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return say("the broker does not answer",
			"check host and port in broker: another program may listen there, or a firewall may block the way")
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return say("the broker has ended the connection", "see its log; a port for TLS wants tls:// in broker")
	case errors.Is(err, errMalformed), errors.Is(err, errUnasked):
		return say(strings.TrimPrefix(err.Error(), "mqtt: "),
			"check that broker names a broker, and that it is one you trust")
	case errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission):
		return say(strings.TrimPrefix(err.Error(), "mqtt: "),
			"the file must be there and readable for the user of the service")
	case errors.Is(err, errNoBroker):
		return say(strings.TrimPrefix(err.Error(), "mqtt: "), "write its address in broker")
	}
	return &Problem{Err: err}
}

// Probe connects to the broker of cfg once, with the client id, and
// disconnects. The error is a *Problem.
func Probe(ctx context.Context, cfg Config, id string) error {
	c := Client{cfg: cfg, dial: opener(overTCP).dial, find: lookup(onNetwork).find}
	link, err := c.connect(ctx, hello{client: id, received: func(message) {}, in: newIntake()})
	if err != nil {
		return explain(err)
	}
	link.Close()
	return nil
}
