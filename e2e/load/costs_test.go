// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/testtool"
)

// mostCost is the processor time that a request may cost with a key of scope send, or without
// a key (docs/decisions.md 10).
const mostCost = 100 * time.Millisecond

// cost is what one body costs at one route.
type cost struct {
	scope, route, body string
	status             string
	took               time.Duration // processor time of the whole process
}

// TestCosts prints the dearest requests of each scope, and fails for those that a key of
// scope send, or no key, may not cause.
func TestCosts(t *testing.T) {
	testtool.Night(t, "it sends every body to every route")
	r, keys := launch(t, nil, "64x32")
	a := &attack{url: r.URL, keys: keys, answers: map[string]int{}}
	client := &http.Client{Timeout: 20 * time.Second}
	for _, scope := range []string{"", "send", "read", "control"} {
		var all []cost
		for _, one := range routes(t, r) {
			if one.socket {
				continue
			}
			for name, body := range bodiesOf(one) {
				c := cost{scope: cmp.Or(scope, "none"), route: one.method + " " + one.path, body: name, took: time.Hour}
				for range 3 { // the least: others use the processor, too
					r.Ask("DELETE", "/api/v2/device/notifications", "") // so that it is shown, and painted, at once
					before := processor(t, r)
					c.status = a.ask(t.Context(), client, scope, one, bytes.NewReader(body))
					r.Ask("GET", "/api/v2/device/notifications/current", "") // answered when it has been painted
					c.took = min(c.took, processor(t, r)-before)
					if c.took < mostCost/5 {
						break
					}
				}
				if all = append(all, c); c.status == "401" || c.status == "403" {
					break
				}
			}
		}
		if scope != "" && !slices.ContainsFunc(all, func(c cost) bool { return strings.HasPrefix(c.status, "2") }) {
			t.Errorf("nothing is served to a key of scope %s", scope)
		}
		slices.SortFunc(all, func(a, b cost) int { return cmp.Compare(b.took, a.took) })
		var table strings.Builder
		for _, c := range all[:min(len(all), 15)] {
			fmt.Fprintf(&table, "\n%-8s%-60s%-20s%5s%10.1f ms", c.scope, c.route, c.body, c.status, c.took.Seconds()*1000)
		}
		t.Log(table.String())
		if dearest := all[0]; (scope == "" || scope == "send") && dearest.took > mostCost {
			t.Errorf("%s costs %v of the processor, want at most %v", dearest.route, dearest.took, mostCost)
		}
	}
}

// bodiesOf returns the bodies that a route is tried with, by name.
func bodiesOf(one route) map[string][]byte {
	all := map[string][]byte{}
	switch {
	case one.json:
		all["example"] = []byte(one.example)
		for i, body := range dear() {
			all[fmt.Sprintf("JSON %d", i)] = []byte(body)
		}
	case one.file:
		for i, body := range files() {
			all[fmt.Sprintf("file %d", i)] = body
		}
	default:
		all["nothing"] = nil
	}
	return all
}

// processor returns the processor time that the device has used (proc_pid_schedstat, of all
// threads).
func processor(t *testing.T, r *rig.Device) (sum time.Duration) {
	t.Helper()
	tasks, err := filepath.Glob(filepath.Join("/proc", strconv.Itoa(r.Cmd.Process.Pid), "task/*/schedstat"))
	if err != nil || len(tasks) == 0 {
		t.Fatal("it has ended", err)
	}
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		var ns int64
		fmt.Sscan(string(text), &ns)
		sum += time.Duration(ns)
	}
	return sum
}
