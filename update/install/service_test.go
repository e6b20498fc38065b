// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/update/trial"
)

func TestServiceState(t *testing.T) {
	for text, want := range map[string]trial.Observation{
		"ActiveState=active\nNRestarts=0\n":     {Active: true},
		"NRestarts=3\nActiveState=activating\n": {Active: true, Restarts: 3},
		// the version before had ended by itself, and was stopped for the trial
		"ActiveState=inactive\nNRestarts=2\nJob=17\n":                         {Active: true, Waiting: true},
		"NRestarts=2\nActiveState=deactivating\n":                             {},
		"ActiveState=inactive\nNRestarts=0\n":                                 {Stopped: true},
		"ActiveState=failed\nNRestarts=1\n":                                   {Restarts: 1},
		"ActiveState=inactive\nJob=77\n":                                      {Active: true, Waiting: true},
		"ActiveState=activating\nJob=77\n":                                    {Active: true},
		"ActiveState=inactive\nJob=0\n":                                       {Stopped: true},
		"ActiveState=activating\nNRestarts=3\nExecMainStatus=78\nMainPID=0\n": {Active: true, Restarts: 3, Refuses: true},
		"ActiveState=activating\nNRestarts=3\nExecMainStatus=1\nMainPID=0\n":  {Active: true, Restarts: 3},
		"": {},
	} {
		var s trial.Observation
		if serviceState(text, &s); !reflect.DeepEqual(s, want) {
			t.Errorf("%q: %+v, want %+v", text, s, want)
		}
	}
}

// nmcli answers as NetworkManager does with one saved network and a hotspot of its own.
type nmcli struct{ ran []string }

func (n *nmcli) Run(_ context.Context, _ string, args ...string) (string, error) {
	n.ran = append(n.ran, strings.Join(args, " "))
	switch last := args[len(args)-1]; {
	case slices.Contains(args, "list"):
		return "neighbour\nmy: network\n", nil
	case last == "show":
		return "1:802-3-ethernet\n2:802-11-wireless\n3:802-11-wireless\n", nil
	case last == "2":
		return "ap\nneighbour\n", nil
	case last == "3":
		return "infrastructure\nmy: network\n", nil
	}
	return "", errors.New("no such connection")
}

// TestKnownInRange: a saved network counts, the device's own access point does not.
func TestKnownInRange(t *testing.T) {
	if n := new(nmcli); !knownInRange(t.Context(), n) {
		t.Errorf("not seen; ran %q", n.ran)
	}
	none := &rig{t: t}
	if knownInRange(t.Context(), none) {
		t.Error("seen without NetworkManager")
	}
}

// TestMoves: a daemon whose owner has given it another address while it is judged
// still answers; one that is silent at both does not.
func TestMoves(t *testing.T) {
	there := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/healthz" {
			io.WriteString(w, `{"status":"ok"}`)
		}
	}))
	defer there.Close()
	gone := httptest.NewServer(nil)
	gone.Close()
	now := gone.URL
	d := &Service{System: &nmcli{}, API: trial.API{URL: gone.URL, Client: http.DefaultClient},
		Address: func() string { return now }}
	for _, row := range []struct {
		address string
		answers bool
	}{
		{gone.URL, false},
		{"", false}, // the file cannot be read
		{there.URL, true},
		{"", true}, // it is where it answered last
	} {
		now = row.address
		var seen trial.Observation
		if d.ask(t.Context(), &seen); seen.Answers != row.answers {
			t.Errorf("the configuration says %q: it answers: %v, want %v", row.address, seen.Answers, row.answers)
		}
	}
}

// TestScans: NetworkManager is asked at most once a minute.
func TestScans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := new(nmcli)
		d := &Service{System: n}
		for range 3 {
			if !d.knownInRange(t.Context()) {
				t.Error("the saved network is not seen")
			}
			time.Sleep(scanAge / 2)
		}
		if asked := len(n.ran); asked != 2*4 {
			t.Errorf("%d questions in a minute and a half, want two times four: %q", asked, n.ran)
		}
	})
}
