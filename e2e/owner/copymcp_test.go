// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

// TestPageCopyForAgent: the block for the host of an agent has its own key, made by a press; the list of keys has it.
func TestPageCopyForAgent(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	p.Open("Send")
	p.Press("Copy as…")
	p.CSS("#copy-agent").Gone()
	p.Tick("MCP", true)
	p.Press("Make a key for the agent")
	p.Sees("The key agent is in the text")
	if _, keys := r.Ask("GET", "/live/keys", ""); !strings.Contains(string(keys), `{"name":"agent","scope":"control"}`) {
		t.Errorf("keys: %s", keys)
	}
}
