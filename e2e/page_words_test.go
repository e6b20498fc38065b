package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPageSpeaks: the page speaks the browser's language, and the one that is chosen
// on it, which it keeps.
func TestPageSpeaks(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := launch(t, nil)
	r.call("PUT", "/api/v2/device/display", `{"brightness":60,"brightness_mode":"manual"}`, nil)
	signIn(t, ctx, r)
	says := func(language, send, brightness string) {
		t.Helper()
		eventually(t, "the page speaks "+language, func() bool {
			ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`document.documentElement.lang === '`+language+`' && document.getElementById('send-title').textContent === '`+send+
				`' && document.querySelector('[name=brightness-now]').textContent.replace(/\s/, ' ') === '`+brightness+`'`))
			return err == nil && ok // there is an error while the page is loaded anew
		})
	}
	says("en", "Send", "60%")
	for _, c := range []struct{ language, send, brightness string }{
		{"de", "Senden", "60 %"}, {"es", "Enviar", "60 %"}, {"fr", "Envoyer", "60 %"}, {"zh", "发送", "60%"},
	} {
		do(t, ctx, js(`{const s = document.getElementById('language'); s.value = '`+c.language+`'; s.dispatchEvent(new Event('change'));}`))
		says(c.language, c.send, c.brightness)
	}
	do(t, ctx, js(`localStorage.removeItem('ledpost.language')`), chromedp.Reload())
	says("en", "Send", "60%")
}
