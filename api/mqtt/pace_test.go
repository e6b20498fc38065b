// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"

	"github.com/ledpost/ledpost/internal/must"
)

// TestReadingPace: a broker's flood is read at the pace of its kind, however often it is connected
// again, and the messages that it keeps for a device come at once.
func TestReadingPace(t *testing.T) {
	large := append([]byte{0x30, 0x80, 0x80, 0x08}, make([]byte, 1<<17)...)
	for _, row := range []struct {
		why             string
		packet          []byte
		atOnce, aMinute int // packets
	}{
		{"small messages, by their number", []byte{0x30, 3, 0, 1, 'a'}, mostPackets, 60 * packetsPerSecond},
		{"large ones, by their bytes", large, mostBytes / len(large), 60 * bytesPerSecond / len(large)},
		{"too long ones, too", slices.Concat([]byte{0x30, 0x80, 0x80, 0x80, 0x01}, make([]byte, 2<<20)), 4, 15},
	} {
		t.Run(row.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				in, read := newIntake(), 0
				flood := func(length time.Duration) {
					ours, broker := net.Pipe()
					go func() {
						for _, err := broker.Write(row.packet); err == nil; _, err = broker.Write(row.packet) {
						}
					}()
					b := bound(ours, new(atomic.Int64), in)
					time.AfterFunc(length, func() { b.Close() })
					n, _ := io.Copy(io.Discard, b)
					read += int(n)/len(row.packet) + int(in.skipped.Swap(0))
				}
				if flood(time.Millisecond); read < row.atOnce-1 || read > row.atOnce+1 {
					t.Errorf("%d at once, want %d", read, row.atOnce)
				}
				read = 0
				for range 10 {
					flood(6 * time.Second)
				}
				if off := max(row.aMinute/10, 6); read < row.aMinute-off || read > row.aMinute+off {
					t.Errorf("%d in a minute of ten connections, want about %d", read, row.aMinute)
				}
			})
		})
	}
}

// TestAnswersBehindMessages: an answer that comes behind what a broker has kept for the device is waited for, and
// behind what never ends not for ever.
func TestAnswersBehindMessages(t *testing.T) {
	for _, row := range []struct {
		name string
		size int // bytes of what comes before the answer
		want error
	}{
		{"some at once", 4 << 20, nil},
		{"so much that it takes a minute", 40 << 20, nil},
		{"no end", 1 << 40, errSilent},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ours, theirs := net.Pipe()
				defer theirs.Close()
				go flooding(theirs, row.size)
				over := opener(func(context.Context, address, *tls.Config) (net.Conn, error) { return ours, nil })
				c := must.Get(over.dial(t.Context(), address{host: "x:1"}, login{},
					hello{client: "x", received: func(message) {}, in: newIntake()}))(t)
				defer c.Close()
				began := time.Now()
				err := c.Subscribe(t.Context(), []string{"a"})
				if err != row.want || time.Since(began) > patience+answering {
					t.Errorf("%v after %v, want %v", err, time.Since(began), row.want)
				}
				if err == nil {
					must.Do(t, c.Publish(t.Context(), "b", nil, true))
				}
			})
		})
	}
}

// flooding is a broker that sends so much before it answers a subscription.
func flooding(conn net.Conn, size int) {
	answers := make(chan []byte, 10)
	go func() {
		large := append([]byte{0x30, 0x80, 0x80, 0x08}, make([]byte, 1<<17)...)
		for answer := range answers {
			for ; answer[0] == suback<<4 && size > 0; size -= len(large) {
				if _, err := conn.Write(large); err != nil {
					return
				}
			}
			_, _ = conn.Write(answer)
		}
	}()
	defer close(answers)
	for {
		p, err := packets.ReadPacket(conn)
		if err != nil {
			return
		}
		switch p := p.(type) {
		case *packets.ConnectPacket:
			answers <- []byte{connack << 4, 2, 0, 0}
		case *packets.SubscribePacket:
			answers <- []byte{suback << 4, 3, byte(p.MessageID >> 8), byte(p.MessageID), 1}
		case *packets.PublishPacket:
			answers <- []byte{puback << 4, 2, byte(p.MessageID >> 8), byte(p.MessageID)}
		case *packets.PingreqPacket:
			answers <- []byte{pingresp << 4, 0}
		}
	}
}

