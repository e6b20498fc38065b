// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"net/http"
	"reflect"
	"strings"
	"unicode"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/words"
)

// vocabulary has all words that the sets of data and the languages have, in capitals.
var vocabulary = func() map[string]bool {
	all := map[string]bool{}
	learn := func(texts ...string) {
		for _, text := range texts {
			for _, word := range wordsIn(text) {
				all[word] = true
			}
		}
	}
	learn(titles...)
	learn(values...)
	learn(occasions...)
	// of zones, units, and names that sets give
	learn("AM PM UTC NY New York Shanghai CST Johannesburg SAST ct km kWh ppm FIP Zürich HB holiday")
	learn("neither PNG, GIF, JPEG nor WebP", "the picture cannot be read", "the server answers")
	for code := range 50 {
		learn(http.StatusText(400 + code))
	}
	for _, code := range words.Codes {
		language := kit.LanguageOf(code)
		eachText(reflect.ValueOf(*language), func(s string) { learn(s) })
		for _, day := range language.Phrases.Days {
			learn(string([]rune(day)[:min(2, len([]rune(day)))])) // of the weather where three letters have no room
		}
	}
	return all
}()

// eachText calls do with each text in v.
func eachText(v reflect.Value, do func(string)) {
	switch v.Kind() {
	case reflect.String:
		do(v.String())
	case reflect.Pointer:
		if !v.IsNil() {
			eachText(v.Elem(), do)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachText(v.Field(i), do)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			eachText(v.Index(i), do)
		}
	}
}

// wordsIn returns the words of a text in capitals, without marks around them and accents. What
// has a digit is no word, and Chinese breaks between all characters.
func wordsIn(text string) (all []string) {
	plain := strings.NewReplacer("Ά", "Α", "Έ", "Ε", "Ή", "Η", "Ί", "Ι", "Ό", "Ο", "Ύ", "Υ", "Ώ", "Ω")
	for word := range strings.FieldsSeq(plain.Replace(strings.ToUpper(text))) {
		other := strings.ContainsFunc(word, func(r rune) bool { return unicode.IsDigit(r) || unicode.Is(unicode.Han, r) })
		if word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }); word != "" && !other {
			all = append(all, word)
		}
	}
	return all
}

// pieceOf returns a word of a page that is not whole: it is in no language and no set of data.
func pieceOf(w render.Widget) string {
	switch w := w.(type) {
	case *typeset.Page:
		for _, i := range w.Items {
			for _, word := range wordsIn(i.Text) {
				if !vocabulary[word] {
					return word
				}
			}
		}
	case *render.Stack:
		for _, l := range w.Layers {
			if piece := pieceOf(l.Widget); piece != "" {
				return piece
			}
		}
	}
	return ""
}
