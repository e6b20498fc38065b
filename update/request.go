// SPDX-License-Identifier: Apache-2.0

package update

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// RequestFile is the name of the file in the daemon's data directory by which
// it asks for an installation.
const RequestFile = "update-request.json"

// Actions of a [Request].
const (
	Install = "install" // install Version
	Back    = "back"    // leave Version for the one before
)

// maxRequest bounds the file of a request, in bytes.
const maxRequest = 4 << 10

// A Request is what the daemon, which has no privileges, asks the root helper
// for. It is a wish and no proof: the helper fetches and checks the signed
// manifest itself, and installs nothing that the manifest does not name.
type Request struct {
	Action  string `json:"action"`            // Install or Back
	Version string `json:"version"`           // what the user agreed to
	Channel string `json:"channel,omitempty"` // of the manifest in which the daemon has seen it; "" = stable
	Counter int64  `json:"counter"`           // of that manifest; 0 for Back
}

// WriteRequest puts r into the data directory dir, in place of a request that
// is there already. Readers find a whole request or none, also after a power
// cut.
func WriteRequest(dir string, r Request) error {
	if err := r.check(); err != nil {
		return err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("update: %w", err)
	}
	if err := durable.WriteFile(filepath.Join(dir, RequestFile), append(text, '\n')); err != nil {
		return fmt.Errorf("update: %w", err)
	}
	return nil
}

// ReadRequest reads the request in dir; an error is [fs.ErrNotExist] without a
// request. It is made to run as root on a directory of a user that may be hostile: it
// follows no symbolic link to the file, does not wait for a pipe, reads regular files
// only, and no more than a few KiB. It does not remove the file.
func ReadRequest(dir string) (Request, error) {
	f, err := os.OpenFile(filepath.Join(dir, RequestFile), os.O_RDONLY|bounded.Careful, 0)
	if err != nil {
		return Request{}, fmt.Errorf("update: request: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Request{}, fmt.Errorf("update: request: %w", err)
	}
	if !info.Mode().IsRegular() {
		return Request{}, fmt.Errorf("update: request: %s is not a regular file", RequestFile)
	}
	text, err := bounded.Read(f, maxRequest)
	if err != nil {
		return Request{}, fmt.Errorf("update: request: %w", err)
	}
	return parseRequest(text)
}

func parseRequest(text []byte) (r Request, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return Request{}, fmt.Errorf("update: request: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return Request{}, errors.New("update: request: unexpected data follow")
	}
	if err := r.check(); err != nil {
		return Request{}, err
	}
	return r, nil
}

// check returns the faults of r.
func (r Request) check() error {
	switch {
	case r.Action != Install && r.Action != Back:
		return fmt.Errorf("update: request: action: %.40q, want %q or %q", r.Action, Install, Back)
	case r.Action == Install && r.Counter < 1:
		return fmt.Errorf("update: request: counter: %d, want 1 or more", r.Counter)
	}
	if r.Channel != "" && !slices.Contains(Channels, r.Channel) {
		return fmt.Errorf("update: request: channel: %.40q, want %s", r.Channel, strings.Join(Channels, " or "))
	}
	if err := named(r.Version); err != nil {
		return fmt.Errorf("update: request: version: %w", err)
	}
	return nil
}
