// SPDX-License-Identifier: Apache-2.0

package install

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/ledpost/ledpost/update"
)

// Folders in the folder of the previous version.
const (
	keptProgram    = "ledpost"      // a copy of the program, which judges and restores
	keptFiles      = "files"        // of the package, by their paths
	keptConfig     = "config"       // of the administrator
	configBegun    = "config-begun" // the same, when the new version had just been installed
	cacheKept      = "cache"        // the gallery's icons
	snapshotKept   = "state"        // the daemon's data when the copy was made
	snapshotAtStop = "state-at-stop"
	keptList       = "kept.json"
)

// KeptConfig is the copy of the administrator's configuration file, from the version
// before.
const KeptConfig = update.StateDir + "/" + previousDir + "/" + keptConfig + "/config.toml"

// kept lists the kept parts of the version before.
type kept struct {
	Version string            `json:"version"`
	Files   map[string]string `json:"files"`          // SHA-256 of the installed files, by path
	Slot    string            `json:"slot,omitempty"` // where the link to the current slot led; "" = a package
}

// writeKept writes the list; it is on the disk after a sync.
func (d disk) writeKept(k kept) error {
	text, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(d.home(previousDir, keptList), text, 0o600)
}

// readKept returns the list of kept parts.
func (d disk) readKept() (k kept, err error) {
	text, err := os.ReadFile(d.home(previousDir, keptList))
	if err == nil {
		err = json.Unmarshal(text, &k)
	}
	if err != nil {
		return kept{}, fmt.Errorf("install: no version before this one is kept: %w", err)
	}
	return k, nil
}

// untouched reports whether all installed files are those that were kept.
func (d disk) untouched(k kept) bool {
	root, err := os.OpenRoot(d.path("/"))
	if err != nil {
		return false
	}
	defer root.Close()
	for path, hash := range k.Files {
		if is, err := sum(root, strings.TrimPrefix(path, "/")); err != nil || is != hash {
			return false
		}
	}
	return true
}
