// SPDX-License-Identifier: Apache-2.0

package mcp

import "net/http"

// agent is what an agent does now.
type agent struct {
	Agent string `json:"agent"`
	State string `json:"state"`
	Task  string `json:"task,omitempty"`
	Quota *int   `json:"quota,omitempty"`
}

func (c *call) agentStatus(a agent) (reply, error) {
	return c.done("The panel knows. It forgets the status after 30 minutes without another one.",
		http.MethodPost, "/live/agents", a)
}
