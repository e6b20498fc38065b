// SPDX-License-Identifier: Apache-2.0

package power

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
)

// TestClaimIsWhole ends new devices while they are claimed and their key is used for the first time.
// Whoever has used the key has it after the next start, and nobody else gets one. Until then the
// device can be claimed: the answer with the key may have been lost.
func TestClaimIsWhole(t *testing.T) {
	owners, open := 0, 0
	for range max(3, kills(t)/2) {
		data := t.TempDir()
		r := rig.LaunchIn(t, data, nil)
		claimed, answers := make(chan owner, 1), make(chan struct{}, 2)
		go func() { claimed <- claims(r.URL, answers) }()
		for range rand.IntN(3) {
			<-answers
		}
		time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond) // somewhere in the next request
		r.Kill()
		first := <-claimed
		r = rig.LaunchIn(t, data, nil)
		switch second := claims(r.URL, make(chan struct{}, 2)); {
		case first.used && (second.claim != http.StatusConflict || r.AskAs(first.key) != http.StatusOK):
			t.Errorf("an owner whose key was used: a second claim %d, the key %d", second.claim, r.AskAs(first.key))
		case first.used:
			owners++
		case second.used:
			open++
		case first.key == "" || r.AskAs(first.key) != http.StatusOK: // else the device had the request, and no time to answer
			t.Errorf("nobody can use it: a second claim %d, the first %q", second.claim, first.key)
		}
		if log := r.Log.String(); strings.Contains(log, "broken") {
			t.Error(log)
		}
		r.Stop()
	}
	t.Logf("%d devices have an owner, %d could be claimed again", owners, open)
}

// owner is whoever claims a device.
type owner struct {
	claim int // status of the claim; 0 = no answer
	key   string
	used  bool // the device has answered to the key
}

// claims claims a device and uses its key. It tells answers when each of the two is over.
func claims(url string, answers chan<- struct{}) (o owner) {
	var answer struct{ Key string }
	o.claim = ask(url, http.MethodPost, "/live/claim", "", &answer)
	answers <- struct{}{}
	if o.key = answer.Key; o.key != "" {
		o.used = ask(url, http.MethodGet, "/live/keys", o.key, nil) == http.StatusOK
	}
	answers <- struct{}{}
	return o
}

// ask returns the status of an answer, which it decodes into v, or 0 if none came.
func ask(url, method, path, key string, v any) int {
	req, err := http.NewRequest(method, url+path, strings.NewReader("{}"))
	if err != nil {
		return 0
	}
	req.Header.Set("Content-Type", "application/json") // a foreign page cannot
	if key != "" {
		req.SetBasicAuth("dev", key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	if v != nil && json.NewDecoder(resp.Body).Decode(v) != nil {
		return 0
	}
	return resp.StatusCode
}
