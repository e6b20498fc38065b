// SPDX-License-Identifier: Apache-2.0

package trial

import "github.com/ledpost/ledpost/update"

// ExitConfig is the code with which the program ends when it cannot use its configuration
// (EX_CONFIG in sysexits.h). Versions judge each other by it: it never changes.
const ExitConfig = 78

// An Observation is what can be seen of the daemon and the machine at one moment. The
// zero value is a service that neither runs nor was switched off.
type Observation struct {
	update.Health // by the API on loopback

	Busy     bool  `json:"-"`        // the machine has too much to do for anybody to be quick
	Active   bool  `json:"active"`   // the service runs, is being started, or is to be
	Stopped  bool  `json:"stopped"`  // somebody has switched it off: by itself it is always started again
	Waiting  bool  `json:"waiting"`  // it is to be started, after others
	Restarts int   `json:"restarts"` // by systemd, since the service was last started by hand
	Frames   int64 `json:"frames"`   // that were drawn since its start; -1 = not known
	Network  bool  `json:"network"`  // the machine has an address that others can reach
	Reach    bool  `json:"reach"`    // there is a network to be had: a cable with a carrier, or a known Wi-Fi that is in range
	Free     int64 `json:"free"`     // bytes that are free for the daemon's data; -1 = not known

	// Refuses: it does not run, and has ended with [ExitConfig].
	Refuses bool   `json:"-"`
	Admin   string `json:"admin"` // stands for the administrator's file, see [Admin]; "" = not known

	Pictures bool `json:"pictures"` // it draws the test picture, see [API.Draws]

	Proved bool    `json:"-"`      // the version on trial has proved its updater
	Panel  string  `json:"panel"`  // driver and size that the daemon drives; "" = not known
	Setup  string  `json:"setup"`  // stands for the panel's configuration, see [Setup]
	Memory int64   `json:"memory"` // bytes that are the daemon's own; 0 = not known; see [OwnMemory]
	Drawn  int64   `json:"drawn"`  // frames whose lateness is known
	Late   float64 `json:"late"`   // share of them that was late, 0 to 1; see lateFrame
}
