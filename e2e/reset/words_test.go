// SPDX-License-Identifier: Apache-2.0

package reset

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// word is a word that the owner alone has said.
const word = "qanary"

// fill puts the word into all that v, a pointer, leads to and can hold one: a field that
// somebody adds is filled, too. It returns how many it has found.
func fill(v reflect.Value) int { return filler{}.fill(v) }

// A filler knows the types around a value: one that holds itself is filled once.
type filler map[reflect.Type]bool

func (f filler) fill(v reflect.Value) (n int) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() && !f[v.Type().Elem()] {
			v.Set(reflect.New(v.Type().Elem()))
		}
		if !v.IsNil() {
			return f.fill(v.Elem())
		}
	case reflect.String:
		v.SetString(word)
		return 1
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(`"` + word + `"`))
			return 1
		}
		if !f[v.Type().Elem()] {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			return f.fill(v.Index(0))
		}
	case reflect.Array:
		for i := range v.Len() {
			n += f.fill(v.Index(i))
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		n = f.fill(key) + f.fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		return f.fields(v)
	}
	return n
}

func (f filler) fields(v reflect.Value) (n int) {
	if f[v.Type()] || v.Type() == reflect.TypeFor[time.Time]() {
		return 0
	}
	f[v.Type()] = true
	defer delete(f, v.Type())
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			n += f.fill(v.Field(i))
		}
	}
	return n
}

// lines are the paths of all words in v, each with the word, as a file that people write.
func lines(v reflect.Value, path string) (text string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return lines(v.Elem(), path)
		}
	case reflect.String:
		return path + " = \"" + v.String() + "\"\n"
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			text += lines(v.Index(i), path)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				text += lines(v.Field(i), path+"."+f.Name)
			}
		}
	}
	return text
}

// told returns the files below root that hold one of the words, or have it in their name.
func told(t *testing.T, root string, words ...string) (all []string) {
	t.Helper()
	must.Do(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		name := strings.TrimPrefix(path, root)
		text := []byte(d.Name())
		if d.Type().IsRegular() {
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text = append(text, content...)
		}
		for _, w := range words {
			if bytes.Contains(bytes.ToLower(text), []byte(strings.ToLower(w))) {
				all = append(all, name)
				break
			}
		}
		return nil
	}))
	return all
}
