// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
)

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
	return client{&http.Client{CheckRedirect: stay, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}}}
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
		err = fmt.Errorf("%s %s answers %d: %.500s", method, req.URL.Path, resp.StatusCode, strings.TrimSpace(string(answer)))
	}
	return answer, err
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
