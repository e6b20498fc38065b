package api

import (
	"net/http"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
)

// endpoints lists all paths. Those of the original device come first
// (docs/api.md, Rules).
func (s *Server) endpoints() (all []*endpoint) {
	type methods = rest.Methods
	const get, put, post, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete
	sending := []string{get, post, del}
	list := []rest.Endpoint{
		{Path: "/api/v2", Methods: methods{get: s.getIndex}},
		{Path: "/api/v2/device", Sends: []string{get}, Methods: methods{get: s.getDevice, put: s.putDevice}},
		{Path: "/api/v2/device/notifications", Sends: sending, Methods: methods{get: s.getQueue, post: s.postNotification, del: s.deleteQueue}},
		{Path: "/api/v2/device/notifications/current", Sends: sending, Methods: methods{get: s.getCurrent, del: s.deleteCurrent}},
		{Path: "/api/v2/device/notifications/{id}", Sends: sending, Methods: methods{get: s.getNotification, del: s.deleteNotification}},
		{Path: "/api/v2/device/display", Methods: methods{get: s.getDisplay, put: s.putDisplay}},
		{Path: "/api/v2/device/audio", Methods: methods{get: s.getAudio, put: s.putAudio}},
		{Path: "/api/v2/device/bluetooth", Methods: methods{get: s.getBluetooth, put: s.putBluetooth}},
		{Path: "/api/v2/device/wifi", Methods: methods{get: s.getWifi}},
		{Path: "/api/v2/widget/update/{package}", Token: true, Sends: sending, Methods: methods{post: s.updateWidget}},
		{Path: "/api/v2/widget/update/{package}/{widget}", Token: true, Sends: sending, Methods: methods{post: s.updateWidget}},
		{Path: "/api/v1/dev/widget/update/{package}/{version}", Token: true, Sends: sending, Methods: methods{post: s.updateWidget}},
		{Path: "/api/v2/device/apps", Methods: methods{get: s.getApps}},
		{Path: "/api/v2/device/apps/next", Methods: methods{put: s.nextApp, post: s.nextApp}},
		{Path: "/api/v2/device/apps/prev", Methods: methods{put: s.prevApp, post: s.prevApp}},
		{Path: "/api/v2/device/apps/{package}", Methods: methods{get: s.getApp}},
		{Path: "/api/v2/device/apps/{package}/widgets/{widget}/activate", Methods: methods{put: s.activateWidget}},
		{Path: "/api/v2/device/apps/{package}/widgets/{widget}/actions", Methods: methods{post: s.postAction, put: s.postAction}},
		{Path: "/live/apps", Methods: methods{get: s.getLiveApps, put: s.putLiveApps, post: s.postLiveApp}},
		{Path: "/live/apps/catalogue", Methods: methods{get: s.getCatalogue}},
		{Path: "/live/apps/catalogue/{package}/{setting}/{file}", Methods: methods{get: s.getPose}},
		{Path: "/live/apps/{widget}", Methods: methods{get: s.getWidgetPicture, del: s.deleteLiveApp}},
		{Path: "/live/schedule", Methods: methods{get: s.getSchedule, put: s.putSchedule}},
		{Path: "/live/status", Methods: methods{get: s.getStatus}},
		{Path: "/live/watch", Methods: methods{get: s.getWatch}},
		{Path: "/live/stations", Methods: methods{get: s.getStations}},
		{Path: "/live/preview", Sends: []string{post}, Methods: methods{post: s.postPreview}},
		{Path: "/live/picture", Methods: methods{post: s.postPicture}},
		{Path: "/live/places", Methods: methods{get: s.getPlaces}},
		{Path: "/live/effects", Methods: methods{get: s.getEffects}},
		{Path: "/live/effects/{kind}/{file}", Methods: methods{get: s.getEffect}},
		{Path: "/live/look", Methods: methods{get: s.getLook, put: s.putLook}},
		{Path: "/live/quiet", Methods: methods{get: s.getQuiet, put: s.putQuiet}},
		{Path: "/live/indicators", Methods: methods{get: s.getIndicators, post: s.postIndicators}},
		{Path: "/live/mood", Methods: methods{get: s.getMood, put: s.putMood}},
		{Path: "/live/test", Methods: methods{post: s.postTestCard}},
		{Path: "/live/light", Methods: methods{get: s.getLight}},
		{Path: "/live/clients", Methods: methods{get: s.getClients}},
		{Path: "/live/buttons/{name}", Methods: methods{post: s.postButton}},
		{Path: "/live/sounds/{category}/{file}", Methods: methods{get: s.getSound}},
		{Path: "/metrics", Methods: methods{get: s.getMetrics}},
		{Path: "/healthz", Public: true, Methods: methods{get: s.getHealth}},
		{Path: "/openapi.json", Public: true, Methods: methods{get: getOpenAPI}},
		{Path: "/", Public: true, Methods: methods{get: s.getPage}},
		{Path: "/api", Methods: methods{}},
		{Path: "/api/", Methods: methods{}},
		{Path: "/live", Methods: methods{}},
		{Path: "/live/", Methods: methods{}},
	}
	if s.cfg.Preview != nil {
		list = append(list,
			rest.Endpoint{Path: "/live/panel", Methods: methods{get: s.getPanel}},
			rest.Endpoint{Path: "/live/frame.png", Methods: methods{get: s.getFrame}},
			rest.Endpoint{Path: "/live/frames", Methods: methods{get: s.getFrames}})
	}
	if s.cfg.Stream != nil {
		list = append(list,
			rest.Endpoint{Path: "/api/v2/device/stream", Methods: methods{get: s.getStream}},
			rest.Endpoint{Path: "/api/v2/device/stream/start", Methods: methods{put: s.startStream}},
			rest.Endpoint{Path: "/api/v2/device/stream/stop", Methods: methods{put: s.stopStream}})
	}
	if s.cfg.Pairing != nil {
		asks, answers := rest.Pass(s.cfg.Pairing.Handler()), rest.Pass(s.cfg.Pairing.Answers(s.keys.SeesAll))
		list = append(list,
			rest.Endpoint{Path: "/api/v1/user", Public: true, Methods: methods{get: asks}},
			rest.Endpoint{Path: "/api/v1/user/request", Public: true, Methods: methods{post: asks}},
			rest.Endpoint{Path: "/api/v1/user/request/exchange", Public: true, Methods: methods{post: asks}},
			rest.Endpoint{Path: "/api/v1/user/challenge/{uuid}", Public: true, Methods: methods{get: asks}},
			rest.Endpoint{Path: "/live/pairing", Private: true, Methods: methods{get: answers, post: answers}})
	}
	if s.cfg.Data != nil {
		list = append(list, rest.Endpoint{Path: "/live/apps/test", Methods: methods{post: s.postTest}})
	}
	if s.cfg.Updates != nil {
		list = append(list, rest.Endpoint{Path: "/live/update", Methods: methods{get: s.getUpdate, post: s.postUpdate}})
	}
	if s.cfg.Awtrix != nil {
		list = append(list, form(s.cfg.Awtrix)...)
	}
	if s.cfg.Icons != nil {
		list = append(list,
			rest.Endpoint{Path: "/live/icons", Methods: methods{get: s.getIcons}},
			rest.Endpoint{Path: "/live/icons/{name}", Methods: methods{get: s.getIcon, post: s.postIcon, del: s.deleteIcon}})
	}
	if s.cfg.Speaker != nil {
		list = append(list, rest.Endpoint{Path: "/live/audio", Private: true, Methods: methods{get: s.getLiveAudio}})
	}
	if s.cfg.Backups != nil {
		list = append(list, rest.Endpoint{Path: "/live/backup", Private: true, Methods: methods{get: s.getBackup, post: s.postBackup}})
	}
	if s.cfg.Configuration != nil {
		list = append(list,
			rest.Endpoint{Path: "/live/config", Private: true, Methods: methods{get: s.getConfig, put: s.putConfig}},
			rest.Endpoint{Path: "/live/config/confirm", Private: true, Methods: methods{post: s.confirmConfig}},
			rest.Endpoint{Path: "/live/config/trial", Private: true, Methods: methods{get: s.getTrial, del: s.endTrial}})
	}
	if s.cfg.Doctor != nil {
		list = append(list, rest.Endpoint{Path: "/live/doctor", Methods: methods{get: s.getDoctor}})
	}
	if s.cfg.Lines != nil {
		list = append(list, rest.Endpoint{Path: "/live/log", Private: true, Methods: methods{get: s.getLog}})
	}
	if s.cfg.Found != nil {
		list = append(list, rest.Endpoint{Path: "/device_description.xml", Public: true, Methods: methods{get: s.getDescription}})
	}
	list = append(list, s.keys.Endpoints()...)
	for _, e := range list {
		e.Control = e.Control || controls(e.Path)
		all = append(all, &endpoint{e, s, e.Allow()})
	}
	return all
}

