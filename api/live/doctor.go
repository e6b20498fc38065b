// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
)

// Doctor examines the machine and returns what it has found. It may take seconds.
type Doctor func(context.Context) []Finding

// Finding is one thing that the doctor has looked at.
type Finding struct {
	Area  string `json:"part"`
	Name  string `json:"name"`
	Level string `json:"level"`          // ok, warning or fault
	Text  string `json:"text"`           // what there is, or the fault
	Fix   string `json:"fix,omitempty"`  // what mends it
	Code  string `json:"code,omitempty"` // of a fault, as the panel shows it
}

// doctor is the room of the examination.
type doctor struct {
	live    *Live
	examine Doctor
}

// Doctor returns the room in which clients have the machine examined.
func (l *Live) Doctor(examine Doctor) *doctor { return &doctor{l, examine} }

// Endpoints examines.
func (m *doctor) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/doctor", Methods: rest.Methods{http.MethodGet: m.getDoctor}}}
}

func (m *doctor) getDoctor(w http.ResponseWriter, r *http.Request) error {
	release, err := m.live.turn(r)
	if err != nil {
		return err
	}
	defer release()
	found := m.examine(r.Context())
	if found == nil {
		found = []Finding{}
	}
	return rest.WriteJSON(w, http.StatusOK, found)
}
