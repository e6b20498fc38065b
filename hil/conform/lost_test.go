// SPDX-License-Identifier: Apache-2.0

package conform_test

import (
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/statements"
	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/internal/memtest"
)

// losses are ways to lose an endpoint.
var losses = map[string]http.RoundTripper{
	"404":     loses(http.StatusNotFound, `{"errors":[{"message":"Resource not found"}]}`),
	"500":     loses(http.StatusInternalServerError, "oops"),
	"a page":  loses(http.StatusOK, "<html><body>Welcome</body></html>"),
	"other":   loses(http.StatusOK, `"text"`),
	"deep":    loses(http.StatusOK, strings.Repeat(`{"a":[`, 20_000)),
	"endless": loses(http.StatusOK, strings.Repeat(`{"name": "`, 1<<20)),
	"silence": tripper(func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}),
	"a broken connection": tripper(func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }),
	"a drop a second": tripper(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Body: slow{r}, Request: r}, nil
	}),
	"another host": tripper(func(r *http.Request) (*http.Response, error) {
		head := http.Header{"Location": {"http://other.example/"}}
		return &http.Response{StatusCode: 302, Header: head, Body: http.NoBody, Request: r}, nil
	}),
}

type tripper func(*http.Request) (*http.Response, error)

func (t tripper) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

func loses(status int, body string) tripper {
	return func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	}
}

// slow is a body of a byte a second.
type slow struct{ r *http.Request }

func (s slow) Read(p []byte) (int, error) {
	select {
	case <-s.r.Context().Done():
		return 0, s.r.Context().Err()
	case <-time.After(time.Second):
		p[0] = ' '
		return 1, nil
	}
}
func (slow) Close() error { return nil }

// TestLost: whatever becomes of one endpoint, the run goes on to its end within a minute and so much memory,
// tells what it could not ask, and sends nothing to another host.
func TestLost(t *testing.T) {
	for _, path := range []string{"/api/v2", "/api/v2/device", "/api/v2/device/notifications",
		"/api/v2/device/notifications/current",
		"/api/v2/device/notifications/[0-9]+", "/api/v2/device/display", "/api/v2/device/audio", "/api/v2/device/bluetooth",
		"/api/v2/device/wifi", "/api/v2/device/apps", "/api/v2/device/stream", "/api/v2/device/stream/start"} {
		lost := regexp.MustCompile("^" + path + "/?$")
		for how, loss := range losses {
			t.Run(path+" "+how, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { losesOne(t, lost, loss) })
			})
		}
	}
}

func losesOne(t *testing.T, lost *regexp.Regexp, loss http.RoundTripper) {
	device := &lametric{version: "2.3.1"}
	config := device.start(t)
	config.Replay = false
	stays := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	loses := tripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Host == "other.example" {
			t.Error("it asks another host")
		}
		if lost.MatchString(r.URL.Path) {
			return loss.RoundTrip(r)
		}
		return device.RoundTrip(r)
	})
	config.Client = &http.Client{CheckRedirect: stays, Transport: loses}
	begun, named, tried := time.Now(), false, 0
	memtest.AtMost(t, 1<<29, func() {
		all, err := conform.Run(t.Context(), config)
		if err != nil && !strings.Contains(err.Error(), "not everything is as before") {
			t.Error(err)
		}
		for _, r := range all {
			if r.At != "Index" {
				tried++
			}
			named = named || lost.MatchString(pathIn(r.Why))
		}
	})
	if all := len(statements.All()); tried != all || !named {
		t.Errorf("%d of %d statements; told: %v", tried, all, named)
	}
	if took := time.Since(begun); took > 75*time.Second {
		t.Errorf("it takes %v", took)
	}
	if left := len(device.queue); left > 1 {
		t.Errorf("it leaves %d notifications", left)
	}
}

// TestLostAndWrong: where notifications cannot be taken back, what is wrong beside them fails, and what holds, holds.
func TestLostAndWrong(t *testing.T) {
	wrong := fault{"Display settings, Brightness: within 0 and 100", `"brightness":101`, status(200)}
	device := &lametric{version: "2.3.1", fault: wrong}
	config := device.start(t)
	config.Client.Transport = tripper(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodDelete {
			return losses["a broken connection"].RoundTrip(r)
		}
		return device.RoundTrip(r)
	})
	all, _ := conform.Run(t.Context(), config)
	want := map[string]conform.Verdict{wrong.row: conform.Failed, "Audio settings, Volume: is kept": conform.Held}
	for _, r := range all {
		if v, is := want[r.Name()]; is && r.Verdict != v {
			t.Errorf("%s: %v %s, want %v", r.Name(), r.Verdict, r.Why, v)
		}
	}
	if c := conform.Count(all); c.Held < 15 || c.Failed > 5 {
		t.Errorf("%v", c)
	}
}

// pathIn returns the first path of the API in a text.
func pathIn(text string) string { return regexp.MustCompile(`/api/v2[/a-z0-9]*`).FindString(text) }

// TestNobody: a device that answers neither with its index nor with its state is none.
func TestNobody(t *testing.T) {
	config := conform.Config{URL: "http://192.168.1.11:8080", Key: "k", Client: &http.Client{Transport: losses["a page"]}}
	if all, err := conform.Run(t.Context(), config); err == nil || len(all) > 0 {
		t.Errorf("%d results, %v", len(all), err)
	}
	config.Client = &http.Client{Transport: losses["a broken connection"]}
	if _, err := conform.Run(t.Context(), config); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}
