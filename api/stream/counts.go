// SPDX-License-Identifier: Apache-2.0

package stream

import "sync/atomic"

// Outcomes of packets, as metrics name them.
var outcomes = []struct {
	err  error
	name string
}{
	{nil, "shown"},
	{errForeign, "foreign"},
	{errShort, "short"},
	{errSession, "session"},
	{errOutside, "outside"},
	{errEncoding, "encoding"},
	{errLate, "late"},
	{errBusy, "busy"},
	{errIgnored, "ignored"},
	{errAddress, "address"},
	{errLoop, "loop"},
}

// counts holds the number of packets by protocol and outcome. Any goroutine may
// use it.
type counts struct {
	of map[string][]atomic.Uint64 // the map and the slices never change, only the numbers do
}

func newCounts() *counts {
	c := &counts{map[string][]atomic.Uint64{}}
	for _, p := range []string{lmspName, ddpName, artnetName, sacnName} {
		c.of[p] = make([]atomic.Uint64, len(outcomes))
	}
	return c
}

func (c *counts) add(protocol string, err error) {
	for i, o := range outcomes {
		if o.err == err { // sentinels, never wrapped
			c.of[protocol][i].Add(1)
			return
		}
	}
}

// A Count is the number of packets of a protocol that had an outcome since the
// start: "shown", or the reason why they were dropped.
type Count struct {
	Protocol, Outcome string
	Packets           uint64
}

func (c *counts) all() (all []Count) {
	for _, p := range []string{lmspName, ddpName, artnetName, sacnName} {
		for i, o := range outcomes {
			all = append(all, Count{p, o.name, c.of[p][i].Load()})
		}
	}
	return all
}
