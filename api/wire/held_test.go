// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// TestHeldBytes: what notifications are counted as, of which some megabytes are kept, is about what they take.
func TestHeldBytes(t *testing.T) {
	list := func(n int, part string) string { return strings.TrimSuffix(strings.Repeat(part+",", n), ",") }
	var regions string
	for i := range 16 {
		regions += fmt.Sprintf(`{"id":"a%d","role":"row","text":"ab"},`, i)
	}
	regions = strings.TrimSuffix(regions, ",")
	text := strings.Repeat("abcdefg ", 128)
	for why, frames := range map[string]string{
		"one word":           `{"text":"a"}`,
		"small frames":       list(32, `{"text":"a"}`),
		"long texts":         list(4, `{"text":"`+text+`"}`),
		"fragments":          list(4, `{"text":[`+list(16, `{"t":"ab","c":"#ff0000"}`)+`]}`),
		"charts":             list(32, `{"chartData":[`+list(512, `1`)+`]}`),
		"goals":              list(32, `{"goalData":{"start":0,"current":1,"end":2,"unit":"km"}}`),
		"commands":           list(4, `{"draw":[`+list(256, `{"disc":[0,0,9,"#ffffff"]}`)+`]}`),
		"letters of command": list(4, `{"draw":[`+list(256, `{"text":[0,0,"abcd","#ffffff"]}`)+`]}`),
		"bitmaps":            list(4, `{"draw":[{"bitmap":[0,0,64,64,[`+list(4096, "null")+`]]}]}`),
		"regions":            "", // of the model itself
		"all together":       list(32, `{"text":"a","icon":"i1","background":"plasma","overlay":"snow","effect":"rainbow"}`),
	} {
		body := []byte(`{"model":{"frames":[` + frames + `]}}`)
		if frames == "" {
			body = []byte(`{"model":{"regions":[` + regions + `]}}`)
		}
		const copies = 10
		var all []note.Notification
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for range copies {
			all = append(all, must.Get(ParseNotification(body))(t))
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		counted := 0
		for i := range all[0].Frames {
			counted += all[0].Frames[i].Size()
		}
		takes := int(after.HeapAlloc-before.HeapAlloc) / copies
		if limit := counted + counted/2 + 4<<10; takes > limit {
			t.Errorf("%s: counted as %d bytes, takes %d", why, counted, takes)
		}
		runtime.KeepAlive(all)
	}
}
