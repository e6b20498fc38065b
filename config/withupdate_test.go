// SPDX-License-Identifier: Apache-2.0

package config

import (
	"strings"
	"testing"
)

// TestWithUpdate: only updates change; comments, the other keys of the table and what the
// page keeps for itself stay true.
func TestWithUpdate(t *testing.T) {
	on := true
	for _, c := range []struct{ why, own, want string }{
		{"nothing yet", "", "\n[update]\nchannel = \"beta\"\nenabled = true\n"},
		{"no such table yet", "name = \"a\" # mine\n", "name = \"a\" # mine\n\n[update]\nchannel = \"beta\"\nenabled = true\n"},
		{"in its place", "[update] # mine\n# keep\nenabled = false\nautomatic = \"off\"\n\n[audio]\noutput = \"null\"\n",
			"[update] # mine\nchannel = \"beta\"\nenabled = true\n# keep\nautomatic = \"off\"\n\n[audio]\noutput = \"null\"\n"},
		{"twice", "\n[update]\nchannel = \"beta\"\nenabled = true\n", "\n[update]\nchannel = \"beta\"\nenabled = true\n"},
		{"chosen on the page", "[update]\nenabled = false\n\n# page: {\"name\":\"a\",\"updates\":false}\n",
			"[update]\nchannel = \"beta\"\nenabled = true\n\n# page: {\"channel\":\"beta\",\"name\":\"a\",\"updates\":true}\n"},
		{"inline, whose comments go", "# mine\nupdate = {enabled = false}\n", "[update]\n  channel = \"beta\"\n  enabled = true\n"},
		{"with dots", "update.enabled = false\n", "[update]\n  channel = \"beta\"\n  enabled = true\n"},
		{"a text that looks like the table", "name = '''\n[update]\n'''\n", "name = \"[update]\\n\"\n\n[update]\n  channel = \"beta\"\n  enabled = true\n"},
	} {
		got, err := WithUpdate([]byte(c.own), &on, "beta")
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.why, err, got, c.want)
		}
	}
	if got, err := WithUpdate([]byte("[update]\nenabled = true\n"), nil, "stable"); err != nil || !strings.Contains(string(got), "enabled = true") {
		t.Errorf("only the channel: %q, %v", got, err)
	}
	if _, err := WithUpdate([]byte("name ="), &on, ""); err == nil {
		t.Error("what cannot be read was changed")
	}
}
