// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/internal/shallow"
)

// Admin returns what stands for the administrator's file: the same only if nobody has
// changed it. A missing file is as an empty one; "" = it cannot be read.
func Admin(path string) string {
	text, err := readPlain(filepath.Dir(path), filepath.Base(path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// maxParsed bounds the text that is parsed, in bytes: it may come from an unprivileged user.
const maxParsed = 64 << 10

// Setup returns what stands for how the panel is configured, in the administrator's file
// and in what clients have written in the daemon's directory data, with the files that say
// where its LEDs are: the same only if all say the same of it. It takes any version's file,
// and a missing, bad or deeply nested one as empty; of a large one every byte counts.
func Setup(admin, data string) string {
	all := sha256.New()
	setupOf(all, filepath.Dir(admin), filepath.Base(admin), filepath.Dir(admin), data)
	for _, name := range []string{"config.toml", "next.toml", "trial.toml"} { // by package config: kept, to be tried, on trial
		setupOf(all, data, filepath.Join("config", name), data)
	}
	return hex.EncodeToString(all.Sum(nil))
}

// setupOf adds what the configuration name below dir says of the panel. What it calls map is
// a file in one of the folders, or, by an absolute path, anywhere.
func setupOf(all hash.Hash, dir, name string, folders ...string) {
	text, _ := readPlain(dir, name)
	var file struct{ Panel map[string]any }
	if len(text) > maxParsed {
		all.Write(append(text, '\n'))
		return
	}
	if shallow.TooDeep(text) == 0 { // the program takes no such file either
		_ = toml.Unmarshal(text, &file)
	}
	said, _ := json.Marshal(file.Panel) // sorted by name; NaN, which cannot be written, is in no configuration
	all.Write(append(said, '\n'))
	for _, path := range mapFiles(file.Panel) {
		if filepath.IsAbs(path) {
			folders, path = []string{filepath.Dir(path)}, filepath.Base(path)
		}
		for _, folder := range folders {
			text, _ := readPlain(folder, path)
			all.Write(append(text, '\n'))
		}
	}
}

// mapFiles returns the files that the table names as map, of which there is one in any
// configuration that can be used. Keys are read without regard to case.
func mapFiles(panel map[string]any) (paths []string) {
	for _, key := range slices.Sorted(maps.Keys(panel)) {
		if path, is := panel[key].(string); is && strings.EqualFold(key, "map") && path != "" {
			paths = append(paths, path)
		}
	}
	return paths[:min(len(paths), 1)]
}
