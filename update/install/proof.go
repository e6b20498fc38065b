// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/update"
)

// A new version has to prove its updater within its trial: a version whose own updater
// fails is one that no later update can mend. The judge asks by a file and starts the
// unit that answers requests, with the new program; that has to read its keys, verify the
// manifest that has led to it, and write an answer.

// updateUnit answers requests.
const updateUnit = "ledpost-update.service"

// Files in the folder of the proof, in the helper's directory.
const (
	proofDir    = "proof"
	proofAsk    = "ask.json"    // by the judge
	proofAnswer = "answer.json" // by the new version
)

// proof is the content of both files.
type proof struct {
	Nonce   string `json:"nonce"`
	Version string `json:"version,omitempty"` // of who answers
}

// hasUpdater reports whether the installed version's updater could be started: where
// somebody has taken it away, a new version has nothing to prove.
func (h *Helper) hasUpdater(ctx context.Context) bool {
	out, err := h.System.Run(ctx, "systemctl", "show", "--property=LoadState", updateUnit)
	return err == nil && strings.TrimSpace(out) == "LoadState=loaded"
}

// keepManifest keeps the verified manifest for the proof. Without one, as when somebody
// runs apt, there is less to prove.
func (d disk) keepManifest(text, signature []byte) error {
	if err := d.cutPoint("manifest"); err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(d.home(proofDir)), os.MkdirAll(d.home(proofDir), 0o755)); err != nil ||
		text == nil {
		return err
	}
	return errors.Join(os.WriteFile(d.home(proofDir, update.ManifestFile), text, 0o644),
		os.WriteFile(d.home(proofDir, update.SignatureFile), signature, 0o644))
}

// askProof asks for a proof, and returns what its answer has to repeat.
func (d disk) askProof() (nonce string, err error) {
	if err := d.cutPoint("proof"); err != nil {
		return "", err
	}
	nonce = rand.Text()
	text, err := json.Marshal(proof{Nonce: nonce})
	if err == nil {
		err = errors.Join(os.MkdirAll(d.home(proofDir), 0o755), os.WriteFile(d.home(proofDir, proofAsk), text, 0o644))
	}
	return nonce, err
}

// proved reports whether the question was answered.
func (d disk) proved(nonce string) bool {
	answer, err := d.readProof(proofAnswer)
	return err == nil && answer.Nonce == nonce
}

func (d disk) readProof(name string) (p proof, err error) {
	text, err := bounded.ReadFile(d.home(proofDir, name), 4<<10)
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	return p, err
}

// prove answers the question of a judge, if there is one that has no answer yet. A
// question that a trial has left without an answer is nobody's: the next request is to be
// served, and not to be taken for it.
func (h *Helper) prove() (asked bool, err error) {
	d := h.disk()
	if m, found := d.readMark(); !found || m.Stage != trying {
		return false, nil
	}
	ask, err := d.readProof(proofAsk)
	if errors.Is(err, fs.ErrNotExist) || err == nil && d.proved(ask.Nonce) {
		return false, nil
	}
	if err == nil {
		err = h.verifyKept()
	}
	if err != nil {
		return true, fmt.Errorf("install: the updater cannot prove that it works: %w", err)
	}
	text, err := json.Marshal(proof{ask.Nonce, h.Version})
	if err != nil {
		return true, err
	}
	return true, os.WriteFile(d.home(proofDir, proofAnswer), text, 0o644)
}

// verifyKept verifies the manifest that has led to this version. Its time may be over,
// and its counter is known: what counts is whether this version trusts who has signed it.
func (h *Helper) verifyKept() error {
	read := func(name string) ([]byte, error) {
		return bounded.ReadFile(filepath.Join(h.disk().home(proofDir), name), update.MaxManifest)
	}
	text, err := read(update.ManifestFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	signature, err2 := read(update.SignatureFile)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	_, err = h.Source.Trust.Verify(text, signature)
	return err
}

// endProof ends a new version that hangs instead of answering: it would keep the unit
// busy, and no later request would be taken. A unit that does not run has nothing to end.
func (h *Helper) endProof(ctx context.Context) {
	_, _ = h.System.Run(ctx, "systemctl", "kill", "--signal=KILL", updateUnit)
}

// askEvery is how often the unit is started until it has answered: an installation may
// still be ending in it, in which a start does nothing.
const askEvery = 10 * time.Second

// examine returns a function that reports whether the version on trial has proved its
// updater, and starts the unit while it has not.
func (h *Helper) examine(m mark) (ask func(ctx context.Context, since time.Duration) bool, err error) {
	d := h.disk()
	if !m.Proof {
		return func(context.Context, time.Duration) bool { return false }, nil
	}
	nonce, err := d.askProof()
	next := askEvery
	return func(ctx context.Context, since time.Duration) bool {
		if d.proved(nonce) {
			return true
		}
		if since >= next {
			next = since + askEvery
			h.systemctl(ctx, "start", "--no-block", updateUnit)
		}
		return false
	}, err
}

// answerTime is how long a server may take for one of the manifest's two files.
const answerTime = 30 * time.Second

// verify returns the manifest of the channel, if it may be installed, and keeps it for
// the proof that the new version owes. Nothing
// of the request but its version and channel is used, and of these what the manifest says.
func (h *Helper) verify(ctx context.Context, wish update.Request) (update.Manifest, error) {
	// Twice: manifest and signature are two requests.
	ctx, cancel := context.WithTimeout(ctx, 2*answerTime)
	defer cancel()
	m, text, signature, err := h.Source.For(wish).Signed(ctx)
	if err != nil {
		return m, err
	}
	s := h.disk().readState()
	now := h.Now()
	if err := m.Fresh(update.Seen{Counter: s.Counter, Now: now, Plausible: h.Plausible(now)}); err != nil {
		return m, err
	}
	if err := m.Follows(h.Version, s, wish); err != nil {
		return m, err
	}
	return m, h.disk().keepManifest(text, signature)
}
