// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
)

// Endpoints returns what every device has.
func (l *Live) Endpoints() []rest.Endpoint {
	const get, put, post, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete
	type methods = rest.Methods
	return []rest.Endpoint{
		{Path: "/live/apps", Control: true, Methods: methods{get: l.getLiveApps, put: l.putLiveApps, post: l.postLiveApp}},
		{Path: "/live/apps/catalogue", Control: true, Methods: methods{get: l.getCatalogue}},
		{Path: "/live/apps/catalogue/{package}/{setting}/{file}", Control: true, Methods: methods{get: l.getPose}},
		{Path: "/live/apps/{widget}", Control: true, Methods: methods{get: l.getWidgetPicture, del: l.deleteLiveApp}},
		{Path: "/live/schedule", Control: true, Methods: methods{get: l.getSchedule, put: l.putSchedule}},
		{Path: "/live/status", Control: true, Methods: methods{get: l.getStatus}},
		{Path: "/live/watch", Control: true, Methods: methods{get: l.getWatch}},
		{Path: "/live/preview", Control: true, Sends: []string{post}, Methods: methods{post: l.postPreview}},
		{Path: "/live/code", Control: true, Methods: methods{post: postCode}},
		{Path: "/live/picture", Control: true, Methods: methods{post: l.postPicture}},
		{Path: "/live/effects", Control: true, Methods: methods{get: l.getEffects}},
		{Path: "/live/effects/{kind}/{file}", Control: true, Methods: methods{get: l.getEffect}},
		{Path: "/live/look", Methods: methods{get: l.getLook, put: l.putLook}},
		{Path: "/live/quiet", Methods: l.quiet()},
		{Path: "/live/region", Control: true, Methods: l.region()},
		{Path: "/live/night", Control: true, Methods: l.night()},
		{Path: "/live/indicators", Control: true, Methods: methods{get: l.getIndicators, post: l.postIndicators}},
		{Path: "/live/mood", Control: true, Methods: methods{get: l.getMood, put: l.putMood}},
		{Path: "/live/try", Control: true, Methods: methods{post: l.postTry}},
		{Path: "/live/test", Methods: methods{post: l.postTestCard}},
		{Path: "/live/light", Control: true, Methods: methods{get: l.getLight}},
		{Path: "/live/buttons/{name}", Methods: methods{post: l.postButton}},
		{Path: "/live/sounds/{category}/{file}", Control: true, Methods: methods{get: l.getSound}},
	}
}
