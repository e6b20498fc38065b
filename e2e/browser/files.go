// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/dom"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/internal/must"
)

// Give presses what asks for a file, and chooses one with this name and content.
func (p Part) Give(name, file string, content []byte) {
	p.page.t.Helper()
	path := filepath.Join(p.page.t.TempDir(), file)
	must.Do(p.page.t, os.WriteFile(path, content, 0o600))
	ctx, cancel := context.WithTimeout(p.page.ctx, limit)
	defer cancel()
	intercept := cdpage.SetInterceptFileChooserDialogParams{Enabled: true}
	_, err := chromedp.Call(ctx, cdpage.SetInterceptFileChooserDialog, intercept)
	must.Do(p.page.t, err)
	press := chromedp.Func(func(context.Context, *chromedp.Target) error { p.Press(name); return nil })
	asked, err := chromedp.Run(ctx, chromedp.WaitEvent(cdpage.FileChooserOpened, nil, press))
	if err != nil {
		p.page.fail("to be asked for a file by “"+name+"”", err)
	}
	files := dom.SetFileInputFilesParams{Files: []string{path}, BackendNodeID: asked.BackendNodeID}
	if _, err := chromedp.Call(ctx, dom.SetFileInputFiles, files); err != nil {
		p.page.t.Fatal(err)
	}
}

// Saves presses what saves a file, and returns that file's name and content.
func (p Part) Saves(name string) (file string, content []byte) {
	p.page.t.Helper()
	dir := p.page.t.TempDir()
	_, err := chromedp.CallBrowser(p.page.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
		BrowserContextID: chromedp.FromContext(p.page.ctx).BrowserContextID,
	})
	must.Do(p.page.t, err)
	p.Press(name)
	p.page.until("a file saved by “"+name+"”", func() error {
		found, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		if len(found) != 1 || strings.HasSuffix(found[0].Name(), ".crdownload") {
			return errThere(fmt.Sprintf("%q", found))
		}
		file = found[0].Name()
		content, err = os.ReadFile(filepath.Join(dir, file))
		return err
	})
	return file, content
}
