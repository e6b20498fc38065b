// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"encoding/json"
	"testing"
)

// Faint lists the texts that have less contrast with their background than WCAG 2.2,
// 1.4.3 asks for: 4.5, or 3 for large ones. Disabled elements are exempt there.
const Faint = `JSON.stringify((() => {
	const channel = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
	const parse = s => s.match(/[\d.]+/g).map((v, i) => i < 3 && s.startsWith('color(') ? 255 * v : Number(v)); // color-mix() gives shares of 1
	const light = c => 0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2]);
	const behind = e => {
		for (; e; e = e.parentElement) {
			const c = parse(getComputedStyle(e).backgroundColor);
			if (c[3] !== 0) return c;
		}
		return [255, 255, 255];
	};
	const out = [];
	for (const e of document.querySelectorAll('body *')) {
		const typed = e.matches('input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file]), select');
		const text = typed || [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
		if (!text || !e.checkVisibility({visibilityProperty: true, opacityProperty: true}) || e.closest(':disabled') || e.matches('option, optgroup')) continue;
		for (const style of [getComputedStyle(e), ...(e.placeholder ? [getComputedStyle(e, '::placeholder')] : [])]) {
			const [a, b] = [light(parse(style.color)), light(behind(e))].sort((x, y) => y - x);
			const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
			if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5)) out.push((e.id || e.className || e.tagName) + ': ' + (e.textContent || e.placeholder).trim().slice(0, 30) + ' ' + ((a + 0.05) / (b + 0.05)).toFixed(2));
		}
	}
	return out;
})())`

// Astray lists what sticks out of the window, what a finger can hardly hit: less than
// 24 px each way (WCAG 2.2, 2.5.8), fields into which a telephone zooms: letters of less
// than 16 px, words of a drawing that nobody can read, and buttons that touch the field above.
const Astray = `JSON.stringify((() => {
	const out = [];
	if (document.documentElement.scrollWidth > innerWidth) out.push('the page is ' + document.documentElement.scrollWidth + ' px wide');
	for (const e of document.querySelectorAll('body *')) {
		if (!e.checkVisibility() || e.closest('.hush')) continue;
		const b = e.getBoundingClientRect(), name = e.id || e.name || e.className || e.tagName;
		const over = e.closest('dialog[open]')?.getBoundingClientRect();
		if (b.width && (b.right > innerWidth + 1 || b.left < -1 || b.right > over?.right + 1)) out.push(name + ' sticks out');
		if (e.matches('button, select, input') && (b.width < 24 || b.height < 24) && !e.closest('label')) out.push(name + ' is small');
		if (e.matches('select, input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file])') && parseFloat(getComputedStyle(e).fontSize) < 16) out.push(name + ' has small letters');
		if (e.localName === 'text' && b.height < 10) out.push('the drawn ' + e.textContent + ' is ' + b.height + ' px high');
		if (e.matches('.wide')) {
			let above = e.previousElementSibling;
			while (above && !above.offsetHeight) above = above.previousElementSibling;
			if (above && above.getBoundingClientRect().bottom > b.top - 4) out.push(name + ' touches the field above');
		}
	}
	return out;
})())`

// Nameless lists the controls that have no name for a screen reader, and the
// identifiers that are not unique.
const Nameless = `JSON.stringify((() => {
	const out = [], ids = [...document.querySelectorAll('[id]')].map(e => e.id);
	for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) out.push('twice: ' + id);
	for (const e of document.querySelectorAll('button, input, select, canvas')) {
		const name = e.getAttribute('aria-label') || [...(e.labels || [])].map(l => l.textContent).join('') || (e.tagName === 'BUTTON' && e.textContent);
		if (!(name || '').trim() && e.checkVisibility()) out.push(e.outerHTML.slice(0, 80));
	}
	for (const attribute of ['aria-labelledby', 'aria-describedby', 'for']) {
		for (const e of document.querySelectorAll('[' + attribute + ']')) {
			if (!document.getElementById(e.getAttribute(attribute))) out.push(attribute + ' of nothing: ' + e.getAttribute(attribute));
		}
	}
	return out;
})())`

// Accept fails for each complaint of a script.
func Accept(t *testing.T, ctx context.Context, where, script string) {
	t.Helper()
	var complaints []string
	if err := json.Unmarshal([]byte(Value[string](t, ctx, script)), &complaints); err != nil {
		t.Fatal(err)
	}
	for _, c := range complaints {
		t.Errorf("%s: %s", where, c)
	}
}
