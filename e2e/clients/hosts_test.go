// SPDX-License-Identifier: Apache-2.0

package clients

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// host is how a block of the guide says that a host finds the device.
type host struct {
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
	Type    string            `json:"type"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
	KeyVar  string            `toml:"bearer_token_env_var"`
}

var hostBlock = regexp.MustCompile("(?s)### ([^\n]+)\n.*?```(json|toml)\n(.*?)```")

// TestHosts: each block of docs/agents.md is read as its host reads it, and what it says leads to the device.
func TestHosts(t *testing.T) {
	r := rig.Launch(t, nil)
	filled := strings.NewReplacer("http://DEVICE:8080", r.URL, "${input:ledpost-key}", r.Key,
		"LEDPOST_KEY", "LEDPOST_KEY", "KEY", r.Key)
	blocks := hostBlock.FindAllStringSubmatch(string(must.Get(os.ReadFile("../../docs/agents.md"))(t)), -1)
	if len(blocks) != 5 {
		t.Fatalf("%d blocks", len(blocks))
	}
	for _, b := range blocks {
		t.Run(b[1], func(t *testing.T) {
			h := read(t, b[2], filled.Replace(b[3]))
			if h.Command != "" {
				cmd := exec.Command(rig.Binary(t), h.Args...)
				for name, value := range h.Env {
					cmd.Env = append(os.Environ(), name+"="+value)
				}
				tools, _ := goAgent(t, &mcp.CommandTransport{Command: cmd}).lists()
				has(t, tools)
				return
			}
			key, _ := strings.CutPrefix(h.Headers["Authorization"], "Bearer ")
			if h.KeyVar == "LEDPOST_KEY" {
				key = r.Key
			}
			to := &mcp.StreamableClientTransport{Endpoint: h.URL, HTTPClient: &http.Client{Transport: bearer(key)}}
			tools, _ := goAgent(t, to).lists()
			has(t, tools)
		})
	}
}

func has(t *testing.T, tools []string) {
	t.Helper()
	if !strings.Contains(strings.Join(tools, " "), "show_message") {
		t.Errorf("tools: %v", tools)
	}
}

// read returns the server of the name ledpost in a block.
func read(t *testing.T, kind, text string) host {
	t.Helper()
	var file struct {
		Claude map[string]host `json:"mcpServers"`
		VSCode map[string]host `json:"servers"`
		Codex  map[string]host `json:"-" toml:"mcp_servers"`
	}
	if kind == "toml" {
		must.Do(t, toml.Unmarshal([]byte(text), &file))
	} else {
		must.Do(t, json.Unmarshal([]byte(text), &file))
	}
	for _, servers := range []map[string]host{file.Claude, file.VSCode, file.Codex} {
		if h, ok := servers["ledpost"]; ok {
			return h
		}
	}
	t.Fatalf("no server:\n%s", text)
	return host{}
}
