// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/durable"
)

// mapName is the name of a map in the data directory, empty for none. It follows from the
// map, so that the configurations before and after a trial each have their own.
func mapName(content []byte) string {
	if content == nil {
		return ""
	}
	sum := sha256.Sum256(content)
	return "panel-" + hex.EncodeToString(sum[:4]) + ".map"
}

// tryPanel tries the configuration in force with other keys of its panel; nil takes a key
// away. content is the file of the map, nil for none.
func (t *trial) tryPanel(keys map[string]any, name string, content []byte) error {
	own, err := config.ChangedPanel(t.Text(), keys, name)
	if err != nil {
		return err
	}
	if content != nil {
		if err := durable.WriteIn(t.dir, name, content); err != nil {
			return err
		}
	}
	return t.Try(own)
}
