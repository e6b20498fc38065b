// SPDX-License-Identifier: Apache-2.0

package mcp

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// instructions are the text that a model gets when its host connects.
//
//go:embed instructions.txt
var instructions string

// toolsJSON has the name, the title, the description and the arguments of each tool, in the form of the protocol.
//
//go:embed tools.json
var toolsJSON string

// reply is what a tool has to say: a text, and perhaps a picture.
type reply struct {
	text string
	png  []byte
}

// tools has what each tool does with its arguments, which are JSON or nil.
var tools = map[string]func(*call, json.RawMessage) (reply, error){
	"show_message":   tool((*call).showMessage),
	"clear_message":  tool((*call).clearMessage),
	"look_at_panel":  tool((*call).lookAtPanel),
	"list_apps":      tool((*call).listApps),
	"show_app":       tool((*call).showApp),
	"set_brightness": tool((*call).setBrightness),
	"set_timer":      tool((*call).setTimer),
	"why_not_shown":  tool((*call).whyNotShown),
	"agent_status":   tool((*call).agentStatus),
}

// tool reads the arguments of what does it.
func tool[T any](does func(*call, T) (reply, error)) func(*call, json.RawMessage) (reply, error) {
	return func(c *call, data json.RawMessage) (reply, error) {
		var args T
		if err := arguments(data, &args); err != nil {
			return reply{}, err
		}
		return does(c, args)
	}
}

// nothing are the arguments of a tool that has none.
type nothing struct{}

// addTools registers the tools.
func (m *Room) addTools(server *mcp.Server) {
	var list []*mcp.Tool
	if err := json.Unmarshal([]byte(m.fill(toolsJSON)), &list); err != nil {
		panic(err) // a test reads it
	}
	for _, t := range list {
		does := tools[t.Name]
		server.AddTool(t, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return m.run(ctx, t.Name, does, r.Params.Arguments), nil
		})
	}
}

// run does what a tool does. It turns errors into answers, and a panic too: the SDK calls
// tools on a goroutine of its own.
func (m *Room) run(
	ctx context.Context, name string, does func(*call, json.RawMessage) (reply, error), args json.RawMessage,
) (out *mcp.CallToolResult) {
	defer func() {
		if fault := recover(); fault != nil {
			m.cfg.Log.Error("a tool for agents panicked", "tool", name, "fault", fault, "stack", string(debug.Stack()))
			out = failed("Internal error of the device")
		}
	}()
	said, err := does(&call{Room: m, ctx: ctx}, args)
	if err != nil {
		return failed(err.Error())
	}
	out = &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: said.text}}}
	if said.png != nil {
		out.Content = append(out.Content, &mcp.ImageContent{Data: said.png, MIMEType: "image/png"})
	}
	return out
}

func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// arguments reads the arguments of a tool into to. A name that the tool does not know is an error:
// the model would believe that it has had an effect.
func arguments(data json.RawMessage, to any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(to)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("%s: a %s is of the wrong type; the schema of the tool has the right one", wrong.Field, wrong.Value)
	}
	if err != nil {
		return fmt.Errorf("arguments: %w", err)
	}
	return nil
}
