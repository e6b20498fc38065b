// SPDX-License-Identifier: Apache-2.0

// What the device refuses, which it says in English, in the reader's words: the reasons
// that people meet. What is not known here stays as the device says it.

import { written } from './durations.js';
import { language, number, t } from './words.js';

// wait is a time in seconds that a sentence ends with.
const wait = ([, s]) => ({ wait: s < 120 ? number(+s, { style: 'unit', unit: 'second' }) : number(Math.ceil(s / 60), { style: 'unit', unit: 'minute' }) });

// all are wires of a plug; two are the names and pins of two of them.
const all = ([, lines]) => ({ lines: lines.replace(/pin /g, '').replace(' and ', ', ') });
const two = ([, lines]) => {
  const [first, pin, second, other] = lines.match(/[A-Z]\d?(?= \()|\d+(?=\))/g);
  return { first, pin, second, other };
};

// Reasons behind "field: ", each with the values that its words take.
const reasons = [
  [/want (-?[\d.:]+) to (-?[\d.:]+)(?: seconds)?$/, 'range', ([, low, high]) => ({ low, high })],
  [/is not one of (.+)$/, 'one', ([, all]) => ({ all })],
  [/^is missing, want a number$|want an? (?:integer|number)/, 'number'],
  [/^is missing$/, 'missing'],
  [/^is empty$/, 'empty'],
  [/is not a colour$|want #RRGGBB$/, 'colour'],
  [/is not a time, want HH:MM|is not a time of day$/, 'time'],
  [/want an http or https URL$/, 'url'],
  [/characters, at most (\d+) are allowed$/, 'long', ([, most]) => ({ most })],
  [/^\d+ \w+, at most (\d+) are allowed$/, 'many', ([, most]) => ({ most })],
  [/is set in the administrator's file$/, 'locked'],
  [/^a key has this name already$/, 'taken'],
  [/want 1 to 32 letters, digits/, 'name'],
];

// Whole sentences.
const sentences = [
  [/^The server of the gallery cannot be reached/, 'gallery'],
  [/^Missing required keys \[(.+)\]$/, 'required', ([, key]) => ({ key })],
  [/^A configuration is on trial/, 'trial'],
  [/^The device is busy|^The device does not answer$/, 'busy'],
  [/^There is no room on the disk/, 'full'],
  // Keys, and how one gets one.
  [/^The key's scope is|^Only a key of scope all approves/, 'forbidden'],
  [/^The key cannot be saved/, 'unkept'],
  [/^The key is revoked, but the disk cannot save that/, 'unrevoked'],
  [/^There may be at most (\d+) named keys$/, 'keys', ([, most]) => ({ most })],
  [/^Key not found$/, 'gone'],
  [/^Too many wrong keys from this address, try again in (\d+) s$/, 'guesses', wait],
  [/^Only the device's own page|must send Content-Type|^Pages of other sites/, 'foreign'],
  [/^Only a browser on the same network/, 'far'],
  [/^The device has run for more than (\d+) minutes/, 'late', ([, minutes]) => ({ minutes })],
  [/^Somebody has used the device already/, 'used'],
  [/^The device has an owner/, 'owner'],
  [/^The device was given its key/, 'given'],
  [/^A proxy has passed this on/, 'proxy'],
  [/^These are not the digits on the panel$/, 'digits'],
  [/^The panel shows (?:four|no) digits/, 'digits-none'],
  [/^Too many wrong digits, try again in (\d+) s$/, 'digits-often', wait],
  [/^The device was claimed by (.+)$/, 'claimed', ([, by]) => ({ by })],
  [/^This address was refused(?:, try again in (\d+) s)?$/, 'pair-denied', wait],
  [/^At most \d+ challenges an hour(?: for one address)?(?:, try again in (\d+) s)?$/, 'pair-often', wait],
  [/^Another challenge is in progress(?:, try again in (\d+) s)?$/, 'pair-busy', wait],
  [/^Failed to get info about challenge|^Invalid challenge status|^No such request for a key/, 'pair-gone'],
  // Presses on the card of updates.
  [/^[Oo]ff; the page switches updates on/, 'update-off'],
  [/^[Tt]here is no newer version$/, 'update-none'],
  [/^[Aa]n update is already running$/, 'update-busy'],
  [/^[Nn]othing on this system can install it/, 'update-means'],
  [/^[Tt]here is no version to go back to$/, 'update-back'],
  [/^[Tt]here are no other settings to choose$/, 'update-settings'],
  [/^no known kind of panel lights so many rows/, 'seek-rows'],
  [/^no panel of .+ is known$/, 'seek-size'],
  [/^several LEDs are lit where/, 'seek-several'],
  [/^the LEDs of this panel follow no rule/, 'seek-rule'],
  [/^the panel shows the same colour for two inputs/, 'seek-colours'],
  [/^the panel stays dark/, 'seek-dark'],
  [/^the panel shows the same whatever is sent/, 'seek-stale'],
  [/^half of the panel stays dark/, 'seek-half'],
  [/^(?:the LEDs far from the panel's plug stay|a part of the panel stays) dark/, 'seek-part'],
  [/^the line E \(pin 8\) does not arrive: on Adafruit/, 'seek-line-e'],
  [/^the line E \(pin 8\) does not arrive, the panel takes it as \w+\. Some adapters/, 'seek-line-cable'],
  [/^the line (.+) does not arrive, the panel takes it/, 'seek-line', ([, wire]) => ({ line: wire[0], pin: wire.match(/\d+/)[0] })],
  [/^the lines (.+) are exchanged: cross/, 'seek-lines', two],
  [/^the lines (.+) are connected with each other/, 'seek-joined', two],
  [/^the lines (.+) do not (?:all )?arrive/, 'seek-addresses', all],
  [/^the colour lines? (.+) do(?:es)? not arrive/, 'seek-input', all],
  [/^the lines (.+) are exchanged: put them/, 'seek-order', all],
  [/^two colour lines are connected/, 'seek-bridge'],
  [/^the first panel is right and a further one is not/, 'seek-further'],
  [/^the picture is wrong even with the slowest clock/, 'seek-slow'],
  [/^No search is running/, 'seek-over'],
  [/^The configured panel is no HUB75 panel/, 'seek-none'],
  [/^The self-test is at another step/, 'selftest-step'],
];

function reworded(text, table) {
  for (const [pattern, key, values] of table) {
    const found = pattern.exec(text);
    if (found) return t('refusal.' + key, values?.(found));
  }
  return text;
}

// timed is a message whose range is as the page's fields have a duration; the device says
// milliseconds, and seconds of a turn.
function timed(message) {
  const range = (unit) => (_, field, low, high) => `${field}: want ${written(low / unit)} to ${written(high / unit)}`;
  return message.replace(/^(\S+): \S+, want (\d+) to (\d+) ms$/, range(1000)).replace(/^(\S+\.seconds): \S+, want (\d+) to (\d+)$/, range(1));
}

// refusal is a message of the device in the reader's language; the field before ": " stays.
export function refusal(said) {
  const message = timed(said);
  if (language === 'en') return message;
  const [, field, reason] = /^([\w.[\]*-]+: )(.+)$/s.exec(message) || [];
  return field ? field + reworded(reason, reasons) : reworded(message, sentences);
}
