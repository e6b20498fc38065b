// SPDX-License-Identifier: Apache-2.0

// The start of the page, which stands in the page itself: what does not come of its files is asked
// for again, and a page that does not start says so.

{
  const limit = 8000; // ms until a start that does not come to an end is told of
  const tries = 6; // to get a file
  const pause = 250; // ms before the second of them, and twice as long before each further one
  const patience = 5000; // ms for a file

  const rest = (n) => new Promise((done) => setTimeout(done, pause * 2 ** n));

  // got gets a file into the browser's cache.
  const got = async (path, n = 0) => {
    try {
      const answer = await fetch(path, { signal: AbortSignal.timeout(patience) });
      if (!answer.ok) throw new Error(answer.statusText);
      await answer.blob();
    } catch (e) {
      if (n + 1 === tries) throw e;
      await rest(n);
      await got(path, n + 1);
    }
  };

  // anew gets the page's script at another address: a browser remembers for the life of the page which one
  // did not come. It keeps what comes, so that nothing is left to be lost.
  const anew = async (script) => {
    const other = `${script.src}&again=${Date.now()}`;
    await got(other);
    await import(other);
  };

  let begun = false; // anew
  const lost = (e) => e.matches?.('link[rel=stylesheet], header img') && (+e.dataset.tries || 0) < tries;

  addEventListener('error', async ({ target: e }) => {
    if (e.type === 'module' && !begun) {
      begun = true;
      return anew(e).catch(tell);
    }
    if (!lost(e)) return;
    const next = e.cloneNode(), n = +e.dataset.tries || 0;
    next.dataset.tries = n + 1;
    await rest(n);
    e.replaceWith(next);
  }, true);

  const find = (id) => document.getElementById(id);
  const open = () => !find('main').hidden || find('login').open;
  const tell = () => {
    if (open()) return;
    find('lost').hidden = false;
    find('lost-again').onclick = () => location.reload();
    new MutationObserver(() => { find('lost').hidden ||= open(); }).observe(document.body, { subtree: true, attributeFilter: ['hidden', 'open'] });
  };
  setTimeout(tell, limit);
}
