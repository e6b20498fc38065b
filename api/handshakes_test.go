package api

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"testing"
	"time"
)

// greeting is a ClientHello as it is on the wire.
func greeting(t *testing.T) []byte {
	t.Helper()
	client, server := net.Pipe()
	defer server.Close()
	go tls.Client(client, &tls.Config{InsecureSkipVerify: true}).Handshake()
	b := make([]byte, 16<<10)
	n, err := server.Read(b)
	if err != nil || b[0] != 0x16 {
		t.Fatal(err)
	}
	return b[:n]
}

// TestFloodOfHellos: 24 addresses say 108 hellos a second and nothing more; each
// of 20 new clients is served at its first try, by the server as it listens.
func TestFloodOfHellos(t *testing.T) {
	hello := greeting(t)
	served(t, func(t *testing.T, r *rig, plain, secure *pipes, _ context.CancelFunc) {
		ctx, cancel := context.WithCancel(t.Context())
		for i := range 24 {
			go func() {
				for ctx.Err() == nil {
					c := secure.dial(fmt.Sprintf("192.0.2.%d:1000", i+1))
					go c.Write(hello)
					go io.Copy(io.Discard, c)
					time.AfterFunc(8*time.Second, func() { c.Close() })
					time.Sleep(time.Second * 24 / 108)
				}
			}()
		}
		time.Sleep(15 * time.Second)
		for i := range 20 {
			begun := time.Now()
			c := secure.dial(fmt.Sprintf("198.51.100.%d:1000", i+1))
			client := tls.Client(c, &tls.Config{InsecureSkipVerify: true})
			if err := client.Handshake(); err != nil {
				t.Errorf("client %d after %v: %v", i, time.Since(begun), err)
			} else if resp, _ := exchange(t, client, getIndex); resp.StatusCode != 200 || time.Since(begun) > time.Second {
				t.Errorf("client %d after %v: %d", i, time.Since(begun), resp.StatusCode)
			}
			c.Close()
			time.Sleep(100 * time.Millisecond)
		}
		cancel()
		time.Sleep(10 * time.Second) // so that all connections are closed
	})
}