// TestReadingEnds: a reader that waits its time is not what a lost connection waits for.
func TestReadingEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := newIntake()
		in.bytes.AllowN(time.Now(), mostBytes)
		ours, broker := net.Pipe()
		go func() { _, _ = broker.Write(make([]byte, 1<<20)) }()
		b := bound(ours, new(atomic.Int64), in)
		began := time.Now()
		time.AfterFunc(time.Millisecond, func() { b.Close() })
		if _, err := io.ReadAll(b); err == nil || time.Since(began) > time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

// toil is a guest for whom every message is much work.
type toil struct {
	*guest
	each time.Duration
}

func (w toil) Obey(ctx context.Context, topic string, payload []byte, retained bool) {
	time.Sleep(w.each)
	w.guest.Obey(ctx, topic, payload, retained)
}

// TestLabour: of commands that come one after the other without a pause, some are done at
// once, and then half of the time is left for everything else.
func TestLabour(t *testing.T) {
	p, w := &paper{}, toil{&guest{}, 100 * time.Millisecond}
	synctest.Test(t, func(t *testing.T) {
		dev, objects, _ := newDevice(t)
		c := New(Config{Broker: "tcp://broker"}, dev, objects, About{}, silent)
		c.dial = p.dial
		c.Invite(w)
		start(t, func(ctx context.Context) { _ = c.Run(ctx) })
		time.Sleep(time.Minute)
		done := func(length time.Duration) int {
			before := w.count()
			for end := time.Now().Add(length); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
				p.receive(message{topic: "guest/toil"})
			}
			return w.count() - before
		}
		if n := done(time.Second); n < 9 {
			t.Errorf("%d commands in the first second, want 10", n)
		}
		if n := done(time.Minute); n < 290 || n > 310 {
			t.Errorf("%d commands of 100 ms in a minute, want 300", n)
		}
		time.Sleep(time.Minute) // those that wait, and then a rest
		if n := done(time.Second); n < 9 {
			t.Errorf("%d commands in the first second after a rest, want 10", n)
		}
	})
}

// TestTooLongWithMosquitto: messages that are too long, which are confirmed, keep no later
// command away: a broker has so many unconfirmed ones on their way and no more.
func TestTooLongWithMosquitto(t *testing.T) {
	port := freePort(t)
	mosquitto(t, port, "allow_anonymous true", "max_inflight_messages 2")
	broker := fmt.Sprintf("127.0.0.1:%d", port)
	c, dev, _ := newClient(t, Config{Broker: "tcp://" + broker})
	until(t, "connection", func() bool { return c.Err() == nil })
	conn := must.Get(net.Dial("tcp", broker))(t)
	defer conn.Close()
	go func() { _, _ = io.Copy(io.Discard, conn) }()
	hello := packets.NewControlPacket(packets.Connect).(*packets.ConnectPacket)
	hello.ProtocolName, hello.ProtocolVersion, hello.ClientIdentifier, hello.CleanSession = "MQTT", 4, "other", true
	must.Do(t, hello.Write(conn))
	for i, size := range []int{maxPacket + 1, maxPacket + 1, maxPacket + 1, 1} {
		m := packets.NewControlPacket(packets.Publish).(*packets.PublishPacket)
		m.TopicName, m.Qos, m.MessageID = prefix+"/cmd/notify", 1, uint16(i+1)
		m.Payload = bytes.Repeat([]byte("x"), size)
		must.Do(t, m.Write(conn))
	}
	until(t, "command after those that were too long", func() bool {
		items, err := dev.Queue(t.Context())
		return err == nil && len(items) == 1 && c.Counts().Dropped == 3
	})
}
