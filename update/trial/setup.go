package trial

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/BurntSushi/toml"
)

// Admin returns what stands for the administrator's file: the same only if nobody has
// changed it. A missing file is as an empty one; "" = it cannot be read.
func Admin(path string) string {
	text, err := readPlain(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Setup returns what stands for how the panel is configured, in the administrator's file
// and in what clients have written in the daemon's directory data: the same only if both
// say the same of it. It takes any version's file, and a missing or bad one as empty.
func Setup(admin, data string) string {
	hash := sha256.New()
	own := filepath.Join(data, "config") // by package config: kept, to be tried, on trial
	for _, path := range []string{admin, filepath.Join(own, "config.toml"), filepath.Join(own, "next.toml"), filepath.Join(own, "trial.toml")} {
		var file struct{ Panel map[string]any }
		if text, err := readPlain(path); err == nil {
			_ = toml.Unmarshal(text, &file)
		}
		text, _ := json.Marshal(file.Panel) // sorted by name; NaN, which cannot be written, is in no configuration
		hash.Write(append(text, '\n'))
	}
	return hex.EncodeToString(hash.Sum(nil))
}
