// SPDX-License-Identifier: Apache-2.0

package clients

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// agent is a client of the Model Context Protocol.
type agent interface {
	lists() (tools, resources []string)
	call(tool string, args map[string]any) (text string, pictures int, refused bool)
	read(uri string) string
}

// TestMCP: the client of the protocol's Go library, and the one of npm, use every tool and resource.
func TestMCP(t *testing.T) {
	for name, open := range map[string]func(*testing.T, *rig.Device) agent{
		"go over HTTP": func(t *testing.T, r *rig.Device) agent { return goAgent(t, overHTTP(r)) },
		"go over stdio": func(t *testing.T, r *rig.Device) agent {
			return goAgent(t, &mcp.CommandTransport{Command: exec.Command(rig.Binary(t), byStdio(r)...)})
		},
		"npm over stdio": func(t *testing.T, r *rig.Device) agent {
			return npmAgent(t, append([]string{rig.Binary(t)}, byStdio(r)...)...)
		},
		"npm over HTTP": func(t *testing.T, r *rig.Device) agent { return npmAgent(t, r.URL+"/mcp", r.Key) },
	} {
		t.Run(name, func(t *testing.T) {
			r := rig.Launch(t, nil)
			useAll(t, open(t, r))
		})
	}
}

// useAll calls every tool as a model would.
func useAll(t *testing.T, a agent) {
	tools, resources := a.lists()
	used := map[string]bool{}
	for _, row := range []struct {
		tool     string
		args     map[string]any
		says     string
		pictures int
	}{
		{"list_apps", nil, `"package":"com.lametric.clock"`, 0},
		{"show_message", map[string]any{"text": "Build is red", "icon": "error", "priority": "warning", "stay": true},
			"on the panel now", 1},
		{"look_at_panel", nil, "The panel shows: notification", 1},
		{"show_message", map[string]any{"text": "later"}, "Message 2 waits", 1},
		{"why_not_shown", map[string]any{"id": "2"}, "waits for message 1 (warning)", 0},
		{"clear_message", map[string]any{"id": "2"}, "Cleared", 0},
		{"clear_message", nil, "Cleared", 0},
		{"why_not_shown", nil, "No message waits", 0},
		{"agent_status", map[string]any{"agent": "claude", "state": "waiting", "task": "Push?", "quota": 40}, "panel knows", 0},
		{"list_apps", nil, "claude waiting Push?", 0},
		{"set_timer", map[string]any{"seconds": 600}, "runs for 600 s", 0},
		{"look_at_panel", nil, "com.lametric.countdown", 1},
		{"set_timer", map[string]any{"seconds": 0}, "stopped", 0},
		{"show_app", map[string]any{"app": "clock"}, "shows com.lametric.clock", 0},
		{"set_brightness", map[string]any{"percent": 30}, "30 %", 0},
		{"set_brightness", map[string]any{"auto": true}, "light of the room", 0},
	} {
		used[row.tool] = true
		text, pictures, refused := a.call(row.tool, row.args)
		if refused || pictures != row.pictures || !strings.Contains(text, row.says) {
			t.Errorf("%s %v: %q with %d pictures, refused %v; want %q and %d",
				row.tool, row.args, text, pictures, refused, row.says, row.pictures)
		}
	}
	for _, name := range tools {
		if !used[name] {
			t.Errorf("nobody has used %s", name)
		}
	}
	if text, _, refused := a.call("show_app", map[string]any{"app": "toaster"}); !refused {
		t.Errorf("an app that there is not: %q", text)
	}
	for uri, says := range map[string]string{"ledpost://panel": "size: 37×8 pixels", "ledpost://icons": "food-coffee: ",
		"ledpost://log": `"text":"Build is red"`} {
		if !slices.Contains(resources, uri) || !strings.Contains(a.read(uri), says) {
			t.Errorf("%s: %.200s", uri, a.read(uri))
		}
	}
}

// byStdio are the arguments of the program that hosts start.
func byStdio(r *rig.Device) []string { return []string{"mcp", "--to", r.URL, "--key", r.Key} }

// overHTTP leads to a device, with its key.
func overHTTP(r *rig.Device) mcp.Transport {
	return &mcp.StreamableClientTransport{Endpoint: r.URL + "/mcp", HTTPClient: &http.Client{Transport: bearer(r.Key)}}
}

// bearer is a key that is added to requests.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// goClient is a session of the Go library's client.
type goClient struct {
	t *testing.T
	*mcp.ClientSession
}

func goAgent(t *testing.T, to mcp.Transport) agent {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "ledpost-test", Version: "1"}, nil)
	session := must.Get(client.Connect(t.Context(), to, nil))(t)
	t.Cleanup(func() { session.Close() })
	return goClient{t, session}
}

