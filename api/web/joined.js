// SPDX-License-Identifier: Apache-2.0

// In place of the browser's own modules, where the device serves them joined (join.go): each is a function
// that makes it, once, when it is first wanted.

{
  const makes = {}, made = {};
  const use = (name) => (made[name] ??= makes[name](use));
  globalThis.joined = {
    add(modules) { Object.assign(makes, modules); },

    // get gives a module, which may be in the file that comes later. Some browsers remember for the life of
    // the page that this did not come: the last tries are for another address.
    async get(name, tried = 0) {
      if (!makes[name]) await import('./' + document.documentElement.dataset.later + (tried > 1 ? `&again=${tried}` : ''));
      return use(name);
    },
  };
}
