package apps

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// TestFeeds: a server that cannot be reached is told once an app, until it answers or
// nobody asks it any more.
func TestFeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var feeds Feeds
		ctx, stop := context.WithCancel(t.Context())
		works := false
		ask := func(context.Context, device.Post) error {
			if works {
				return nil
			}
			return errors.New("the server answers with 500")
		}
		e := newErrands("calendar", time.Hour, &feeds)
		done := make(chan error)
		go func() { done <- e.run(ctx, nil) }()
		shows := func(when string, want ...string) {
			t.Helper()
			synctest.Wait()
			if got := feeds.Failing(); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", when, got, want)
			}
		}
		const told = "calendar: the server answers with 500"
		shows("before the first request")
		e.put([]errand{{key: "http://user:secret@one", ask: ask}, {key: "two", ask: ask}})
		shows("two calendars of one app", told)
		works = true
		time.Sleep(2 * time.Hour)
		shows("both answer again")
		works = false
		time.Sleep(2 * time.Hour)
		shows("away again", told)
		e.put(nil)
		shows("nobody asks")
		stop()
		<-done
	})
}

// TestFeedsHideAddresses: neither the health nor the panel quotes an address that is
// refused, because it may hold a token.
func TestFeedsHideAddresses(t *testing.T) {
	web, err := webfetch.New(webfetch.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var feeds Feeds
	l := link{web: web, address: address{push: "ws://127.0.0.1:1/ws?token=secret"}, feeds: &feeds, widget: "a"}
	err = l.listen(t.Context())
	if !errors.Is(err, webfetch.ErrRefused) {
		t.Fatalf("%v, want %v", err, webfetch.ErrRefused)
	}
	feeds.told(t.Context(), l.source(), err)
	for _, line := range append(feeds.Failing(), whyNoPicture(err)) {
		if !strings.Contains(line, "refused") || strings.Contains(line, "secret") {
			t.Errorf("it says %q", line)
		}
	}
}

// TestWhyNot: a server that closes the connection without an answer cannot be reached.
func TestWhyNot(t *testing.T) {
	for _, err := range []error{io.EOF, fmt.Errorf("read: %w", io.ErrUnexpectedEOF)} {
		if got := whyNot(err); got != "the server cannot be reached" {
			t.Errorf("%v: %q", err, got)
		}
	}
}
