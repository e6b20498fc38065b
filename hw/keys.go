// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"maps"
	"slices"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/table"
)

// decodeKeys puts the keys of a table into the struct that into points to; whose
// says in errors whose keys they are.
func decodeKeys(t table.Table, meta *toml.MetaData, whose string, into any) error {
	var errs []error
	for _, err := range keyerr.Split(t.Decode(meta, into)) {
		key := keyerr.Key(err)
		if errors.Is(err, table.ErrUnknown) {
			errs = append(errs, keyerr.New(key, "%s: unknown key %s", whose, key))
		} else {
			errs = append(errs, keyerr.New(key, "%s: %s: %s", whose, key, err))
		}
	}
	return errors.Join(errs...)
}

// noZeros refuses zeros where the drivers' configurations take them for "not
// given": who writes one means something else.
func noZeros(t table.Table, meta *toml.MetaData) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(t)) {
		var v any
		if meta.PrimitiveDecode(t[key], &v) == nil && key != "rotate" && key != "slowdown" && zero(v) {
			errs = append(errs, keyerr.New(key, "%s: 0 is not possible; leave the key out for the default", key))
		}
	}
	return errors.Join(errs...)
}

// zero reports whether v is 0, or an array of nothing else.
func zero(v any) bool {
	if all, ok := v.([]any); ok {
		return len(all) > 0 && !slices.ContainsFunc(all, func(v any) bool { return !zero(v) })
	}
	return v == int64(0) || v == 0.0
}
