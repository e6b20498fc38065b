// SPDX-License-Identifier: Apache-2.0

// The QR code that signs a telephone in: the address of this page with the key in it.

import { call, theKey } from './device.js';
import { $, make, write } from './ui.js';
import { t } from './words.js';

const quiet = 3; // modules around the code
const space = 'http://www.w3.org/2000/svg';

// drawn is a code as a picture; rows are its modules, "1" for dark.
function drawn(rows) {
  const side = rows.length + 2 * quiet, svg = document.createElementNS(space, 'svg'), path = document.createElementNS(space, 'path');
  svg.setAttribute('viewBox', `0 0 ${side} ${side}`);
  svg.setAttribute('shape-rendering', 'crispEdges');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', t('qr.name'));
  path.setAttribute('d', rows.flatMap((row, y) => [...row].map((c, x) => (c === '1' ? `M${x + quiet} ${y + quiet}h1v1h-1z` : ''))).join(''));
  svg.append(path);
  return svg;
}

// openCode shows the code, if they who asked for it are still there.
export async function openCode(still) {
  const { rows } = await call('POST', '/live/code', { text: `${location.origin}/#${theKey()}` });
  if (!still()) return;
  $('code-picture').replaceChildren(drawn(rows));
  write($('code-note'), ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname) ? t('qr.here') : '');
  $('code-close').onclick = () => $('code').close();
  $('code').onclose = () => $('code-picture').replaceChildren(make('span', {})); // it holds the key
  $('code').showModal();
}
