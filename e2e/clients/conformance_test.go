// SPDX-License-Identifier: Apache-2.0

package clients

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// conforms are the scenarios of the protocol's own tests that a server passes without being made for them; the others
// call tools, prompts and resources of names that they give.
var conforms = []string{"server-initialize", "logging-set-level", "ping", "tools-list", "resources-list", "prompts-list",
	"server-sse-multiple-streams"}

// TestMCPConformance runs the protocol's own tests. They know no keys, so a proxy adds one.
func TestMCPConformance(t *testing.T) {
	dir, node := rig.NPM(t)
	r := rig.Launch(t, nil)
	proxy := &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(must.Get(url.Parse(r.URL))(t))
		p.Out.Header.Set("Authorization", "Bearer "+r.Key)
	}}
	s := httptest.NewServer(http.Handler(proxy))
	t.Cleanup(s.Close)
	program := filepath.Join(dir, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js")
	failed := regexp.MustCompile(`Passed: \d+/\d+, ([1-9]\d*) failed`)
	for _, name := range conforms {
		out, err := exec.Command(node, program, "server", "--url", s.URL+"/mcp", "--scenario", name).CombinedOutput()
		if err != nil || failed.Match(out) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
