// SPDX-License-Identifier: Apache-2.0

package mcp

import (
	"encoding/json"
	"net/http"
)

func agentStatus(c *call, data json.RawMessage) (reply, error) {
	var args struct {
		Agent string `json:"agent"`
		State string `json:"state"`
		Task  string `json:"task,omitempty"`
		Quota *int   `json:"quota,omitempty"`
	}
	if err := arguments(data, &args); err != nil {
		return reply{}, err
	}
	if err := c.do(http.MethodPost, "/live/agents", args, nil); err != nil {
		return reply{}, err
	}
	return reply{text: "The panel knows. It forgets the status after 30 minutes without another one."}, nil
}
