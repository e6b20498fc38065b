// SPDX-License-Identifier: Apache-2.0

// One stop of the Tab key for a list whose rows hold several controls: the arrow keys
// lead from control to control.

const controls = 'button, input, select';

// rove makes a list such. What it returns is called when the rows are new: the stop stays at the
// row and the control where it was, or goes to the control that it is given.
export function rove(list) {
  let [row, column] = [0, 0];
  const rows = () => [...list.children].map((r) => [...r.querySelectorAll(controls)]);
  const clamp = (i, all) => Math.max(0, Math.min(i, all.length - 1));

  function renew(to) {
    const all = rows();
    if (to) {
      row = clamp(all.findIndex((r) => r.includes(to)), all);
      column = clamp(all[row].indexOf(to), all[row]);
    }
    const stop = all[clamp(row, all)]?.[clamp(column, all[clamp(row, all)])];
    for (const c of all.flat()) c.tabIndex = c === stop ? 0 : -1;
  }

  list.addEventListener('focusin', (e) => e.target.matches(controls) && renew(e.target)); // Firefox stops at a box that scrolls, too

  list.addEventListener('keydown', (e) => {
    const all = rows(), far = (n) => (all.length > 1 ? [n, 0] : [0, n]);
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: far(-Infinity), End: far(Infinity) }[e.key];
    if (!step || e.shiftKey || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    const to = clamp(row + step[0], all);
    let at = clamp(column + step[1], all[to]);
    while (all[to][at]?.disabled) at += step[1] || 1; // such as the first row's way up
    all[to][at]?.focus();
  });

  return renew;
}
