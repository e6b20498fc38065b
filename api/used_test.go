// SPDX-License-Identifier: Apache-2.0

package api

import "testing"

// TestUsed: a request with a key makes the device a used one, and no other does.
func TestUsed(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	used := func() bool {
		select {
		case <-r.keys.Used():
			return true
		default:
			return false
		}
	}
	asked := request("GET", "/api/v2/device", "")
	asked.Header.Del("Authorization")
	r.ask(asked)
	wrong := request("GET", "/api/v2/device", "")
	wrong.SetBasicAuth("dev", "wrong")
	r.ask(wrong)
	if used() {
		t.Error("somebody without a key has used it")
	}
	r.ask(request("GET", "/api/v2/device", ""))
	r.ask(request("GET", "/api/v2/device", ""))
	if !used() {
		t.Error("a client has come")
	}
}
