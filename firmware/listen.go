package firmware

import (
	"fmt"
	"net"
)

// listen takes the ports.
func (b *builder) listen() (err error) {
	if b.plain, err = net.Listen("tcp", b.Config.HTTP.Addr); err != nil {
		return fmt.Errorf("HTTP: %w; --http names another address", err)
	}
	if b.Config.HTTP.TLS == "" {
		return nil
	}
	if b.secure, err = net.Listen("tcp", b.Config.HTTP.TLS); err != nil {
		return fmt.Errorf("HTTPS: %w; --https names another address", err)
	}
	return nil
}

func address(l net.Listener) *net.TCPAddr { return l.Addr().(*net.TCPAddr) }

// port returns that of l, 0 if there is none.
func port(l net.Listener) int {
	if l == nil {
		return 0
	}
	return address(l).Port
}

func loopback(l net.Listener) bool { return address(l).IP.IsLoopback() }