// form returns the endpoints of another firmware's interface, which handles the
// methods itself.
func form(f Form) (list []rest.Endpoint) {
	h := rest.Pass(f.Handler())
	methods := rest.Methods{}
	for _, m := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch} {
		methods[m] = h
	}
	for _, path := range f.Paths() {
		e := rest.Endpoint{Path: path, Methods: methods, Control: true, Private: !f.Reads(path), Free: f.Allows}
		if f.Sends(path) {
			e.Sends = []string{http.MethodGet, http.MethodPost}
		}
		list = append(list, e)
	}
	return list
}

// controlled are the first words of the paths below /live/ that a key of scope
// control may use, with every method. A path that is not here needs scope all.
var controlled = []string{
	"apps", "schedule", "status", "watch", "frames", "frame.png", "audio", "icons", "sounds", "effects", "preview",
	"indicators", "mood", "region", "night", "playing", "light",

	"panel",              // describes the frames
	"picture",            // prepares an icon
	"places", "stations", // look up values for the settings of apps

	"pairing", // a request for a key may be refused; [Server.seesAll] guards the approval
}

// controls reports whether a key of scope control may use a path.
func controls(path string) bool {
	if rest, ok := strings.CutPrefix(path, "/live/"); ok {
		word, _, _ := strings.Cut(rest, "/")
		return slices.Contains(controlled, word)
	}
	return strings.HasPrefix(path, "/api/v")
}
