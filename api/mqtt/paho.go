// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync/atomic"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"github.com/ledpost/ledpost/internal/budget"
)

// A message is a message from the broker.
type message struct {
	topic    string
	payload  []byte
	retained bool // the broker had kept it from before we connected

	share *budget.Share // of the memory for commands that wait; it holds payload
}

// A conn is a connection to a broker. One goroutine uses it; any may use Lost.
type conn interface {
	// Subscribe asks for the messages of topic filters.
	Subscribe(ctx context.Context, filters []string) error
	// Publish sends a message and waits until the broker has confirmed it.
	Publish(ctx context.Context, topic string, payload []byte, retained bool) error
	// Lost is closed when the connection has ended; Err then says why.
	Lost() <-chan struct{}
	Err() error
	// Close ends the connection on purpose, so that the broker does not
	// publish the will.
	Close()
}

// A hello holds the settings of a new connection.
type hello struct {
	client   string // its id: if two clients use the same, the broker disconnects the first
	will     string // the topic that the broker sets to offline, retained, when the connection is lost; "" = none
	received func(message)
	in       *intake
}

// Time limits for the broker.
const (
	connecting = 8 * time.Second  // to take the connection and to answer the greeting
	answering  = 10 * time.Second // to confirm a message, as long as it sends nothing else
	keepAlive  = 30 * time.Second // silence before the broker is asked whether it is alive

	// patience is how long an answer may stand behind messages, at the pace at which they are read: a
	// broker sends all that it has kept for the device behind the subscription.
	patience = 2 * time.Minute
)

var (
	errSilent = errors.New("mqtt: the broker does not answer")
	errEnded  = errors.New("mqtt: the connection has ended")
)

// pahoConn is a conn based on the Eclipse library, which is used only for its
// packets: it neither reconnects nor stores messages.
type pahoConn struct {
	client  paho.Client
	filters atomic.Int64 // of the subscription
	in      *intake
	lost    chan struct{}
	err     atomic.Pointer[error]
}

// opener opens the connection below MQTT, with TLS unless secure is nil.
type opener func(ctx context.Context, a address, secure *tls.Config) (net.Conn, error)

// dial connects to a broker with MQTT 3.1.1, which all brokers support.
// h.received is called from one goroutine and must not block.
func (open opener) dial(ctx context.Context, a address, l login, h hello) (conn, error) {
	c := &pahoConn{lost: make(chan struct{}), in: h.in}
	o := paho.NewClientOptions().AddBroker(a.String()).SetClientID(h.client).SetProtocolVersion(4).
		SetUsername(l.user).SetPassword(l.password).SetCleanSession(true).
		SetAutoReconnect(false).SetConnectRetry(false).SetOrderMatters(true).
		SetConnectTimeout(connecting).SetWriteTimeout(writing).SetKeepAlive(keepAlive).SetPingTimeout(patience)
	if h.will != "" {
		o.SetWill(h.will, offline, 1, true)
	}
	attempt, end := context.WithCancel(ctx)
	defer end()
	var keep func() bool
	o.SetCustomOpenConnectionFn(func(*url.URL, paho.ClientOptions) (net.Conn, error) {
		raw, err := open(attempt, a, l.tls)
		if err != nil {
			return nil, err
		}
		// Until the broker has answered, paho may not know this connection yet, and would
		// leave it open when the attempt ends.
		keep = context.AfterFunc(attempt, func() { _ = raw.Close() })
		return bound(raw, &c.filters, h.in), nil
	})
	o.SetConnectionLostHandler(func(_ paho.Client, err error) {
		c.err.Store(&err)
		close(c.lost)
	})
	o.SetDefaultPublishHandler(func(_ paho.Client, m paho.Message) {
		h.received(message{topic: m.Topic(), payload: m.Payload(), retained: m.Retained()})
	})
	c.client = paho.NewClient(o)
	err := wait(ctx, c.client.Connect(), connecting)
	if err == nil && !keep() {
		err = ctx.Err()
	}
	if err != nil {
		c.client.Disconnect(0)
		return nil, err
	}
	return c, nil
}

// probing lets the kernel notice within 5 s that a broker's machine was started again
// and knows nothing of the connection (RFC 9293, 3.5.2): MQTT's own ping would take up
// to keepAlive. A connection whose other end is off ends after 20 s.
var probing = net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 5 * time.Second, Count: 3}

// overTCP is the opener outside of tests.
func overTCP(ctx context.Context, a address, secure *tls.Config) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connecting)
	defer cancel()
	// The limit is for name, connection and TLS together: each may hang by itself.
	plain := &net.Dialer{KeepAliveConfig: probing}
	if secure == nil {
		return plain.DialContext(ctx, "tcp", a.host)
	}
	return (&tls.Dialer{NetDialer: plain, Config: secure}).DialContext(ctx, "tcp", a.host)
}

// wait waits for t and returns its error.
func wait(ctx context.Context, t paho.Token, limit time.Duration) error {
	// The token of a broker that keeps the connection and says nothing never ends by itself.
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-t.Done():
		return t.Error()
	case <-timer.C:
		return errSilent
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Subscribe implements conn.
func (c *pahoConn) Subscribe(ctx context.Context, filters []string) error {
	all := map[string]byte{}
	for _, f := range filters {
		all[f] = 1
	}
	c.filters.Store(int64(len(all)))
	t := c.client.SubscribeMultiple(all, nil)
	if err := c.done(ctx, t); err != nil {
		return err
	}
	for topic, code := range t.(*paho.SubscribeToken).Result() {
		if code == 0x80 { // MQTT 3.1.1, 3.9.3
			return fmt.Errorf("mqtt: the broker refuses the subscription to %s", topic)
		}
	}
	return nil
}

// Publish implements conn.
func (c *pahoConn) Publish(ctx context.Context, topic string, payload []byte, retained bool) error {
	return c.done(ctx, c.client.Publish(topic, 1, retained, payload))
}

// done waits for t, but no longer than the connection lasts, nor for a broker that sends nothing.
func (c *pahoConn) done(ctx context.Context, t paho.Token) error {
	select {
	case <-c.lost:
		return c.Err()
	default:
	}
	for began := time.Now(); ; {
		before := c.in.read.Load()
		err := wait(ctx, t, answering)
		if err != errSilent || c.in.read.Load() == before || time.Since(began) > patience {
			return err
		}
	}
}

// Lost implements conn.
func (c *pahoConn) Lost() <-chan struct{} { return c.lost }

// Err implements conn.
func (c *pahoConn) Err() error {
	if err := c.err.Load(); err != nil && *err != nil {
		return *err
	}
	return errEnded
}

// Close implements conn. A quarter of a second for packets on their way; a broker that is gone
// must not hold up the end.
func (c *pahoConn) Close() { c.client.Disconnect(250) } // milliseconds
