// SPDX-License-Identifier: Apache-2.0

// What can be read and measured of a page, and the way by which a test asks for it.

globalThis.ask ??= (() => {
  const { find, one, text, line, exactly, fits, holds, brief, around, Fault } = locate;
  const { box, verbs: hands } = globalThis.hands;

  // What fell from view while a slow machine looked elsewhere.
  const toasts = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap((c) => [...c.addedNodes]);
    toasts.push(...added.filter((n) => n.classList?.contains('toast')).map((n) => line(n.textContent)));
  }).observe(document, { childList: true, subtree: true });

  // What was copied last by a selection, the seconds of a sound that plays, how loud samples are, and the
  // pixels of the frames that a worker was given.
  let copied = '', sound = 0, loud = 0, posted = [];
  document.addEventListener('copy', () => {
    const { value, selectionStart, selectionEnd } = document.activeElement;
    copied = value?.slice(selectionStart, selectionEnd) ?? String(getSelection());
  });
  const after = (object, name, act) => {
    const was = object[name];
    object[name] = function (...args) { act.call(this, ...args); return was.apply(this, args); };
  };
  after(HTMLMediaElement.prototype, 'play', function () {
    this.addEventListener('timeupdate', () => { sound = this.duration; });
  });
  after(AudioBufferSourceNode.prototype, 'start', function () {
    for (const v of this.buffer.getChannelData(0)) loud = Math.max(loud, Math.abs(v));
  });
  after(Worker.prototype, 'postMessage', (m) => { if (m.frames) posted = m.frames.map((f) => [...f.pixels]); });

  // of gives a module of the page, as /ui.js: the page's own, where the device has joined them.
  const of = (module) => globalThis.joined?.get(module.slice(1)) ?? import(module);

  const blank = (i) => {
    const { top, bottom } = i.getBoundingClientRect();
    return i.src && !i.naturalWidth && i.checkVisibility() && bottom > 0 && top < innerHeight;
  };

  const later = setTimeout.bind(globalThis), clear = clearTimeout.bind(globalThis); // tests may stop the page's clock

  // wait throws what is there unless that is as it should be.
  const wait = (ok, there) => { if (!ok) throw new Fault(`“${there}”`); return true; };
  const number = (n, least, most) => wait(n >= least && n <= most, n);

  const ink = (e) => { const range = document.createRange(); range.selectNodeContents(e); return box(range); };

  // Verbs of a part of the page.
  const ofParts = {
    count: (path) => find(path).length,
    counts: (path, least, most) => number(find(path).length, least, most),
    drawn: (path, least) => number(find(path).filter((i) => i.naturalWidth).length, least, Infinity),
    text: (path) => text(one(path)),
    texts: (path) => find(path).map(text),
    has: (path, names, want) => { const t = text(one(path)); return wait(holds(names).test(t) === want, t); },
    reads: (path, names) => { const t = text(one(path)); return wait(fits(names).test(t), t); },
    matches: (path, expression) => { const t = text(one(path)); return wait(new RegExp(expression).test(t), t); },
    holds: (path, value) => { const is = one(path).value; return wait(exactly([value]).test(is), is); },
    chosen: (path, names) => {
      const is = line(one(path).selectedOptions[0]?.label);
      return wait(fits(names).test(is), is);
    },
    is: (path, selector) => { const e = one(path); return wait(e.matches(selector), e.cloneNode().outerHTML); },
    value: (path) => one(path).value,
    options: (path) => [...one(path).options].map((o) => line(o.label)),
    attribute: (path, name) => one(path).getAttribute(name) ?? '',
    attributes: (path, name) => find(path).map((e) => e.getAttribute(name) ?? ''),

    box: (path) => box(one(path)),
    boxes: (path) => find(path).map(box),
    ink: (path) => ink(one(path)),
    inks: (path) => find(path).map(ink),
    style: (path, property) => getComputedStyle(one(path)).getPropertyValue(property),
    restyle: (path, property, value) => { one(path).style.setProperty(property, value); return true; },
    lines: (path) => one(path).getClientRects().length,
    cut: (path) => find(path).filter((e) => e.scrollHeight > e.clientHeight).map((e) => line(e.textContent)),
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
    // picture is what a canvas or an image shows, as a PNG in base64.
    picture: (path) => {
      const from = one(path), to = document.createElement('canvas');
      const width = from.naturalWidth ?? from.width, height = from.naturalHeight ?? from.height;
      Object.assign(to, { width, height }).getContext('2d').drawImage(from, 0, 0);
      return to.toDataURL().split(',')[1];
    },
  };

  // Verbs of the window.
  const ofWindows = {
    around,
    born: () => performance.timeOrigin,
    title: () => document.title,
    address: () => location.href,
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

    // come waits for the pictures in the window. One without an address has none.
    come: () => number([...document.images].filter(blank).length, 0, 0),
    broken: async () => {
      const all = [...document.images];
      for (const i of all) i.loading = 'eager';
      const come = (i) => i.complete || new Promise((done) => { i.onload = i.onerror = done; });
      await Promise.all(all.map(come));
      return all.filter((i) => !i.naturalWidth).map((i) => i.src);
    },

    fetch: async (method, address, authorization, body) => {
      const said = await fetch(address, { method, body: body || undefined, headers: authorization ? { authorization } : {} });
      return { status: said.status, text: await said.text() };
    },
    copied: (names) => wait(fits(names).test(line(copied)), copied),
    sound: () => { wait(sound > 0, 'silence'); return sound; },
    loud: () => wait(loud > 0.01, loud),
    posted: () => posted,
    records: () => Boolean(globalThis.MediaRecorder?.isTypeSupported('video/webm')),
    // film plays a film, in base64, and answers its width and how many values of its first frame are bright.
    film: async (data) => {
      const v = document.createElement('video'), c = document.createElement('canvas');
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      Object.assign(v, { muted: true, src: URL.createObjectURL(new Blob([bytes])) });
      await v.play();
      await new Promise((done) => { v.requestVideoFrameCallback(done); });
      Object.assign(c, { width: v.videoWidth, height: v.videoHeight }).getContext('2d').drawImage(v, 0, 0);
      const { data: values } = c.getContext('2d').getImageData(0, 0, c.width, c.height);
      return [c.width, values.reduce((n, x, i) => n + (i % 4 < 3 && x > 128), 0)];
    },
    // transferred are the bytes of the files that this load of the page has got from the device.
    transferred: (files) => [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]
      .filter((e) => new RegExp(files).test(e.name)).reduce((n, e) => n + e.transferSize, 0),
    noClipboard: () => { Object.defineProperty(navigator, 'clipboard', { value: undefined }); return true; },
    remember: (key, value) => {
      if (value) localStorage.setItem(key, value);
      else localStorage.removeItem(key);
      return true;
    },
    remembered: (key) => localStorage.getItem(key) ?? '',
    forget: () => { localStorage.clear(); return true; },
    call: async (module, name, ...args) => (await of(module))[name](...args),
    draws: async (module, name, ...args) => (await of(module))[name](...args).outerHTML,
    callEach: async (module, name, all) => {
      const m = await of(module);
      return all.map((args) => m[name](...args));
    },

    guarded: async () => Boolean((await navigator.serviceWorker.ready).active),
    later: (ms) => { const now = Date.now; Date.now = () => now() + ms; return true; },
    hide: (is) => {
      Object.defineProperty(document, 'hidden', { get: () => is, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      return true;
    },
    timers: (n, of) => {
      const all = testClock.timers();
      return wait(all.filter((ms) => ms === of).length >= n, all.join(', '));
    },
    advance: (ms, paths) => { testClock.advance(ms); return paths.map((path) => find(path).length); },

    hasAxe: () => 'axe' in globalThis,
    axe: async () => {
      const how = { resultTypes: ['violations'], preload: false, selectors: false }; // what nobody reads takes long
      const { violations } = await axe.run(document.querySelector('dialog:modal') ?? document, how);
      const tell = (v) => v.nodes.map((n) => line(`${v.id}: ${n.html.slice(0, 120)} ${n.failureSummary}`));
      return violations.flatMap(tell);
    },
  };

  const verbs = { ...hands, ...ofParts, ...ofWindows };

  // change is after the next change of the page, or a moment later: styles and pictures change unseen.
  const change = () => new Promise((done) => {
    const watcher = new MutationObserver(end);
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const late = later(end, 50);
    function end() {
      watcher.disconnect();
      clear(late);
      later(done, 10); // the page changes much at once
    }
  });

  // Each verb answers {value}; {fault} if it has one still after some milliseconds, and may be asked again.
  return async (patience, verb, ...args) => {
    for (const end = performance.now() + patience; ; await change()) {
      try {
        return { value: await verbs[verb](...args) };
      } catch (e) {
        if (!(e instanceof Fault)) throw e;
        if (performance.now() >= end) return { fault: e.message };
      }
    }
  };
})();
