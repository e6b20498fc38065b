// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"fmt"

	"github.com/ledpost/ledpost/hw/drawer"
)

var errNoDisplay = errors.New("hw: the configuration has no panel")

// OpenDisplay opens a panel of this machine, of any driver, as a display.Drawer of periph.
func OpenDisplay(cfg PanelConfig) (*drawer.Display, error) {
	spec, err := cfg.Spec()
	if err != nil {
		return nil, fmt.Errorf("hw: panel: %w", err)
	}
	p, err := cfg.open()
	if p == nil {
		err = errors.Join(err, errNoDisplay)
	}
	if err != nil {
		return nil, err
	}
	return drawer.Of(p, fmt.Sprintf("%s{%s}", cfg.driver, spec.Place.Port), spec.Kind), nil
}
