// SPDX-License-Identifier: Apache-2.0

// Why something waits, and the button that mends it.

import { call } from './device.js';
import { make, toast } from './ui.js';
import { t } from './words.js';

const display = '/api/v2/device/display';

// What the device says holds a notification back: the words of it and what ends it.
const reasons = {
  'the display is off': ['off', 'PUT', display, { on: true }],
  'the screensaver is on': ['saver', 'PUT', display, { screensaver: { enabled: false } }],
  'kiosk mode locks the app': ['kiosk', 'PUT', '/api/v2/device', { mode: 'auto' }],
  'a stream shows': ['stream', 'PUT', '/api/v2/device/stream/stop', {}],
  'a test pattern shows': ['test', 'POST', '/live/test', { pattern: 'corners', seconds: 0 }],
  'the panel waits for a press of a button': ['prompt'],
};

// because gives a reason in the reader's language.
export const because = (reason) => (reasons[reason] ? t('reason.' + reasons[reason][0]) : reason);

// mender gives the button that ends a reason, or null if a person has to do that
// elsewhere. done is called afterwards.
export function mender(reason, done) {
  const [name, method, path, body] = reasons[reason] || [];
  if (!path) return null;
  const act = () => call(method, path, body).catch((e) => toast(e.message, true)).then(done);
  return make('button', { type: 'button', className: 'quiet mend', textContent: t('mend.' + name), onclick: act });
}
