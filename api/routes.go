// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
)

// endpoints lists the endpoints of all rooms, and the server's own.
func (s *Server) endpoints() (all []*endpoint) {
	list := append(s.own(), s.keys.Endpoints()...)
	for _, room := range s.cfg.Rooms {
		list = append(list, room.Endpoints()...)
	}
	for _, e := range list {
		all = append(all, &endpoint{e, s, e.Allow()})
	}
	return all
}

// own lists what belongs to no room: the state of the server, and what there is not.
func (s *Server) own() []rest.Endpoint {
	const get = http.MethodGet
	return []rest.Endpoint{
		{Path: "/live/clients", Methods: rest.Methods{get: s.getClients}},
		{Path: "/metrics", Methods: rest.Methods{get: s.getMetrics}},
		{Path: "/healthz", Public: true, Methods: rest.Methods{get: s.getHealth}},
		{Path: "/openapi.json", Public: true, Methods: rest.Methods{get: getOpenAPI}},
		rest.Page("/", s.cfg.Page), // a missing file gets the answer of any unknown path
		{Path: "/api"}, {Path: "/api/"}, {Path: "/live"}, {Path: "/live/"},
	}
}

func (s *Server) getClients(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK, s.clients.list())
}
