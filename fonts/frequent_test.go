// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"fmt"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// frequent are the emoji that people send most, by Unicode's list of their frequency (2021) and the counts of
// Emojitracker, the most frequent first. Flags are left out.
const frequent = "" +
	"😂❤🤣👍😭🙏😘🥰😍😊🎉😁💕🥺😅🔥🤦🤷🙄😆🤗😉🎂🤔👏🙂😳🥳😎👌💜😔💪✨💖👀😋😏😢👉💗😩💯🌹💞🎈💙😃😡💐" +
	"😜🙈🤞😄🤤🙌🤪❣😀💋💀👇💔😌💓🤩🙃😬😱😴🤭😐🌞😒😇🌸😈🎶✌🎊🥵😞💚☀🖤💰😚👑🎁💥🙋☹😑🥴👈💩✅👋🤮😤" +
	"🤢🌟❗😥🌈💛😝😫😲🖕‼🔴🌻🤯💃👊🤬🏃😕👁⚡☕🍀💦⭐🦋🤨🌺😹🤘🌷💝💤🤝🐰😓💘🍻😟😣🧐😠🤠😻🌙😛🤙🙊🧡🤡" +
	"🤫🌼🥂😷🤓🥶😶😖🎵🚶😙🍆🤑💅😗🐶🍓👅👄🌿🚨📣🤟🍑🍃😮💎📢🌱🙁🍷😪🌚🏆🍒💉💫🍰⬇😵💟✔🍾🍫👸👻☺😺😸😽" +
	"🙀😿😾🙉🤥🤒🤕🤧😨😰😦😧😯🤲👎✊🤚✋🖐☝👆✍🧠👂👃🙅🙆💁🙇👶👩👨👧👦🕺👫👪🎅🌴🌵🍁🍂🌊🌍🌎🌏🌝❄☁☔" +
	"⛄💧🐱🐻🐼🐷🐸🐵🐒🐔🐧🐦🐤🐍🐢🐟🐬🐳🦄🐴🐮🐭🐯🦁🐨🐾🕊🦊🐛🐝🐞🐙🍕🍔🍟🍎🍉🍌🍇🍍🥑🍬🍭🍪🍩🍦🍺🍸🍹🍴" +
	"🍿🍳🎀🎄🎃🎤🎧🎸🎮⚽🏀🥇🏈⚾🎯🎲📷📱💻📺☎📞📌📍📝📚📖✏📅⏰⌛💡🔑🔒🔔💵💸💳💍👗👠👟🎓💄✈🚀🚲🚗🏠🏡" +
	"🚩🏁⚠❌❓⭕🔵⚫⚪🆗🆕🔝♻➡⬅⬆♥💭💬💨💢💌☑💣💊🔪🔮🎨🎬🎗"

// TestFrequentEmoji: each is drawn for letters of every size, and for letters of 10 rows and more no two look the same.
func TestFrequentEmoji(t *testing.T) {
	n := 0
	s := must.Get(Open(Options{Rows: 64}))(t)
	looks := map[string]rune{}
	for _, r := range frequent {
		n++
		for _, f := range []*Face{s.Small, s.Normal, s.Letters(10), s.Letters(12), s.Letters(16), s.Digits(24), s.Digits(32)} {
			if f.emoji(r) == nil {
				t.Errorf("%c (U+%04[1]X) is not drawn beside capitals of %d rows", r, f.Cap())
			}
		}
		g := large()[single(r)]
		if g == nil {
			t.Errorf("%c (U+%04[1]X) is not drawn in %d rows", r, largeRows)
			continue
		}
		look := fmt.Sprint(g.pix)
		if other, ok := looks[look]; ok {
			t.Errorf("%c and %c look the same in %d rows", other, r, largeRows)
		}
		looks[look] = r
	}
	if n < 300 {
		t.Errorf("%d emoji, want 300", n)
	}
}

// TestLargePictographs are 12 by 12 pixels in colour, each with tones of its own, and most of them bright.
func TestLargePictographs(t *testing.T) {
	for k, g := range large() {
		if g.w != largeRows || len(g.rows) != largeRows || g.pix == nil {
			t.Errorf("%c (U+%04[1]X) is %d by %d, want %d by %[4]d in colour", k.character(), g.w, len(g.rows), largeRows)
		}
	}
}
