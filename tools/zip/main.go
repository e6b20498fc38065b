// SPDX-License-Identifier: Apache-2.0

// Zip packs files into an archive of a release: the same files give the same bytes, with the
// time of the release for each. An unpacked file may be run if the packed one may.
package main

import (
	"archive/zip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

func main() {
	out := flag.String("o", "", "the archive to write")
	epoch := flag.Int64("epoch", 0, "the time of the files, in seconds since 1970")
	flag.Parse()
	if *out == "" || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: zip -o ARCHIVE [-epoch SECONDS] NAME=FILE…")
		os.Exit(2)
	}
	if err := run(*out, time.Unix(*epoch, 0).UTC(), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "zip:", err)
		os.Exit(1)
	}
}

func run(out string, at time.Time, files []string) error {
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	z := zip.NewWriter(f)
	for _, file := range files {
		name, path, ok := strings.Cut(file, "=")
		if !ok {
			return fmt.Errorf("%s is no NAME=FILE", file)
		}
		if err := add(z, name, path, at); err != nil {
			return err
		}
	}
	return errors.Join(z.Close(), f.Close())
}

// add adds one file.
func add(z *zip.Writer, name, path string, at time.Time) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	head := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at}
	head.SetMode(0o644) // the same for every umask
	if info.Mode()&0o100 != 0 {
		head.SetMode(0o755)
	}
	to, err := z.CreateHeader(head)
	if err == nil {
		_, err = io.Copy(to, from)
	}
	return err
}
