package api

import (
	"net/http"
	"slices"
	"strings"
)

// endpoints lists all paths. Those of the original device come first
// (docs/api.md, Rules).
func (s *Server) endpoints() []*endpoint {
	type methods = map[string]handler
	const get, put, post, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete
	sending := []string{get, post, del}
	list := []*endpoint{
		{path: "/api/v2", methods: methods{get: s.getIndex}},
		{path: "/api/v2/device", sends: []string{get}, methods: methods{get: s.getDevice, put: s.putDevice}},
		{path: "/api/v2/device/notifications", sends: sending, methods: methods{get: s.getQueue, post: s.postNotification, del: s.deleteQueue}},
		{path: "/api/v2/device/notifications/current", sends: sending, methods: methods{get: s.getCurrent, del: s.deleteCurrent}},
		{path: "/api/v2/device/notifications/{id}", sends: sending, methods: methods{get: s.getNotification, del: s.deleteNotification}},
		{path: "/api/v2/device/display", methods: methods{get: s.getDisplay, put: s.putDisplay}},
		{path: "/api/v2/device/audio", methods: methods{get: s.getAudio, put: s.putAudio}},
		{path: "/api/v2/device/bluetooth", methods: methods{get: s.getBluetooth, put: s.putBluetooth}},
		{path: "/api/v2/device/wifi", methods: methods{get: s.getWifi}},
		{path: "/api/v2/widget/update/{package}", token: true, sends: sending, methods: methods{post: s.updateWidget}},
		{path: "/api/v2/widget/update/{package}/{widget}", token: true, sends: sending, methods: methods{post: s.updateWidget}},
		{path: "/api/v1/dev/widget/update/{package}/{version}", token: true, sends: sending, methods: methods{post: s.updateWidget}},
		{path: "/api/v2/device/apps", methods: methods{get: s.getApps}},
		{path: "/api/v2/device/apps/next", methods: methods{put: s.nextApp, post: s.nextApp}},
		{path: "/api/v2/device/apps/prev", methods: methods{put: s.prevApp, post: s.prevApp}},
		{path: "/api/v2/device/apps/{package}", methods: methods{get: s.getApp}},
		{path: "/api/v2/device/apps/{package}/widgets/{widget}/activate", methods: methods{put: s.activateWidget}},
		{path: "/api/v2/device/apps/{package}/widgets/{widget}/actions", methods: methods{post: s.postAction, put: s.postAction}},
		{path: "/live/apps", methods: methods{get: s.getLiveApps, put: s.putLiveApps, post: s.postLiveApp}},
		{path: "/live/apps/catalogue", methods: methods{get: s.getCatalogue}},
		{path: "/live/apps/catalogue/{package}/{setting}/{file}", methods: methods{get: s.getPose}},
		{path: "/live/apps/{widget}", methods: methods{get: s.getWidgetPicture, del: s.deleteLiveApp}},
		{path: "/live/schedule", methods: methods{get: s.getSchedule, put: s.putSchedule}},
		{path: "/live/status", methods: methods{get: s.getStatus}},
		{path: "/live/watch", methods: methods{get: s.getWatch}},
		{path: "/live/stations", methods: methods{get: s.getStations}},
		{path: "/live/preview", sends: []string{post}, methods: methods{post: s.postPreview}},
		{path: "/live/picture", methods: methods{post: s.postPicture}},
		{path: "/live/places", methods: methods{get: s.getPlaces}},
		{path: "/live/effects", methods: methods{get: s.getEffects}},
		{path: "/live/effects/{kind}/{file}", methods: methods{get: s.getEffect}},
		{path: "/live/look", methods: methods{get: s.getLook, put: s.putLook}},
		{path: "/live/quiet", methods: methods{get: s.getQuiet, put: s.putQuiet}},
		{path: "/live/indicators", methods: methods{get: s.getIndicators, post: s.postIndicators}},
		{path: "/live/mood", methods: methods{get: s.getMood, put: s.putMood}},
		{path: "/live/test", methods: methods{post: s.postTestCard}},
		{path: "/live/light", methods: methods{get: s.getLight}},
		{path: "/live/clients", methods: methods{get: s.getClients}},
		{path: "/live/keys", private: true, methods: methods{get: s.getKeys, post: s.postKey}},
		{path: "/live/keys/{name}", methods: methods{del: s.deleteKey}},
		{path: "/live/buttons/{name}", methods: methods{post: s.postButton}},
		{path: "/live/sounds/{category}/{file}", methods: methods{get: s.getSound}},
		{path: "/metrics", methods: methods{get: s.getMetrics}},
		{path: "/healthz", public: true, methods: methods{get: s.getHealth}},
		{path: "/openapi.json", public: true, methods: methods{get: getOpenAPI}},
		{path: "/", public: true, methods: methods{get: s.getPage}},
		{path: "/api", methods: methods{}},
		{path: "/api/", methods: methods{}},
		{path: "/live", methods: methods{}},
		{path: "/live/", methods: methods{}},
	}
	if s.cfg.Preview != nil {
		list = append(list,
			&endpoint{path: "/live/panel", methods: methods{get: s.getPanel}},
			&endpoint{path: "/live/frame.png", methods: methods{get: s.getFrame}},
			&endpoint{path: "/live/frames", methods: methods{get: s.getFrames}})
	}
	if s.cfg.Stream != nil {
		list = append(list,
			&endpoint{path: "/api/v2/device/stream", methods: methods{get: s.getStream}},
			&endpoint{path: "/api/v2/device/stream/start", methods: methods{put: s.startStream}},
			&endpoint{path: "/api/v2/device/stream/stop", methods: methods{put: s.stopStream}})
	}
	if s.cfg.Pairing != nil {
		asks, answers := pass(s.cfg.Pairing.Handler()), pass(s.cfg.Pairing.Answers(s.seesAll))
		list = append(list,
			&endpoint{path: "/api/v1/user", public: true, methods: methods{get: asks}},
			&endpoint{path: "/api/v1/user/request", public: true, methods: methods{post: asks}},
			&endpoint{path: "/api/v1/user/request/exchange", public: true, methods: methods{post: asks}},
			&endpoint{path: "/api/v1/user/challenge/{uuid}", public: true, methods: methods{get: asks}},
			&endpoint{path: "/live/pairing", private: true, methods: methods{get: answers, post: answers}})
	}
	if s.cfg.Data != nil {
		list = append(list, &endpoint{path: "/live/apps/test", methods: methods{post: s.postTest}})
	}
	if s.cfg.Updates != nil {
		list = append(list, &endpoint{path: "/live/update", methods: methods{get: s.getUpdate, post: s.postUpdate}})
	}
	if s.cfg.Awtrix != nil {
		list = append(list, form(s.cfg.Awtrix)...)
	}
	if s.cfg.Icons != nil {
		list = append(list,
			&endpoint{path: "/live/icons", methods: methods{get: s.getIcons}},
			&endpoint{path: "/live/icons/{name}", methods: methods{get: s.getIcon, post: s.postIcon, del: s.deleteIcon}})
	}
	if s.cfg.Speaker != nil {
		list = append(list, &endpoint{path: "/live/audio", private: true, methods: methods{get: s.getLiveAudio}})
	}
	if s.cfg.Backups != nil {
		list = append(list, &endpoint{path: "/live/backup", private: true, methods: methods{get: s.getBackup, post: s.postBackup}})
	}
	if s.cfg.Configuration != nil {
		list = append(list,
			&endpoint{path: "/live/config", private: true, methods: methods{get: s.getConfig, put: s.putConfig}},
			&endpoint{path: "/live/config/confirm", private: true, methods: methods{post: s.confirmConfig}},
			&endpoint{path: "/live/config/trial", private: true, methods: methods{get: s.getTrial, del: s.endTrial}})
	}
	if s.cfg.Doctor != nil {
		list = append(list, &endpoint{path: "/live/doctor", methods: methods{get: s.getDoctor}})
	}
	if s.cfg.Lines != nil {
		list = append(list, &endpoint{path: "/live/log", private: true, methods: methods{get: s.getLog}})
	}
	if s.cfg.Found != nil {
		list = append(list, &endpoint{path: "/device_description.xml", public: true, methods: methods{get: s.getDescription}})
	}
	for _, e := range list {
		e.server = s
		e.allow = allow(e.methods)
	}
	return list
}

// form returns the endpoints of another firmware's interface, which handles the
// methods itself.
func form(f Form) (list []*endpoint) {
	h := pass(f.Handler())
	methods := map[string]handler{}
	for _, m := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch} {
		methods[m] = h
	}
	for _, path := range f.Paths() {
		e := &endpoint{path: path, methods: methods, form: true, private: !f.Reads(path), free: f.Allows}
		if f.Sends(path) {
			e.sends = []string{http.MethodGet, http.MethodPost}
		}
		list = append(list, e)
	}
	return list
}

func allow(methods map[string]handler) string {
	names := []string{http.MethodOptions}
	for m := range methods {
		names = append(names, m)
		if m == http.MethodGet {
			names = append(names, http.MethodHead)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
