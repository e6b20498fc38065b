package backup

import (
	"bytes"
	"crypto/cipher"
	"crypto/rand"
	"errors"

	"golang.org/x/crypto/chacha20poly1305"
	"golang.org/x/crypto/scrypt"
)

// ErrPassphrase is returned when a passphrase is needed and there is none.
var ErrPassphrase = errors.New("a passphrase is needed: the backup has secrets")

var errWrong = errors.New("the passphrase is wrong, or the file was changed")

// magic begins an encrypted file; salt, nonce and ciphertext follow.
const magic = "ledpost backup, encrypted, form 1\n"

// The cost of a guess of the passphrase: 32 MiB, and a second on a slow board. A
// file cannot ask for more.
const (
	costN, costR, costP = 1 << 15, 8, 1
	saltSize            = 16
)

// seal encrypts a file.
func seal(plain []byte, passphrase string) []byte {
	salt, nonce := make([]byte, saltSize), make([]byte, chacha20poly1305.NonceSizeX)
	rand.Read(salt)  // never fails, crypto/rand
	rand.Read(nonce) //
	out := append(append([]byte(magic), salt...), nonce...)
	return lock(passphrase, salt).Seal(out, nonce, plain, []byte(magic))
}

// open returns the file decrypted, or as it is if it is not encrypted.
func open(file []byte, passphrase string) (plain []byte, sealed bool, err error) {
	rest, sealed := bytes.CutPrefix(file, []byte(magic))
	if !sealed {
		return file, false, nil
	}
	if passphrase == "" {
		return nil, true, ErrPassphrase
	}
	if len(rest) < saltSize+chacha20poly1305.NonceSizeX+chacha20poly1305.Overhead {
		return nil, true, errWrong
	}
	salt, rest := rest[:saltSize], rest[saltSize:]
	nonce, rest := rest[:chacha20poly1305.NonceSizeX], rest[chacha20poly1305.NonceSizeX:]
	plain, err = lock(passphrase, salt).Open(nil, nonce, rest, []byte(magic))
	if err != nil {
		return nil, true, errWrong
	}
	return plain, true, nil
}

// lock returns the cipher of a passphrase.
func lock(passphrase string, salt []byte) cipher.AEAD {
	key, err := scrypt.Key([]byte(passphrase), salt, costN, costR, costP, chacha20poly1305.KeySize)
	if err != nil {
		panic(err) // only with other constants
	}
	aead, err := chacha20poly1305.NewX(key)
	if err != nil {
		panic(err) // likewise
	}
	return aead
}
