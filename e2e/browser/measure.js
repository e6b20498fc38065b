// SPDX-License-Identifier: Apache-2.0

// What is wrong with how a page looks: each lists its complaints.

globalThis.measure ??= (() => {
  const channel = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  // color-mix() gives shares of 1.
  const parse = (s) => s.match(/[\d.]+/g).map((v, i) => (i < 3 && s.startsWith('color(') ? 255 * v : Number(v)));
  const name = (e) => e.id || e.getAttribute('name') || e.getAttribute('class') || e.tagName;
  const typed = 'input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file]), select';

  function behind(e) {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c[3] !== 0) return c;
    }
    return [255, 255, 255];
  }

  // faint are the texts that have less contrast with what is behind them than WCAG 2.2, 1.4.3
  // asks for: 4.5, or 3 for large ones. Disabled elements are exempt there.
  function faint() {
    const out = [];
    for (const e of document.querySelectorAll('body *')) {
      const text = e.matches(typed) || [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
      if (!text || e.closest(':disabled') || e.matches('option, optgroup')) continue;
      if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      for (const style of [getComputedStyle(e), ...(e.placeholder ? [getComputedStyle(e, '::placeholder')] : [])]) {
        const [a, b] = [light(parse(style.color)), light(behind(e))].sort((x, y) => y - x);
        const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
        const contrast = (a + 0.05) / (b + 0.05);
        const words = (e.textContent || e.placeholder).trim().slice(0, 30);
        if (contrast >= (large ? 3 : 4.5)) continue;
        out.push(`${name(e)}: “${words}” has a contrast of ${contrast.toFixed(2)}`);
      }
    }
    return out;
  }

  // touched is what a wide button touches above it.
  function touched(e) {
    let above = e.previousElementSibling;
    while (above && !above.offsetHeight) above = above.previousElementSibling;
    return above && above.getBoundingClientRect().bottom > e.getBoundingClientRect().top - 4;
  }

  // overdrawn are the texts of drawings that lie over others of the same drawing.
  function overdrawn() {
    const out = [], over = (p, q) => p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom;
    for (const drawing of document.querySelectorAll('svg')) {
      const texts = [...drawing.querySelectorAll('text')].filter((e) => e.checkVisibility());
      const all = texts.map((e) => [e.textContent, e.getBoundingClientRect()]);
      all.forEach(([text, p], i) => {
        const under = all.slice(i + 1).filter(([, q]) => over(p, q));
        out.push(...under.map(([other]) => `the drawn “${text}” lies over “${other}”`));
      });
    }
    return out;
  }

  // scrolled is whether an element is in a row that one scrolls sideways, which is in sight itself.
  function scrolled(e) {
    const row = e.parentElement;
    if (!row || row.matches('dialog, body')) return false;
    return getComputedStyle(row).overflowX === 'auto' && row.getBoundingClientRect().right <= innerWidth || scrolled(row);
  }

  // astray is what sticks out of the window, what a finger can hardly hit: less than 24 px each
  // way (WCAG 2.2, 2.5.8), fields into which a telephone zooms: letters of less than 16 px, words
  // of a drawing that nobody can read or that lie over others, and buttons that touch the field above.
  function astray() {
    const out = overdrawn(), wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) out.push(`the page is ${wide} px wide`);
    for (const e of document.querySelectorAll('body *')) {
      if (!e.checkVisibility() || e.closest('.hush')) continue;
      const b = e.getBoundingClientRect(), over = e.closest('dialog[open]')?.getBoundingClientRect();
      const outside = b.right > innerWidth + 1 || b.left < -1 || b.right > over?.right + 1;
      if (b.width && outside && !scrolled(e)) out.push(name(e) + ' sticks out');
      const target = e.matches('button, select, input') && !e.closest('label');
      if (target && (b.width < 24 || b.height < 24)) out.push(name(e) + ' is small');
      if (e.matches(typed) && parseFloat(getComputedStyle(e).fontSize) < 16) out.push(name(e) + ' has small letters');
      if (e.localName === 'text' && b.height < 10) out.push(`the drawn “${e.textContent}” is ${b.height} px high`);
      if (e.matches('.wide') && getComputedStyle(e).position !== 'sticky' && touched(e)) out.push(name(e) + ' touches the field above');
    }
    return out;
  }

  // nameless are the controls that have no name for a screen reader, the identifiers that are not
  // unique, and those that name nothing.
  function nameless() {
    const out = [], ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
    for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) out.push('twice: ' + id);
    for (const e of document.querySelectorAll('button, input, select, canvas')) {
      const said = ['aria-label', 'aria-labelledby'].map((a) => e.getAttribute(a));
      said.push(...[...(e.labels || [])].map((l) => l.textContent));
      if (e.localName === 'button') said.push(e.textContent);
      if (!said.some((text) => text?.trim()) && e.checkVisibility()) out.push(e.outerHTML.slice(0, 80));
    }
    for (const attribute of ['aria-labelledby', 'aria-describedby', 'for']) {
      for (const e of document.querySelectorAll(`[${attribute}]`)) {
        const id = e.getAttribute(attribute);
        if (!document.getElementById(id)) out.push(`${attribute} of nothing: ${id}`);
      }
    }
    return out;
  }

  return { faint, astray, nameless };
})();
