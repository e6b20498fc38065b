// SPDX-License-Identifier: Apache-2.0

// Guide writes the documentation as a site of static pages with a search, into
// DIR. It reads the folder docs; docs/README.md is the front page, and its lists
// are the menu. The pages need no server: their search is a script with its index
// beside them, so they work from a folder, too. From the repository's root:
//
//	go -C tools run ./guide -docs ../docs DIR
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	docs := flag.String("docs", "../docs", "folder of the documentation")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: guide [-docs FOLDER] DIR")
		os.Exit(2)
	}
	if err := run(*docs, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "guide:", err)
		os.Exit(1)
	}
}

// run reads every page of docs and writes them, their pictures and the search into dir.
func run(docs, dir string) error {
	g, err := read(docs)
	if err != nil {
		return err
	}
	return g.write(dir)
}
