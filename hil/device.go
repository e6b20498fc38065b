// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/bounded"
)

// A Device is a device under test, from [Start] or [At]. Its methods are for the
// goroutine of the test; several devices may run beside each other.
type Device struct {
	t      T
	client client
	cfg    config.Config // that it was started with
	source source        // of what it shows
	here   bool          // it runs in this process

	mu  sync.Mutex // the device restarts with another configuration
	url string
	key string
}

// reached notes where the device answers.
func (d *Device) reached(url, key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.url, d.key = url, key
}

// brighten sets the brightness to the most that is allowed, unless the configuration
// says how it follows the light.
func (d *Device) brighten() {
	d.t.Helper()
	if d.cfg.Light.Chosen() || len(d.cfg.Brightness.Curve) > 0 {
		return
	}
	most := min(100, d.cfg.Limits.BrightnessLimit.Max, d.cfg.Limits.BrightnessRange.Max)
	d.call("PUT", displayPath, fmt.Sprintf(`{"brightness":%d,"brightness_mode":"manual"}`, most))
}

// URL returns where the API answers, such as "http://127.0.0.1:41234".
func (d *Device) URL() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.url
}

// Key returns the key of the API.
func (d *Device) Key() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.key
}

// Limits of a call.
const (
	callTime  = 10 * time.Second
	maxAnswer = 8 << 20 // bytes
)

// client calls a device's API.
type client struct{ *http.Client }

// newClient returns one that takes any certificate, since devices sign their own, and that
// stays at the device's address.
func newClient() client {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client{&http.Client{CheckRedirect: stay,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}}}
}

// ask sends a request and returns the answer; an error if it is not 2xx.
func (c client) ask(method, url, key, body string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), callTime)
	defer cancel()
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, in)
	if err != nil {
		return nil, err
	}
	req.SetBasicAuth("dev", key)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	answer, err := bounded.Read(resp.Body, maxAnswer)
	if err == nil && resp.StatusCode/100 != 2 {
		err = fmt.Errorf("%s %s answers %d: %.500s", method, req.URL.Path, resp.StatusCode, printable(answer))
	}
	return answer, err
}

// printable returns what a device says without characters that a terminal would obey.
func printable(answer []byte) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, string(answer)))
}

// call calls the device; an error ends the test.
func (d *Device) call(method, path, body string) []byte {
	d.t.Helper()
	answer, err := d.ask(method, path, body)
	if err != nil {
		d.t.Fatalf("hil: %v", err)
	}
	return answer
}

// ask calls the device. One of this process may restart: then nobody is connected to,
// and the call is repeated until it answers again.
func (d *Device) ask(method, path, body string) (answer []byte, err error) {
	for end := time.Now().Add(startTime); ; time.Sleep(lookEvery) {
		answer, err = d.client.ask(method, strings.TrimSuffix(d.URL(), "/")+path, d.Key(), body)
		if nobody := new(net.OpError); !d.here || !errors.As(err, &nobody) || nobody.Op != "dial" || time.Now().After(end) {
			return answer, err
		}
	}
}

// Notify posts a notification, in the form of the API, and returns its id. From now
// on [Device.Shows] looks at what the device shows after it.
func (d *Device) Notify(notification string) string {
	d.t.Helper()
	if err := d.source.mark(); err != nil {
		d.t.Fatalf("hil: %v", err)
	}
	var answer struct {
		Success struct{ ID json.Number }
	}
	text := d.call("POST", "/api/v2/device/notifications", notification)
	if err := json.Unmarshal(text, &answer); err != nil {
		d.t.Fatalf("hil: the answer to a notification, %.200s: %v", text, err)
	}
	return answer.Success.ID.String()
}

// Press presses a button of the device and lets go: action, left, right, volume_up or
// volume_down.
func (d *Device) Press(button string) {
	d.t.Helper()
	d.call("POST", "/live/buttons/"+button, "{}")
}

// displayPath is the object of the display.
const displayPath = "/api/v2/device/display"

// screen is how a device shows something.
type screen struct {
	size       image.Point
	kind       hw.Kind
	brightness float64 // above 0 to 1
}

// maxSide bounds the width and the height of a display, in pixels.
const maxSide = 1024

// screen asks the device how it shows something now. One that does not say how bright it
// is has full brightness.
func (d *Device) screen() (s screen, err error) {
	text, err := d.ask("GET", displayPath, "")
	if err != nil {
		return s, err
	}
	var display struct {
		Width, Height int
		Type          string
		Now           *float64 `json:"brightness_now"`
	}
	if err := json.Unmarshal(text, &display); err != nil {
		return s, fmt.Errorf("the display of the device: %w", err)
	}
	if display.Width == 0 && display.Height == 0 {
		return s, fmt.Errorf("the display of the device has no width and height: GET %s answers %.200s", displayPath,
			printable(text))
	}
	if display.Width < 1 || display.Height < 1 || display.Width > maxSide || display.Height > maxSide {
		return s, fmt.Errorf("the display of the device has %d×%d pixels", display.Width, display.Height)
	}
	s = screen{image.Pt(display.Width, display.Height), hw.Kind(display.Type), 1}
	if display.Now != nil {
		s.brightness = min(*display.Now/100, 1)
	}
	if s.brightness <= 0 {
		return s, errors.New("the display of the device is off, or its brightness is 0: it shows nothing")
	}
	return s, nil
}
