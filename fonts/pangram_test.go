// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// pangrams are sentences with the letters of ten languages.
var pangrams = map[string]string{
	"english":    "The quick brown fox jumps over the lazy dog.",
	"german":     "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.",
	"french":     "Dès Noël où un zéphyr haï me vêt de glaçons würmiens, je dîne d’exquis rôtis.",
	"spanish":    "¿Benjamín pidió una bebida de kiwi y fresa? ¡Noé, sin vergüenza, la más exquisita champaña!",
	"polish":     "Pchnąć w tę łódź jeża lub ośm skrzyń fig. Zażółć gęślą jaźń.",
	"czech":      "Příliš žluťoučký kůň úpěl ďábelské ódy.",
	"vietnamese": "Do bạch kim rất quý nên sẽ dùng để lắp vô xương. Nguyễn Đỗ Ẩm.",
	"greek":      "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. Άραγε ΰπνος, ΐαση;",
	"russian":    "Съешь же ещё этих мягких французских булок, да выпей чаю.",
	"hebrew":     "דג סקרן שט בים מאוכזב ולפתע מצא לו חברה (14:30).",
}

// TestPangrams compares what both faces draw with the pictures in testdata.
func TestPangrams(t *testing.T) {
	s := openSet(t)
	for language, text := range pangrams {
		got := art(s.Normal, text) + "\n" + art(s.Small, text)
		file := filepath.Join("testdata", "pangrams", language+".txt")
		if *update {
			write(t, file, got)
		}
		want := must.Get(os.ReadFile(file))(t)
		if got != string(want) {
			t.Errorf("%s is\n%swant\n%s", language, got, want)
		}
	}
}
