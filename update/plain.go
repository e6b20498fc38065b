// SPDX-License-Identifier: Apache-2.0

package update

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"os"
	"regexp"
	"strings"
	"syscall"
)

// worded is an error that has words for the device's owner, too.
type worded struct {
	error
	words string
}

func (w *worded) Unwrap() error { return w.error }

// Worded returns cause, which is not nil, with the words in which [Plain] tells it.
func Worded(words string, cause error) error { return &worded{cause, words} }

// packages name where an error comes from, which its reader need not know.
var packages = regexp.MustCompile(`\b(update|install|gokrazy|trial): `)

// Plain returns err, which is not nil, for the device's owner: in place of the words of the
// network, of the disk and of other programs stand plain ones, which the page also has in
// its other languages. The log keeps err itself.
func Plain(err error) string {
	text := err.Error()
	if joined, ok := err.(interface{ Unwrap() []error }); ok && text == errors.Join(joined.Unwrap()...).Error() {
		var all []string
		for _, one := range joined.Unwrap() {
			all = append(all, Plain(one))
		}
		return strings.Join(all, "; ")
	}
	if words, cause := system(err); cause != nil {
		text = strings.Replace(text, cause.Error(), words, 1)
	}
	return strings.ReplaceAll(packages.ReplaceAllString(text, ""), "\n", "; ")
}

// system finds the error of the network, the disk or another program in err, and returns it with
// plain words for it. The cause is nil where the program itself made err.
func system(err error) (words string, cause error) {
	var (
		known       *worded
		path        *fs.PathError
		link        *os.LinkError
		number      syscall.Errno
		certificate *tls.CertificateVerificationError
		network     net.Error
		syntax      *json.SyntaxError
		kind        *json.UnmarshalTypeError
	)
	bare := errors.As(err, &number) // a number is an error of the network, too, in name
	switch {
	case errors.As(err, &known):
		return known.words, known
	case errors.As(err, &certificate):
		return "the server's certificate is not valid", whole(err, certificate)
	case errors.As(err, &path):
		return full(err, path.Path+" cannot be read or written"), path
	case errors.As(err, &link):
		return full(err, link.New+" cannot be read or written"), link
	case errors.As(err, &network) && network != error(number):
		return "the server cannot be reached", network
	case bare:
		return full(err, "the disk cannot be read or written"), number
	case errors.As(err, &syntax):
		return damaged, syntax
	case errors.As(err, &kind):
		return damaged, kind
	case errors.Is(err, context.Canceled):
		return "the machine restarted meanwhile", context.Canceled
	}
	return "", nil
}

const damaged = "the file is damaged"

// whole returns the network's error that holds cause, or cause: the address in it goes, too.
func whole(err, cause error) error {
	if network := net.Error(nil); errors.As(err, &network) {
		return network
	}
	return cause
}

// full returns words, or those for a disk without room.
func full(err error, words string) string {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return "there is no room on the disk"
	}
	return words
}
