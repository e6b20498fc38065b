package firmware

import (
	"context"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

// tell sends a word to the service manager, if there is one (sd_notify(3)).
func tell(state string) {
	socket := os.Getenv("NOTIFY_SOCKET")
	if socket == "" {
		return
	}
	conn, err := net.Dial("unixgram", socket)
	if err != nil {
		return
	}
	defer conn.Close()
	_, _ = conn.Write([]byte(state))
}

// watch says that the device is up, keeps the service manager's watchdog quiet
// as long as it is alive, and says when it stops.
func watch(ctx context.Context, alive func(context.Context) error) error {
	tell("READY=1")
	defer tell("STOPPING=1")
	every := watchdogInterval()
	if every == 0 {
		<-ctx.Done()
		return nil
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if within(ctx, every, alive) == nil {
			tell("WATCHDOG=1")
		}
	}
}

// watchdogInterval is half of what the service manager allows; 0 = no watchdog
// (sd_watchdog_enabled(3)).
func watchdogInterval() time.Duration {
	us, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if err != nil || us <= 0 {
		return 0
	}
	return time.Duration(us) * time.Microsecond / 2
}

func within(ctx context.Context, limit time.Duration, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return f(ctx)
}

// self is the API's address from this machine, which needs no name service.
func (b *builder) self() string {
	at := *address(b.plain)
	if at.IP.IsUnspecified() {
		at.IP = net.IPv4(127, 0, 0, 1)
	}
	return "http://" + at.String()
}

// alive asks the three that must not hang: the brain, the frame loop, and the
// API from outside.
func (b *builder) alive(ctx context.Context) error {
	if _, err := b.device.Stats(ctx); err != nil {
		return err
	}
	if err := b.loop.Alive(ctx); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, b.self()+"/openapi.json", nil)
	if err != nil {
		return err
	}
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
