package hw

import (
	"fmt"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/internal/table"
)

// readSource reads a table in which the key "source" decides what other keys it
// has: it sets source, and puts the others where keys says then. A key that this
// source does not have is an error, also one that another has.
func readSource(meta *toml.MetaData, raw toml.Primitive, source *string, keys func() (any, error)) error {
	t, err := table.Read(meta, raw)
	if err != nil {
		return err
	}
	if *source, err = t.Take(meta, "source"); err != nil {
		return err
	}
	into, err := keys()
	if err != nil {
		return err
	}
	return decodeKeys(t, meta, fmt.Sprintf("source %q", *source), into)
}

// checkSource returns the error in the keys of a source.
func checkSource(keys any, err error) error {
	if checked, ok := keys.(interface{ Check() error }); ok {
		return checked.Check()
	}
	return err
}
