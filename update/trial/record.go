// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/shallow"
)

// RecordFile is the name of the file of a [Record] in the helper's directory. Units ask
// whether it is there, and nothing else of it.
const RecordFile = "probation.json"

const maxRecord = 64 << 10 // bytes

// A Record is what of a probation outlives a power cut.
type Record struct {
	Version string        `json:"version"` // on probation, or taken back
	From    string        `json:"from"`    // what it can be taken back to: a version, or the image's root partition
	Ran     time.Duration `json:"ran"`     // running time so far
	Back    bool          `json:"back"`    // it was taken back for the network, see [Verdict]
	Before  Observation   `json:"before"`  // how the version before was seen
}

// ReadRecord returns the record in dir, and whether there is one. An unreadable record
// counts as missing: the probation ends.
func ReadRecord(dir string) (r Record, found bool) {
	text, err := bounded.ReadFile(filepath.Join(dir, RecordFile), maxRecord)
	if err != nil || json.Unmarshal(text, &r) != nil {
		return Record{}, false
	}
	return r, true
}

// Keep replaces the record in dir, and waits until it is on the disk.
func (r Record) Keep(dir string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	if err := durable.Replace(filepath.Join(dir, RecordFile), append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	return nil
}

// Forget removes the record in dir: the probation is over.
func Forget(dir string) error {
	if err := os.Remove(filepath.Join(dir, RecordFile)); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	// Else a power cut brings it back, and its trial would begin again.
	if err := durable.SyncDir(dir); err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	return nil
}

// maxPlain bounds a file of the daemon's directory, in bytes.
const maxPlain = 1 << 20

// readPlain reads a small regular file below dir as root. The directory may belong to an
// unprivileged user: no link leads out of it, no link to the file is followed, no device is
// opened, and no pipe waited for.
func readPlain(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, _, err := bounded.Open(root, name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return bounded.Read(f, maxPlain)
}

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
	// by package config: kept, to be tried, on trial
	for _, name := range []string{"config.toml", "next.toml", "trial.toml"} {
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
