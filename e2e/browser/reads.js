// SPDX-License-Identifier: Apache-2.0

// What can be read and measured of a page, and the way by which a test asks for it.

globalThis.ask ??= (() => {
  const { find, one, text, line, holds, brief, around, Fault } = locate;
  const { box, verbs: hands } = globalThis.hands;

  // What fell from view while a slow machine looked elsewhere.
  const toasts = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap((c) => [...c.addedNodes]);
    toasts.push(...added.filter((n) => n.classList?.contains('toast')).map((n) => line(n.textContent)));
  }).observe(document, { childList: true, subtree: true });

  const blank = (i) => {
    const { top, bottom } = i.getBoundingClientRect();
    return i.src && !i.naturalWidth && i.checkVisibility() && bottom > 0 && top < innerHeight;
  };

  // Verbs of a part of the page.
  const ofParts = {
    count: (path) => find(path).length,
    drawn: (path) => find(path).filter((i) => i.naturalWidth).length,
    text: (path) => text(one(path)),
    texts: (path) => find(path).map(text),
    has: (path, names) => holds(names).test(text(one(path))),
    is: (path, selector) => one(path).matches(selector),
    value: (path) => one(path).value,
    options: (path) => [...one(path).options].map((o) => line(o.label)),
    attribute: (path, name) => one(path).getAttribute(name) ?? '',
    attributes: (path, name) => find(path).map((e) => e.getAttribute(name) ?? ''),

    box: (path) => box(one(path)),
    boxes: (path) => find(path).map(box),
    ink: (path) => { const range = document.createRange(); range.selectNodeContents(one(path)); return box(range); },
    style: (path, property) => getComputedStyle(one(path)).getPropertyValue(property),
    restyle: (path, property, value) => { one(path).style.setProperty(property, value); return true; },
    lines: (path) => one(path).getClientRects().length,
    cut: (path) => find(path).filter((e) => e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth).map(text),
    ringed: (path) => [one(path), one(path).nextElementSibling].some((e) => {
      const { outlineStyle, outlineWidth } = e ? getComputedStyle(e) : {};
      return e && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    }),
    // over is what lies over an element at its middle or at a corner.
    over: (path) => {
      const e = one(path), b = box(e), places = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
      const hits = places.map(([x, y]) => document.elementFromPoint(b.x + x * b.width, b.y + y * b.height));
      return hits.filter((hit) => !e.contains(hit)).map((hit) => (hit ? brief(hit) : 'nothing'));
    },
    // picture is what a canvas shows, as a PNG in base64.
    picture: (path) => {
      const from = one(path), to = document.createElement('canvas');
      Object.assign(to, { width: from.width, height: from.height }).getContext('2d').drawImage(from, 0, 0);
      return to.toDataURL().split(',')[1];
    },
  };

  // Verbs of the window.
  const ofWindows = {
    around,
    born: () => performance.timeOrigin,
    title: () => document.title,
    secure: () => isSecureContext,
    prefers: () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
    window: () => ({ x: 0, y: 0, width: innerWidth, height: innerHeight }),
    width: () => document.documentElement.scrollWidth,
    scroll: (y) => { scrollTo({ top: y, behavior: 'instant' }); return true; },
    scrolled: () => scrollY,
    go: (address) => { location = address; return true; },
    back: () => { history.back(); return true; },
    links: () => [...document.querySelectorAll('a[href]')].map((a) => a.href),
    measure: (what) => measure[what](),

    // toast forgets what was told up to one of these texts.
    toast: (names) => {
      const n = toasts.findIndex((t) => holds(names).test(t));
      if (n < 0) throw new Fault(`it told ${JSON.stringify(toasts)}`);
      return toasts.splice(0, n + 1).length;
    },

    // blank counts the pictures in the window that have not come. One without an address has none.
    blank: () => [...document.images].filter(blank).length,
    broken: async () => {
      const all = [...document.images];
      for (const i of all) i.loading = 'eager';
      const come = (i) => i.complete || new Promise((done) => { i.onload = i.onerror = done; });
      await Promise.all(all.map(come));
      return all.filter((i) => !i.naturalWidth).map((i) => i.src);
    },

    remember: (key, value) => { localStorage.setItem(key, value); return true; },
    forget: () => { localStorage.clear(); return true; },
    call: async (module, name, ...args) => (await import(module))[name](...args),

    hide: (is) => {
      Object.defineProperty(document, 'hidden', { get: () => is, configurable: true });
      if (!is) document.dispatchEvent(new Event('visibilitychange'));
      return true;
    },
    timers: () => testClock.timers(),
    advance: (ms, paths) => { testClock.advance(ms); return paths.map((path) => find(path).length); },

    hasAxe: () => 'axe' in globalThis,
    axe: async () => {
      const { violations } = await axe.run(document.querySelector('dialog:modal') ?? document);
      const tell = (v) => v.nodes.map((n) => line(`${v.id}: ${n.html.slice(0, 120)} ${n.failureSummary}`));
      return violations.flatMap(tell);
    },
  };

  const verbs = { ...hands, ...ofParts, ...ofWindows };

  // Each verb answers {value}, or {fault} if it may be asked again.
  return async (verb, ...args) => {
    try {
      return { value: await verbs[verb](...args) };
    } catch (e) {
      if (e instanceof Fault) return { fault: e.message };
      throw e;
    }
  };
})();
