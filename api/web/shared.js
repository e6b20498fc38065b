// SPDX-License-Identifier: Apache-2.0

// What a phone has shared with the page, which the service worker keeps for it (sw.js).

import { read } from './draft.js';
import { toast } from './ui.js';
import { t } from './words.js';

// takeShared fills the composer, once. A picture opens in the editor of icons.
export async function takeShared(composer) {
  const cache = await caches.open('ledpost-shared');
  const [text, picture] = await Promise.all(['/text', '/picture'].map((name) => cache.match(name)));
  await caches.delete('ledpost-shared');
  const said = text && await text.text();
  if (said) composer.take(read({ model: { frames: [{ text: said }] } }));
  if (!said && !picture) return toast(t('shared.nothing'), true);
  toast(t('shared.taken'));
  if (!picture) return;
  const name = decodeURIComponent(picture.headers.get('X-Name') || ''), blob = await picture.blob();
  await composer.draws(new File([blob], name, { type: blob.type }));
}
