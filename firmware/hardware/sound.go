// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/sounds"
)

// sound is the player with the configuration of its output.
type sound struct {
	*sounds.Player
	cfg config.Audio
}

// audible reports whether a sound could be heard now.
func (s *sound) audible() bool { return s.cfg.Output != "null" && s.Err() == nil }

func (s *sound) health() []api.Component {
	return []api.Component{api.Condition("sound", s.Err(), api.DegradedIf(s.cfg.Chosen()))}
}
