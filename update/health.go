// SPDX-License-Identifier: Apache-2.0

package update

import (
	"encoding/json"
	"slices"
)

// Health is what a daemon reports of itself at /healthz. A judge of a trial compares
// the new version's with the previous version's. The zero value is a daemon that does
// not answer.
type Health struct {
	Answers bool     `json:"answers"` // /healthz does
	Healthy bool     `json:"healthy"` // and says that no part has failed
	Well    []string `json:"well"`    // the parts that work
	Failed  []string `json:"failed"`  // the parts that have failed, which is more than degraded or absent
}

// ParseHealth reads an answer of /healthz. Without the daemon's key, and from
// versions that had no parts, it has a status only. An answer in no known form is of
// a daemon that is not healthy.
func ParseHealth(body []byte) Health {
	var all struct {
		Status string
		Parts  []struct{ Name, Status string }
	}
	if json.Unmarshal(body, &all) != nil {
		return Health{Answers: true}
	}
	h := Health{Answers: true, Healthy: all.Status == "ok" || all.Status == "degraded"}
	for _, p := range all.Parts {
		switch p.Status {
		case "ok", "warning":
			h.Well = append(h.Well, p.Name)
		case "failed":
			h.Failed = append(h.Failed, p.Name)
		}
	}
	return h
}

// Worse returns the name of a part that was well before and has failed now, and
// whether there is one; the name is "" if the daemon does not say which part it is. A
// degraded part, such as the connection to a broker that is away, never counts, and
// neither does what had failed before.
func (h Health) Worse(before Health) (part string, worse bool) {
	if !h.Answers || h.Healthy {
		return "", false
	}
	// A key that could not be read hides the parts, before or now. If nothing had
	// failed before, whatever has failed now was well.
	if len(before.Well) == 0 || len(h.Failed) == 0 {
		return "", before.Healthy
	}
	for _, part := range h.Failed {
		if slices.Contains(before.Well, part) {
			return part, true
		}
	}
	return "", false
}
