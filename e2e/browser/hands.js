// SPDX-License-Identifier: Apache-2.0

// What a person does with what is found: looks at it, aims at it and presses, writes. A verb that
// cannot be done yet throws a Fault; who asks for it asks again.

globalThis.hands ??= (() => {
  const { one, seen, brief, line, fits, Fault } = locate;
  const frame = requestAnimationFrame.bind(globalThis); // tests may give the page a clock of its own

  const box = (e) => { const { x, y, width, height } = e.getBoundingClientRect(); return { x, y, width, height }; };

  // middle is that of what is in the window of an element's first line.
  const middle = (e) => {
    const b = e.getClientRects()[0] ?? e.getBoundingClientRect();
    const part = (low, high, end) => (Math.max(low, 0) + Math.min(high, end)) / 2;
    return { x: part(b.left, b.right, innerWidth), y: part(b.top, b.bottom, innerHeight) };
  };
  const belongs = (e, hit) => hit && (e.contains(hit) || [...(e.labels ?? [])].some((l) => l.contains(hit)));
  const under = (e) => { const { x, y } = middle(e); return document.elementFromPoint(x, y); };

  // A press on something else than what is aimed at, which moved away in between, does not reach
  // the page. One that reaches it ends there as well, wherever its element goes meanwhile.
  let aim = null, missed = false;
  for (const event of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
    addEventListener(event, (e) => {
      if (!aim || !e.isTrusted) return;
      if (event === 'pointerdown') {
        missed = !belongs(aim, e.target);
        if (!missed) e.target.setPointerCapture(e.pointerId);
      }
      if (!missed) return;
      e.preventDefault();
      e.stopImmediatePropagation();
    }, true);
  }

  // A button is pressed as a whole: browsers lose a click if the picture in it is drawn anew meanwhile.
  const whole = new CSSStyleSheet();
  whole.replaceSync('[data-aimed] * { pointer-events: none !important; }');
  function take(e) {
    if (!document.adoptedStyleSheets.includes(whole)) document.adoptedStyleSheets.push(whole);
    document.querySelector('[data-aimed]')?.removeAttribute('data-aimed');
    if (e.matches('button, a, summary')) e.setAttribute('data-aimed', '');
    return e;
  }

  // rest gives the middle of an element once it stands still, is enabled and receives the pointer.
  // It brings it to the middle of the window where it does not.
  async function rest(e) {
    if (e.matches(':disabled, [aria-disabled=true]')) throw new Fault(`${brief(e)} is disabled`);
    const target = seen(e) ? e : e.labels[0];
    if (!belongs(e, under(target))) target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const was = JSON.stringify(box(target));
    await new Promise(frame);
    await new Promise(frame);
    if (JSON.stringify(box(target)) !== was) throw new Fault(`${brief(e)} moves`);
    const hit = under(target);
    if (!hit) throw new Fault(`${brief(e)} is out of the window`);
    if (!belongs(e, hit)) throw new Fault(`${brief(hit)} lies over ${brief(e)}`);
    return middle(target);
  }

  // toEdit is an element that can be changed, with the focus.
  function toEdit(path) {
    const e = one(path);
    if (e.matches(':disabled') || e.readOnly) throw new Fault(`${brief(e)} cannot be changed`);
    e.focus();
    if (document.activeElement !== e) throw new Fault(`${brief(e)} takes no focus`);
    return e;
  }

  function put(e, value) {
    e.value = value;
    for (const event of ['input', 'change']) e.dispatchEvent(new Event(event, { bubbles: true }));
    return e.value;
  }

  return {
    box,
    verbs: {
      aim: async (path) => { const e = take(one(path)), at = await rest(e); aim = e; return at; },
      // missed says whether the press that began has missed its aim.
      missed: () => { if (!missed) aim = null; return missed; },
      checked: (path) => { const e = one(path); return e.ariaPressed ? e.ariaPressed === 'true' : e.checked; },
      focus: (path) => { one(path).focus({ focusVisible: true }); return true; },
      bring: (path) => { one(path).scrollIntoView({ block: 'center', behavior: 'instant' }); return true; },
      write: (path, words) => {
        const e = toEdit(path);
        e.select();
        document.execCommand(words ? 'insertText' : 'delete', false, words);
        return e.value;
      },
      select: (path, from, to) => { toEdit(path).setSelectionRange(from, to); return true; },
      put: (path, value) => put(toEdit(path), value),
      // hand pastes or drops a PNG, in base64, or holds it over; it answers whether the page takes it.
      hand: (path, event, name, data) => {
        const files = new DataTransfer(), how = { bubbles: true, cancelable: true };
        const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
        files.items.add(new File([bytes], name, { type: 'image/png' }));
        return !one(path).dispatchEvent(event === 'paste'
          ? new ClipboardEvent(event, { ...how, clipboardData: files })
          : new DragEvent(event, { ...how, dataTransfer: files }));
      },
      pick: (path, names) => {
        const e = toEdit(path), option = [...e.options].find((o) => !o.disabled && fits(names).test(line(o.label)));
        if (!option) throw new Fault(`it offers ${[...e.options].map((o) => `“${line(o.label)}”`).join(', ')}`);
        return put(e, option.value);
      },
    },
  };
})();
