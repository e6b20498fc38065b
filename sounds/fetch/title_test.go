// SPDX-License-Identifier: Apache-2.0

package fetch

import "testing"

// TestTitlesOfFields: what a station sends for its own player becomes a title.
func TestTitlesOfFields(t *testing.T) {
	for _, row := range []struct{ why, sent, want string }{
		{"a title", "Foo Fighters - Everlong", "Foo Fighters - Everlong"},
		{"iHeart's",
			`Foo Fighters - text="Everlong" song_spot="M" MediaBaseId="1234" itunesTrackId="0" TAID="1" cartcutId="3"`,
			"Foo Fighters - Everlong"},
		{"with quotes within", `Artist - text="Say "Hello"" song_spot="M"`, `Artist - Say "Hello"`},
		{"a field within a field", `text="text="Spot Block End" amgTrackId="9876543"" length="00:00:00"`, "Spot Block End"},
		{"separated by commas", `title="Everlong",artist="Foo Fighters",url="song_spot=\"M\""`, "Foo Fighters - Everlong"},
		{"without an artist", `text="The News" song_spot="T"`, "The News"},
		{"an artist of its own is empty", `title="Everlong",artist=""`, "Everlong"},
		{"cut before a value", `Foo Fighters - text="Everlong" song_spot=`, "Foo Fighters - Everlong"},
		{"cut in a value", `Foo Fighters - text="Everlong" song_spot="`, "Foo Fighters - Everlong"},
		{"cut in a name", `Foo Fighters - text="Everlong" song_sp`, "Foo Fighters - Everlong"},
		{"cut before a name", `title="Everlong",artist="Foo Fighters",`, "Foo Fighters - Everlong"},
		{"cut in the title", `Foo Fighters - text="Ever`, "Foo Fighters - Ever"},
		{"cut with quotes within", `Artist - text="Say "Hello"" song_spot=`, `Artist - Say "Hello"`},
		{"a title that ends with a word behind quotes", `Nick - "Heroes" live`, `Nick - "Heroes" live`},
		{"fields of which none is a title", `Station - adw_ad="true" durationMilliseconds="30000"`,
			`Station - adw_ad="true" durationMilliseconds="30000"`},
		{"a formula is no field", `A="B`, `A="B`},
		{"an entity of HTML", "Simon &amp; Garfunkel - The Boxer", "Simon & Garfunkel - The Boxer"},
		{"a number of HTML", "Guns N&#39; Roses - Knockin&#x2019; on", "Guns N' Roses - Knockin\u2019 on"},
		{"a letter of HTML", "Die &Auml;rzte - Schrei nach &uuml;", "Die \u00c4rzte - Schrei nach \u00fc"},
		{"escaped twice", "Guns N&amp;#39; Roses - x", "Guns N' Roses - x"},
		{"a control character of HTML", "a&#7;b&#10;c", "abc"},
		{"no entity", "AC&DC - R&B; R&not B &nothing;", "AC&DC - R&B; R&not B &nothing;"},
		{"quotes of fields", `Artist - text=&quot;Song&quot; song_spot=&quot;M&quot;`, "Artist - Song"},
		{"quotes in a title", `Nick "The Fox" - "Heroes"`, `Nick "The Fox" - "Heroes"`},
	} {
		got, ok := streamTitle([]byte("StreamTitle='" + row.sent + "';\x00\x00"))
		if !ok || got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}
