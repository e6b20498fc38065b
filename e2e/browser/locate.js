// SPDX-License-Identifier: Apache-2.0

// Finds what is on a page as its reader does: by the names, texts and roles that are seen of it.
// A path is a list of steps {by, is, n}, each of which looks within what the one before has
// found. is lists what the page may say; it fits as a whole, and * stands for any text.

globalThis.locate ??= (() => {
  const line = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
  const pattern = (name) => name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  const exactly = (names) => new RegExp(`^(${names.map(pattern).join('|')})$`, 's');
  const fits = (names) => exactly(names.map(line));
  const holds = (names) => new RegExp(names.map(line).map(pattern).join('|'), 's');

  const boxes = 'input:is([type=checkbox], [type=radio])';
  const fields = 'select, textarea, input:not([type=checkbox], [type=radio])';
  const controls = `button, a[href], summary, ${boxes}, [role=button], [role=switch], [role=tab], [role=option]`;
  const rows = 'li, tr, [role=listitem], [role=row]';
  const headed = 'dialog, section, article, aside, fieldset, details, figure, a:has(h2)';
  const drawings = 'canvas, img, svg, [role=img]';
  const parts = `${headed}, ${drawings}, main, nav, header, form, ul, ol, table, progress, output, [role=group]`;
  const headings = 'h1, h2, h3, legend, summary, figcaption';

  // seen is whether an element is drawn; clear, whether it or a label of it is.
  const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
  const clear = (e) => seen(e) || [...(e.labels ?? [])].some(seen);

  // Dialogs lie over each other in the order in which they were opened.
  const opened = [];
  const open = HTMLDialogElement.prototype.showModal;
  HTMLDialogElement.prototype.showModal = function () { open.call(this); opened.push(this); };
  const modal = (d) => d.isConnected && d.matches(':modal');
  const page = () => document.body ?? document.documentElement; // null while it begins to be loaded
  const top = () => opened.findLast(modal) ?? document.querySelector('dialog:modal') ?? page();

  // text is what one reads of an element, without what could be chosen in lists.
  function text(e) {
    if (!e.querySelector('select')) return line(e.innerText ?? e.textContent);
    const read = (n) => n.localName && n.localName !== 'select' && seen(n);
    const of = (n) => (n.nodeType === Node.TEXT_NODE ? n.data : read(n) ? text(n) : '');
    return line([...e.childNodes].map(of).join(' '));
  }

  // labelText is that of a label without the control in it.
  function labelText(label) {
    const copy = label.cloneNode(true);
    for (const inner of copy.querySelectorAll('select, textarea, button, output')) inner.remove();
    return copy.textContent;
  }

  // names are all that an element is known by. A form's fields hide its properties, hence attributes.
  function names(e) {
    const all = ['aria-label', 'title', 'alt', 'placeholder'].map((a) => e.getAttribute(a));
    const by = e.getAttribute('aria-labelledby');
    if (by) all.push(...by.split(' ').map((id) => document.getElementById(id)?.textContent));
    if (e.matches('input, select, textarea, button')) all.push(...[...e.labels ?? []].map(labelText));
    if (e.matches(controls)) all.push(text(e));
    if (e.matches(headed)) all.push([...e.querySelectorAll(headings)].filter(seen).map(text)[0]);
    if (e.localName === 'fieldset') all.push(e.querySelector('legend')?.textContent); // which may be hushed
    return all.map(line).filter(Boolean);
  }

  const within = (scope, selector) => [...scope.querySelectorAll(selector)];
  // named asks for names last: of thousands they take long.
  const named = (scope, selector, is, ok) => within(scope, selector)
    .filter((e) => ok(e) && names(e).some((n) => is.test(n)));
  const innermost = (list) => list.filter((e) => !list.some((o) => o !== e && e.contains(o)));
  const outermost = (list) => list.filter((e) => !list.some((o) => o !== e && o.contains(e)));

  // words are the innermost elements with a text that fits.
  function words(scope, is) {
    const read = (e) => !e.matches('select, script, style, template') && seen(e);
    const inner = [...scope.children].filter(read).flatMap((e) => words(e, is));
    return inner.length ? inner : is.test(text(scope)) ? [scope] : [];
  }

  // finders are how a step finds within a scope. The first step of a path begins at what lies on
  // top; a selector begins at the document, and a part may be the dialog itself.
  const finders = {
    css: (scope, is, first) => within(first ? document : scope, is[0]).filter(clear),
    hidden: (scope, is, first) => within(first ? document : scope, is[0]),
    control: (scope, is) => named(scope, controls, fits(is), clear),
    box: (scope, is) => named(scope, boxes, fits(is), clear),
    field: (scope, is) => named(scope, fields, fits(is), clear),
    part: (scope, is, first) => outermost(named(first ? scope.parentElement : scope, parts, fits(is),
      (e) => scope.contains(e) && seen(e))),
    row: (scope, is) => {
      const all = [...named(scope, rows, fits(is), seen), ...words(scope, fits(is)).map((e) => e.closest(rows))];
      return innermost(all.filter((e) => e && seen(e) && scope.contains(e)));
    },
    words: (scope, is) => words(scope, fits(is)),
    focus: (scope) => [document.activeElement].filter((e) => scope.contains(e)),
  };

  // find is all that a path leads to.
  function find(path) {
    let all = [top()].filter(Boolean);
    path.forEach(({ by, is, n }, i) => {
      const found = () => all.flatMap((scope) => finders[by](scope, is, i === 0));
      all = by === 'nth' ? [all.at(n)].filter(Boolean) : [...new Set(found())];
    });
    return all;
  }

  // A Fault is why a verb cannot be done now; it may be a moment later.
  class Fault extends Error {}

  const kinds = { a: 'link', summary: 'fold' };
  const kind = (e) => e.getAttribute('role') ?? kinds[e.localName] ?? (e.localName === 'input' ? e.type : e.localName);
  const brief = (e) => `${kind(e)} “${names(e)[0] ?? text(e).slice(0, 60)}”`;

  // one is what a path leads to, or throws what is there instead.
  function one(path) {
    const all = find(path);
    if (all.length === 1) return all[0];
    throw new Fault(all.length ? `there are ${all.length}: ${all.slice(0, 5).map(brief).join(', ')}` : 'there is none');
  }

  // around tells what stands on the page.
  function around() {
    const scope = top();
    if (!scope) return 'nothing yet';
    const list = (all, most) => [...new Set(all)].slice(0, most).join(', ');
    const can = within(scope, `${controls}, ${fields}`).filter(clear);
    return [`at ${location.pathname}${location.hash}${scope === document.body ? '' : `, in ${brief(scope)}`}`,
      'to press or fill: ' + list(can.map((e) => brief(e) + (e.matches(':disabled') ? ' (disabled)' : '')), 60),
      'parts: ' + list(within(scope, parts).filter((e) => seen(e) && names(e).length).map(brief), 30),
      'text: ' + text(scope).slice(0, 1200)].join('\n');
  }

  return { find, one, top, text, line, exactly, fits, holds, seen, brief, around, Fault };
})();
