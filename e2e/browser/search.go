// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Search opens the page and calls at for each step of the search for the panel, with its
// name.
func Search(t *testing.T, ctx context.Context, r *rig.Device, width int64, at func(name string)) {
	t.Helper()
	visit(t, ctx, r, width, search, at)
}

// seeking has the page hear a search that has one question of each kind, of a device that
// does not restart for it.
const seeking = `{
	globalThis.heard ??= fetch;
	const state = (more) => ({searching: true, asked: 3, left: 55, ...more}), asks = (kind, likely) => state({question: {kind, text: '', likely}});
	const all = [asks('size'), asks('rows', ['0', '2', '4', '32']), asks('led', ['none', '12,3', '40,20']), asks('colour'), asks('clean'),
		state({failed: 'the picture is wrong even with the slowest clock'}),
		state({found: '[panel]\n  driver = "hub75"\n  cols = 64\n  rows = 32\n  order = "GRB"\n  map = "panel-12.map"\n  slowdown = 2\n', map: '{}'}), {searching: false, asked: 0, left: 0}];
	fetch = async (path, how) => {
		if (path === '/live/panel/find') return Response.json(how.method === 'DELETE' ? {} : all.shift());
		if (path === '/live/config/trial') return Response.json({trial: true, left: 60, locked: {}});
		return path === '/live/config' && how.method === 'PUT' ? Response.json({}) : heard(path, how);
	};
}`

// photographed chooses a photograph of one LED.
const photographed = `{const c = Object.assign(document.createElement('canvas'), {width: 640, height: 400}), g = c.getContext('2d');
	g.fillStyle = '#15171c';
	g.fillRect(0, 0, 640, 400);
	g.fillStyle = '#fff';
	g.fillRect(300, 180, 8, 8);
	c.toBlob((blob) => {
		const d = new DataTransfer(), f = document.querySelector('#setup-body input[type=file]');
		d.items.add(new File([blob], 'photo.png'));
		f.files = d.files;
		f.dispatchEvent(new Event('change'));
	});}`

// seeks is a stop at a question of the search for the panel.
func seeks(name string, there ...Step) stop { return stop{"seek-" + name, there, nil} }

// search are the steps of the search for a panel of 64×32.
var search = []stop{
	{"setup", []Step{Click("#setup-open"), chromedp.WaitVisible(".kind-of")}, nil},
	{"setup-size", []Step{Pick("hub75"), Until(`document.querySelector('#setup-body [name=rows]') !== null`), Enter("rows", "16"), Enter("cols", "32")}, nil},
	seeks("size", JS(seeking), Click(".seek-open"), Until(`document.querySelector('#setup-body [value="32x16"]') !== null`)),
	seeks("rows", Pick("64x32"), Until(`document.querySelector('#setup-body [value="2"]') !== null`)),
	seeks("led", Pick("2"), Until(`document.querySelector('.seek-board')?.width > 64`), JS(`document.querySelector('.seek-board').focus()`), chromedp.KeyEvent(kb.ArrowUp), Until(`document.querySelector('#setup-body [name=row]').value === '17'`)),
	seeks("photo", JS(photographed), Until(`document.querySelectorAll('.seek-corner').length === 4`), Until(Focus(".seek-corner"))),
	seeks("colour", Pick("cancel"), Until(`document.querySelector('#setup-body [value=red]') !== null`)),
	seeks("clean", Pick("red"), Until(`document.querySelector('.seek-frame') !== null`)),
	seeks("failed", Pick("no"), Until(`document.querySelector('#setup-body [value=no]') === null`)),
	seeks("found", Pick("back"), Until(`document.querySelector('.seek-facts') !== null`), JS(`document.querySelector('#setup-body details').open = true`)),
	{"seek-over", []Step{Pick("again"), Until(`document.querySelector('#setup-body [value=go-on]') !== null`)}, []Step{JS(`fetch = heard`), Pick("stop"), chromedp.WaitVisible(".kind-of")}},
}
