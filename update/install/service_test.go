package install

import (
	"reflect"
	"testing"

	"github.com/ledpost/ledpost/update/trial"
)

func TestServiceState(t *testing.T) {
	for text, want := range map[string]trial.Observation{
		"ActiveState=active\nNRestarts=0\n":     {Active: true},
		"NRestarts=3\nActiveState=activating\n": {Active: true, Restarts: 3},
		// the version before had ended by itself, and was stopped for the trial
		"ActiveState=inactive\nNRestarts=2\nJob=17\n": {Active: true, Waiting: true},
		"NRestarts=2\nActiveState=deactivating\n":     {},
		"ActiveState=inactive\nNRestarts=0\n":         {Stopped: true},
		"ActiveState=failed\nNRestarts=1\n":           {Restarts: 1},
		"ActiveState=inactive\nJob=77\n":              {Active: true, Waiting: true},
		"ActiveState=activating\nJob=77\n":            {Active: true},
		"ActiveState=inactive\nJob=0\n":               {Stopped: true},
		"":                                            {},
	} {
		var s trial.Observation
		if serviceState(text, &s); !reflect.DeepEqual(s, want) {
			t.Errorf("%q: %+v, want %+v", text, s, want)
		}
	}
}