func (c goClient) lists() (tools, resources []string) {
	c.t.Helper()
	for _, one := range must.Get(c.ListTools(c.t.Context(), nil))(c.t).Tools {
		tools = append(tools, one.Name)
	}
	for _, one := range must.Get(c.ListResources(c.t.Context(), nil))(c.t).Resources {
		resources = append(resources, one.URI)
	}
	return tools, resources
}

func (c goClient) call(tool string, args map[string]any) (text string, pictures int, refused bool) {
	c.t.Helper()
	got := must.Get(c.CallTool(c.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args}))(c.t)
	for _, part := range got.Content {
		switch part := part.(type) {
		case *mcp.TextContent:
			text += part.Text
		case *mcp.ImageContent:
			pictures++
		}
	}
	return text, pictures, got.IsError
}

func (c goClient) read(uri string) string {
	c.t.Helper()
	return must.Get(c.ReadResource(c.t.Context(), &mcp.ReadResourceParams{URI: uri}))(c.t).Contents[0].Text
}

// npmClient is npm's client in another process.
type npmClient struct {
	t     *testing.T
	in    io.Writer
	lines *bufio.Scanner
	first struct{ Tools, Resources []string }
}

func npmAgent(t *testing.T, args ...string) agent {
	t.Helper()
	dir, node := rig.NPM(t)
	cmd := exec.Command(node, append([]string{filepath.Join(dir, "mcp.mjs")}, args...)...)
	cmd.Stderr = os.Stderr
	in := must.Get(cmd.StdinPipe())(t)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	t.Cleanup(func() { in.Close(); cmd.Wait() })
	c := &npmClient{t: t, in: in, lines: bufio.NewScanner(out)}
	c.lines.Buffer(nil, 1<<20)
	c.hear(&c.first)
	return c
}

// hear reads the next line.
func (c *npmClient) hear(to any) {
	c.t.Helper()
	if !c.lines.Scan() {
		c.t.Fatalf("it has ended: %v", c.lines.Err())
	}
	must.Do(c.t, json.Unmarshal(c.lines.Bytes(), to))
}

func (c *npmClient) say(what any) { fmt.Fprintf(c.in, "%s\n", must.Get(json.Marshal(what))(c.t)) }

func (c *npmClient) lists() (tools, resources []string) { return c.first.Tools, c.first.Resources }

func (c *npmClient) call(tool string, args map[string]any) (text string, pictures int, refused bool) {
	c.t.Helper()
	c.say(map[string]any{"tool": tool, "args": args})
	var got struct {
		IsError bool
		Content []struct{ Type, Text string }
	}
	c.hear(&got)
	for _, part := range got.Content {
		text += part.Text
		if part.Type == "image" {
			pictures++
		}
	}
	return text, pictures, got.IsError
}

func (c *npmClient) read(uri string) string {
	c.t.Helper()
	c.say(map[string]any{"read": uri})
	var got struct{ Contents []struct{ Text string } }
	c.hear(&got)
	return got.Contents[0].Text
}

// TestAgentReports: an agent says what it does by HTTP and by the program, and what is wrong with it is named.
func TestAgentReports(t *testing.T) {
	r := rig.Launch(t, nil)
	for _, row := range []struct {
		why, body string
		want      int
		says      string
	}{
		{"it works", `{"agent":"codex","state":"running","quota":"40"}`, 200, `"success":true`},
		{"no name", `{"state":"running"}`, 400, "agent: is empty"},
		{"no state", `{"agent":"codex"}`, 400, "state"},
		{"an unknown state", `{"agent":"codex","state":"asleep"}`, 400, "is not one of running, waiting, done, failed"},
		{"a quota of 101", `{"agent":"codex","state":"done","quota":101}`, 400, "quota: 101"},
		{"a long task", `{"agent":"codex","state":"done","task":"` + strings.Repeat("x", 65) + `"}`, 400, "task: 65"},
	} {
		status, answer := r.Ask("POST", "/live/agents", row.body)
		if status != row.want || !strings.Contains(string(answer), row.says) {
			t.Errorf("%s: %d %s, want %d with %q", row.why, status, answer, row.want, row.says)
		}
	}
	_, fault, code := rig.Command(t, "", "push", "--to", r.URL, "--key", r.Key, "--agent", "claude", "--state", "waiting", "Push?")
	if code != 0 {
		t.Errorf("%d %s", code, fault)
	}
	if _, apps := r.Ask("GET", "/live/apps", ""); !strings.Contains(string(apps), "claude waiting Push?; codex running") {
		t.Errorf("%s", apps)
	}
}
