// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/device"
)

// alarms adds the pages of a clock around an alarm: the one that rings, with and without
// a sunrise, the rest of a snooze, and the next alarm in the evening.
func (s *stage) alarms(all map[string]looked, i int, now time.Time) {
	rings := now.Truncate(time.Minute)
	settings := fmt.Sprintf(`{"hours":%d,"alarms":[{"time":%q,"snooze":%d,"sunrise":%%d}]}`, hoursOf(i), rings.Format("15:04"), 1+i%30)
	before := func(a device.App) { a.Step(rings.Add(-time.Hour)) }
	all["alarm"] = looked{root: s.step(clock.App, fmt.Sprintf(settings, 0), "", rings, before).Alert.View.Root}
	all["alarm with a sunrise"] = looked{root: s.step(clock.App, fmt.Sprintf(settings, 10), "", rings, before).Alert.View.Root, moves: true}
	all["snooze"] = looked{root: s.view(clock.App, fmt.Sprintf(settings, 0), "", rings.Add(16*time.Second), before, func(a device.App) {
		a.Step(rings)
		a.(device.Presser).Press("", device.ButtonAction, rings)
	})}
	evening := rings.Truncate(24 * time.Hour).Add(time.Duration(20*60+5*i)*time.Minute + 31*time.Second)
	told := fmt.Sprintf(`{"hours":%d,"alarms":[{"time":"%02d:%02d"}]}`, hoursOf(i), 5+i%3, i)
	all["alarm told"] = looked{root: s.view(clock.App, told, "", evening, func(a device.App) { a.Step(evening.Add(-time.Hour)) })}
}
