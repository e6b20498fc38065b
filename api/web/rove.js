// SPDX-License-Identifier: Apache-2.0

// One stop of the Tab key for a list whose rows hold several controls: the arrow keys
// lead from control to control.

const controls = 'button, input, select';

// rove makes a list such. renew is called when the rows are new: the stop stays at the
// row and the control where it was.
export function rove(list) {
  let [row, column] = [0, 0];
  const rows = () => [...list.children].map((r) => [...r.querySelectorAll(controls)]);
  const clamp = (i, all) => Math.max(0, Math.min(i, all.length - 1));

  function renew() {
    const all = rows(), stop = all[clamp(row, all)]?.[clamp(column, all[clamp(row, all)])];
    for (const c of all.flat()) c.tabIndex = c === stop ? 0 : -1;
  }

  list.addEventListener('focusin', (e) => {
    const all = rows();
    row = clamp(all.findIndex((r) => r.includes(e.target)), all);
    column = clamp(all[row].indexOf(e.target), all[row]);
    renew();
  });

  list.addEventListener('keydown', (e) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [-row, 0], End: [list.children.length, 0] }[e.key];
    if (!step || e.shiftKey || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    const all = rows(), to = clamp(row + step[0], all);
    let at = clamp(column + step[1], all[to]);
    while (all[to][at]?.disabled) at += step[1] || 1; // such as the first row's way up
    all[to][at]?.focus();
  });

  return renew;
}
