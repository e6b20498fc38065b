// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// Endpoints returns what every device has.
func (l *Live) Endpoints() []rest.Endpoint {
	const get, put, post, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete
	type methods = rest.Methods
	type dev = device.Device
	d := l.cfg.Device
	return []rest.Endpoint{
		{Path: "/live/apps", Control: true, Methods: methods{get: l.getLiveApps, put: l.putLiveApps, post: l.postLiveApp}},
		{Path: "/live/apps/catalogue", Control: true, Methods: methods{get: l.getCatalogue}},
		{Path: "/live/apps/catalogue/{package}/{setting}/{file}", Control: true, Private: true, Methods: methods{get: l.getPose}},
		{Path: "/live/apps/{widget}", Control: true, Private: true, Methods: methods{get: l.getWidgetPicture, del: l.deleteLiveApp}},
		{Path: "/live/schedule", Control: true, Methods: methods{get: l.getSchedule, put: l.putSchedule}},
		{Path: "/live/status", Control: true, Methods: methods{get: l.getStatus}},
		{Path: "/live/watch", Control: true, Methods: methods{get: l.getWatch}},
		{Path: "/live/preview", Control: true, Methods: methods{post: l.postPreview}},
		{Path: "/live/code", Control: true, Methods: methods{post: postCode}},
		{Path: "/live/picture", Control: true, Methods: methods{post: l.postPicture}},
		{Path: "/live/effects", Control: true, Methods: methods{get: l.getEffects}},
		{Path: "/live/effects/{kind}/{file}", Control: true, Private: true, Methods: methods{get: l.getEffect}},
		{Path: "/live/look", Methods: rest.Object(put, d, (*dev).Look, wire.PutLook, wire.LookOf)},
		{Path: "/live/quiet", Methods: rest.Object(put, d, (*dev).QuietHours, wire.PutQuiet, wire.QuietOf)},
		{Path: "/live/region", Control: true, Methods: rest.Object(put, d, (*dev).Region, wire.PutRegion, wire.RegionOf)},
		{Path: "/live/night", Control: true, Methods: rest.Object(put, d, (*dev).Night, wire.PutNight, wire.NightOf)},
		{Path: "/live/indicators", Control: true, Methods: rest.Object(post, d, (*dev).Indicators, wire.PutIndicators, wire.IndicatorsOf)},
		{Path: "/live/mood", Control: true, Methods: rest.Object(put, d, (*dev).Mood, wire.PutMood, wire.MoodOf)},
		{Path: "/live/playing", Control: true, Methods: rest.Object(put, d, (*dev).Playing, wire.PutPlaying, wire.PlayingOf)},
		{Path: "/live/try", Control: true, Methods: methods{post: l.postTry}},
		{Path: "/live/test", Methods: methods{post: l.postTestCard}},
		{Path: "/live/light", Control: true, Methods: methods{get: l.getLight, put: putLight(l.cfg)}},
		{Path: "/live/buttons/{name}", Methods: methods{post: l.postButton}},
		{Path: "/live/sounds/{category}/{file}", Control: true, Methods: methods{get: l.getSound}},
	}
}
