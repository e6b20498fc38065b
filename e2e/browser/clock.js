// SPDX-License-Identifier: Apache-2.0

// A clock of the test's: timers that the page sets from now on run out when it is advanced;
// those set before go on by the true clock.

globalThis.testClock ??= (() => {
  const ends = clearTimeout;
  const all = new Map();
  let now = 0;
  let last = 1e9;
  globalThis.setTimeout = (act, ms = 0, ...args) => {
    all.set(++last, { at: now + ms, ms, act: () => act(...args) });
    return last;
  };
  globalThis.setInterval = (act, every = 0, ...args) => {
    const id = ++last, ms = Math.max(1, every);
    const begin = (at) => all.set(id, { at, ms, act: () => { begin(at + ms); act(...args); } });
    begin(now + ms);
    return id;
  };
  globalThis.clearTimeout = globalThis.clearInterval = (id) => { all.delete(id) || ends(id); };
  const next = (end) => [...all].filter(([, t]) => t.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
  return {
    // timers are the milliseconds that each timer was set for.
    timers: () => [...all.values()].map((t) => t.ms),
    advance(ms) {
      const end = now + ms;
      for (let due; (due = next(end));) {
        const [id, timer] = due;
        now = timer.at;
        all.delete(id);
        timer.act();
      }
      now = end;
    },
  };
})();
