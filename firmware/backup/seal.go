// SPDX-License-Identifier: Apache-2.0

package backup

import (
	"bytes"
	"errors"
	"fmt"

	"filippo.io/age"
)

// ErrPassphrase is returned when a passphrase is needed and missing.
var ErrPassphrase = errors.New("a passphrase is needed: the backup has secrets")

var errWrong = errors.New("the passphrase is wrong, or the file was changed")

// magic begins an encrypted file: it is one of age, which opens it too.
const magic = "age-encryption.org/v1\n"

// workFactor is the cost of a guess of the passphrase as a power of two: 32 MiB, and a
// second on a slow board. A file that asks for more is refused: a Raspberry Pi Zero has
// 512 MB.
const workFactor = 15

// seal encrypts a file.
func seal(plain []byte, passphrase string) ([]byte, error) {
	to, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		return nil, err
	}
	to.SetWorkFactor(workFactor)
	var out bytes.Buffer
	out.Grow(len(plain) + len(plain)/1024 + 1024) // with the tags of its parts, and the header
	w, err := age.Encrypt(&out, to)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// open returns the file decrypted, or as it is if it is not encrypted.
func open(file []byte, passphrase string) (plain []byte, sealed bool, err error) {
	if !bytes.HasPrefix(file, []byte(magic)) {
		return file, false, nil
	}
	if passphrase == "" {
		return nil, true, ErrPassphrase
	}
	with, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		return nil, true, err
	}
	with.SetMaxWorkFactor(workFactor)
	var out bytes.Buffer
	r, err := age.Decrypt(bytes.NewReader(file), with)
	if err == nil {
		out.Grow(len(file)) // it has less, and the buffer wants room for a last read
		_, err = out.ReadFrom(r)
	}
	if err != nil {
		return nil, true, fmt.Errorf("%w (%w)", errWrong, err)
	}
	return out.Bytes(), true, nil
}
