// SPDX-License-Identifier: Apache-2.0

package recipes

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// An automation of Home Assistant, as far as the recipes use it.
type automation struct {
	Alias      string
	Triggers   []map[string]any
	Actions    []call
	Conditions []map[string]any
}

// A call is an action of an automation.
type call struct {
	Action string
	Data   struct {
		Topic, Payload                           string // of mqtt.publish
		DeviceID                                 string `yaml:"device_id"`
		Message, Icon, Sound, Priority, IconType string // of lametric.message
		Cycles                                   *int
		StatisticIDs                             string `yaml:"statistic_ids"` // of recorder.get_statistics
		StartTime                                string `yaml:"start_time"`
		Period, Types                            string
	}
	ResponseVariable string `yaml:"response_variable"`
}

// check checks a call of recorder.get_statistics by the schema of Home Assistant
// (components/recorder/services.py).
func (c call) check(t *testing.T) {
	t.Helper()
	if !slices.Contains([]string{"5minute", "hour", "day", "week", "month"}, c.Data.Period) ||
		!slices.Contains([]string{"change", "last_reset", "max", "mean", "min", "state", "sum"}, c.Data.Types) ||
		!strings.Contains(c.Data.StartTime, "now()") || c.Data.StatisticIDs == "" || c.ResponseVariable == "" {
		t.Errorf("Home Assistant would refuse %+v", c)
	}
}

var (
	expression = regexp.MustCompile(`\{\{.*?\}\}`)
	// statistics are a list of values of an answer: its variable, the statistic and the type.
	statistics = regexp.MustCompile(`^\{\{ (\w+)\.statistics\['([^']+)'\] \| map\(attribute='(\w+)'\) \| join\(', '\) \}\}$`)
)

// filled is a template of Home Assistant with values in place of its expressions:
// three numbers for the statistics of an answer, else one.
func filled(t *testing.T, template string, answers map[string]call) string {
	t.Helper()
	return expression.ReplaceAllStringFunc(template, func(e string) string {
		m := statistics.FindStringSubmatch(e)
		switch {
		case m == nil && strings.Contains(e, ".statistics"):
			t.Errorf("%s is no list of statistics", e)
		case m == nil:
		case answers[m[1]].Data.StatisticIDs != m[2] || answers[m[1]].Data.Types != m[3]:
			t.Errorf("no action before has the answer of %s", e)
		default:
			return "18.25, 19.5, 21"
		}
		return "21"
	})
}
