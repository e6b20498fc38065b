package firmware

import (
	"github.com/ledpost/ledpost/api"
)

// health is what works. What was asked for in the configuration and does not
// work has failed; what is only taken where it is there is absent.
func (a *appliance) health() []api.Part {
	parts := []api.Part{
		condition("state", a.data.store.Fault(), api.Failed),
		condition("clock", a.clock.fault(), api.Absent),
		condition("panel", a.screen.panel.fault(), api.Failed),
		condition("sound", a.player.Err(), failedIf(a.Config.Audio.Chosen())),
	}
	if a.light.chosen() {
		parts = append(parts, condition("light", a.light.fault(), api.Failed))
	}
	if len(a.buttons.sources) > 0 {
		parts = append(parts, condition("buttons", a.buttons.sources.Fault(), api.Failed))
	}
	if l := a.diagnosis.unreported.Load(); l != nil {
		parts = append(parts, api.Part{Name: "doctor", Status: api.Absent, Detail: inWords(*l)})
	}
	if a.mqtt != nil {
		parts = append(parts, mqttHealth(a.mqtt, a.Config.MQTT))
	}
	return append(parts, a.discovery.health()...)
}

func failedIf(chosen bool) api.Status {
	if chosen {
		return api.Failed
	}
	return api.Absent
}

// condition is the health of what is called name, which has the status broken
// while it has an error.
func condition(name string, err error, broken api.Status) api.Part {
	if err == nil {
		return api.Part{Name: name, Status: api.OK}
	}
	return api.Part{Name: name, Status: broken, Detail: err.Error()}
}
