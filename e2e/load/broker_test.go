// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"

	"github.com/ledpost/ledpost/internal/must"
)

// TestHostileBroker: a broker that sends the dearest commands of both forms as fast as they go,
// ends no device of 128 MiB, takes no whole processor, and its owner is served.
func TestHostileBroker(t *testing.T) {
	for _, row := range []struct {
		why  string
		most int // bytes of a body
	}{
		{"bodies of every size, which are much to read", 1 << 20},
		{"small ones, of which many can be done", 4 << 10},
	} {
		t.Run(row.why, func(t *testing.T) { flooded(t, commands(row.most)) })
	}
}

// flooded is a device whose broker sends all of these.
func flooded(t *testing.T, all []*packets.PublishPacket) {
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { l.Close() })
	r, _ := launchIn(t, "64x32", `prefix = "aw"`, "[mqtt]", `broker = "tcp://`+l.Addr().String()+`"`, `prefix = "led"`)
	ctx, stop := context.WithTimeout(t.Context(), 6*time.Second)
	defer stop()
	part := share(t, r)
	sent := make(chan int, 1)
	go func() { sent <- flooding(ctx, l, all) }()
	served := owner(ctx, t, r.Device)
	if n := <-sent; n < 50 {
		t.Errorf("only %d messages were sent: the load was none", n)
	}
	report(t, served, time.Minute)
	within(t, part(), 0.3)
	r.check()
}

// commands are messages with the bodies that cost most, up to some bytes, to each topic that takes one.
func commands(most int) (all []*packets.PublishPacket) {
	bodies := slices.DeleteFunc(slices.Clone(dear()), func(body string) bool { return len(body) > most })
	for i, body := range append(bodies, bodies...) {
		for _, topic := range []string{
			"led/cmd/notify", "led/cmd/push/com.lametric.diy.devwidget", "led/cmd/playing", "led/cmd/look",
			"led/cmd/" + strings.Repeat("x", 60_000), fmt.Sprintf("aw/custom/%d", i), "aw/notify", "aw/settings",
			"homeassistant/status", "elsewhere",
		} {
			p := packets.NewControlPacket(packets.Publish).(*packets.PublishPacket)
			p.TopicName, p.Payload, p.Qos, p.Retain, p.MessageID = topic, []byte(body), byte(i%2), i%5 == 0, uint16(i+1)
			all = append(all, p)
		}
	}
	return all
}

// flooding is a broker on l until ctx ends, which sends these messages over and over to who has
// subscribed. It returns how many it has sent.
func flooding(ctx context.Context, l net.Listener, all []*packets.PublishPacket) (sent int) {
	defer context.AfterFunc(ctx, func() { l.Close() })()
	for {
		conn, err := l.Accept()
		if err != nil {
			return sent
		}
		leave := context.AfterFunc(ctx, func() { conn.Close() })
		if subscribed(conn) == nil {
			go confirming(conn)
			for err == nil {
				err = all[sent%len(all)].Write(conn)
				sent++
			}
		}
		leave()
		conn.Close()
	}
}

// confirming confirms what a client publishes, so that it does the next command.
func confirming(conn net.Conn) {
	for {
		p, err := packets.ReadPacket(conn)
		if err != nil {
			return
		}
		if p, ok := p.(*packets.PublishPacket); ok && p.Qos > 0 {
			ack := packets.NewControlPacket(packets.Puback).(*packets.PubackPacket)
			if ack.MessageID = p.MessageID; ack.Write(conn) != nil {
				return
			}
		}
	}
}

// subscribed answers a client until it has subscribed.
func subscribed(conn net.Conn) error {
	for {
		p, err := packets.ReadPacket(conn)
		if err != nil {
			return err
		}
		switch p := p.(type) {
		case *packets.ConnectPacket:
			err = packets.NewControlPacket(packets.Connack).Write(conn)
		case *packets.SubscribePacket:
			ack := packets.NewControlPacket(packets.Suback).(*packets.SubackPacket)
			ack.MessageID, ack.ReturnCodes = p.MessageID, make([]byte, len(p.Topics))
			return ack.Write(conn)
		}
		if err != nil {
			return err
		}
	}
}
