// SPDX-License-Identifier: Apache-2.0

// What the doctor finds and advises, and what the parts say is wrong, which it says in English, in the reader's words.
// What is not known here stays as the device says it, as do errors of the system.

import { language, told } from './words.js';

// The device's sentences by the key of their words, find.KEY; {} is a value, which the
// words name {a}, {b} and so on. The first that fits holds.
const sentences = {
  'select-or': "{} has this chip select: {}, or connect the panel's CS to the chip select of {} and write port = {}",
  'or-keep': '{}; or keep GPIO {}: {}, with the number of your LEDs for 64, and write port = {}',
  'or-pin40': '{}, or connect DIN to pin 40 (GPIO 21), and write port = {}',
  'or-jack': '{}; or for the jack {}',
  'jack-on': '{}; the jack is switched on in {}: if that is new, restart the Pi',
  'or-os': 'use Raspberry Pi OS; or {}',
  accepts: '{} accepts this device',
  channel: 'the channel {} has version {}',
  'no-install': 'nothing on this system can install releases',
  'port-taken': 'port {} belongs to another program{}: {}',
  'no-iomem': 'there is no {}, and {} may not be used: only the kernel of Raspberry Pi OS has the first',
  'no-pio': 'there is no {}: it needs a kernel and a boot loader of 2025 or later',
  'no-gpio': 'there are no GPIO lines (/dev/gpiochip*)',
  unplugged: 'there is no such input device now',
  'ill-line': 'there is no GPIO line {}',
  'leds-lost': 'there is no {}, though its driver is in {}',
  'no-mailbox': 'there is no {}: only the kernel of Raspberry Pi OS has it',
  absent: 'there is no {}',
  'block-refused': '{} may not be used by {}, and the {} block is behind it',
  refused: '{} may not be used by {}',
  'frame-long': 'a frame has {} bytes, but the kernel takes {} at once',
  'frame-fits': '{} bytes at once, a frame has {}',
  recorded: 'recorded to {}',
  'locked-down': 'the kernel is locked down ({}): {} opens, but the registers cannot be mapped',
  unmapped: '{} opens, but the kernel does not let the registers be mapped',
  'timed-set': 'timed by the program, as configured',
  timed: 'timed by the program, which is less even than by the PWM block',
  wave: 'by the {} block and DMA{}',
  'pwm-both': '{} and the panel both need the PWM block',
  pwm: 'by the PWM block{}',
  'strip-5': 'the kernel drives strips on a Raspberry Pi 5 only',
  'strip-4': 'PWM and PCM drive strips on the Raspberry Pi 0 to 4 only',
  'strip-leds': "the kernel's strip has {} LEDs, the panel {}",
  'strip-fits': "{} LEDs by the kernel's driver",
  'no-other-pi': 'this machine is not a Raspberry Pi',
  'not-pi': 'HUB75 panels need the pins of a Raspberry Pi, and this machine is not a Raspberry Pi',
  'no-pi': 'not a Raspberry Pi',
  backend: 'backend {} is not for a {}',
  lacks: 'the chains need GPIO 0 to {}, and a {} has GPIO 0 to {}',
  flickers: 'the panel is refreshed about {} times a second: it flickers',
  pulses: 'pulses = {} is for the models 0 to 4 and does nothing here: the PIO times the light',
  'pio-slow': '{} moves data to the PIO at less than half the rate of {}.{}.{}: the panel refreshes more slowly and is darker',
  'no-rio': 'without {} the panel is refreshed about {} times a second instead of {}',
  'none-set': 'none, as configured',
  'none-light': 'none: automatic brightness stays at its middle',
  'none-panel': 'none: the picture is in the browser only',
  'no-panel': 'no panel is chosen yet: the picture is in the browser only',
  none: 'none',
  'clock-unknown': 'cannot tell whether a time server keeps the clock',
  'clock-kept': 'kept by a time server',
  'clock-free': 'no time server keeps the clock',
  root: 'root, with all rights; {} looks with the rights of the service',
  groups: '{}, in groups {}',
  'no-priority': 'no real-time priority is allowed: frames may come late when the machine is busy',
  priority: 'priority up to {} is allowed',
  'memory-locked': 'only {} KiB of memory may be locked: when memory is short the panel may flicker',
  'core-kept': 'processor {} is kept for the panel',
  'core-few': 'not for {} processors',
  'core-shared': 'processor {} is shared with other programs: the panel may flicker when the machine is busy',
  steady: 'does not change',
  'spi-clock': 'the clock of SPI follows the load: LEDs may flicker or show wrong colours',
  'bus-slow': 'the bus is slow: a full picture takes a tenth of a second',
  'bus-above': '{}; the chip is made for {}',
  'bus-takes': 'a whole picture takes {} ms at {}: at most {} a second',
  driver: '{}, {}×{} pixels, {}',
  stripes: '{}; photographs of 1/100 s and shorter show stripes',
  refreshed: '{}, about {} Hz, lit for {} % of the time',
  color: 'color',
  grayscale: 'grayscale',
  mixed: 'mixed',
  monochrome: 'monochrome',
  network: '{} gets at most {} pictures a second',
  'pins-disturb': '{} and {} both use GPIO {}: what uses {} disturbs the other',
  'pins-both': '{} and {} both use GPIO {}',
  desktop: 'a desktop runs ({}): it takes time from the panel, which may flicker',
  'program-open': '{} (process {}) has {} open and may drive the same lines',
  'program-runs': '{} (process {}) runs, which drives GPIO lines',
  plays: 'plays',
  'volt-low': 'the voltage is too low: the Pi slows down, and may restart when the panel is bright',
  'volt-was': 'the voltage was too low since the start',
  'volt-ok': 'no undervoltage since the start',
  hot: 'the processor is too hot and slowed down: frames come late, and timed pulses are uneven',
  'hot-was': 'the processor was too hot and slowed down since the start',
  powersave: 'powersave keeps the processor at its slowest: frames may come late, and timed pulses are uneven',
  'memory-ok': 'the kernel can keep the service within MemoryMax',
  'memory-off': "the kernel's memory cgroup is off: MemoryMax of the unit has no effect, only the program's own bounds have",
  'fix-mosi-instead': 'connect DIN to pin 19 (GPIO 10, MOSI) instead of GPIO {}, and write port = {}',
  'fix-mosi': 'connect DIN to pin 19 (GPIO 10, MOSI), and write port = {}',
  'service-may': '{}: the service may use it, by {}; {} may not',
  'fix-holder': 'end the program or remove the driver that has it: {} says its name, {} which program it is',
  'fix-on': 'it is switched on in {}: restart the Pi',
  'fix-join': 'join the lines of {} into one, with {} at its end, and restart the Pi: the kernel reads the first line only',
  'no-effect': '{} has no effect: another word of the line undoes it, or the kernel lacks it; use the kernel of Raspberry Pi OS',
  'fix-usb': 'plug in a USB sound card',
  'fix-heat': 'put a heat sink or a fan on the processor, and leave air between it and the panel',
  'fix-supply': 'use the power supply for this model, and feed the panel from a separate supply',
  'fix-dmesg': 'restart the Pi; dmesg shows what went wrong in the driver',
  'fix-mixer': 'run alsamixer and press M on the channel that shows MM; for good: {}',
  'sensor-overlay': 'the overlay of the sensor, such as {},',
  'serial-console': 'the serial console',
  'serial-port': 'the serial port',
  'fix-port': 'this is not a Raspberry Pi with a port for panels; to try without one, write port = {} into the [panel] table, which records the signals',
  'fix-bus': 'this is not a Raspberry Pi with such a bus; to try a display without one, write port = {} into its table, which records the signals',
  'fix-light': 'this is not a Raspberry Pi with such a bus; to try without a sensor, write source = {} with its keys, or source = {}, into the [light] table',
  'fix-sense': 'this is not a Raspberry Pi with such a bus; to go without a sensor, remove the [sense] table',
  'one-of': 'what uses it, one of {},',
  'fix-leds': 'write num_leds={} into {} in {} and restart the Pi',
  'fix-output': 'write output = {} into the [audio] table, or the name of a card that {} lists',
  select: '{} has this chip select: {}',
  veml: 'a VEML7700 has none: {}, with Linux 6.13 or later',
  'write-and': 'write {} into the [{}] table, and {}',
  'wire-sensor': 'connect the sensor to GPIO {} and {}',
  'pin-address': 'set the sensor to this address, by its pin for that',
  'line-free': 'GPIO {} is free: write {}',
  'fix-table': 'correct the {} table, see docs/hardware.md',
  'fix-pi': 'use a Raspberry Pi; to try without one, write {} into the [panel] table, which records the signals',
  'fix-board': 'use a Raspberry Pi, or another board whose kernel has GPIO lines',
  'fix-iomem': "use Raspberry Pi OS, or on another system run as root with iomem=relaxed on the kernel's command line",
  'fix-os': 'use Raspberry Pi OS, whose kernel has it',
  'fix-backend': 'remove it, or write {}',
  'fix-speed': 'where pixels are wrong, write speed = {}',
  'fix-last-select': 'remove {}, which leaves no more chip selects, from {} and restart the Pi',
  'fix-timed': 'write pulses = {} into the [panel] table',
  'fix-remove': 'remove it from the [panel] table',
  'fix-refresh': 'write {} into the [panel] table instead of planes and lsb; if that is not enough, use several chains: parallel = 2 or 3',
  'fix-module': 'write parallel = {} into the [panel] table, or use a Compute Module 1, 3, 3+ or 4S, which has GPIO 0 to 45',
  'fix-bridge': 'bridge GPIO 4 and 18 and write {}',
  'fix-plug': 'plug it in; these are there: {}',
  'fix-lockdown': 'remove lockdown= from {} and switch Secure Boot off, then restart; or use Raspberry Pi OS',
  'fix-or-os': '{}; or use Raspberry Pi OS, which has {}',
  'fix-din': '{}, for DIN on pin 12',
  'fix-line': 'add {} to the end of the line in {} and restart the Pi',
  'fix-add': 'add {} to {} and restart the Pi',
  'fix-already': '{} is in {} already: restart the Pi',
  'fix-instead': 'write {} instead of {}={} into {} and restart the Pi',
  'fix-off': 'remove {} from {} and restart the Pi',
  'fix-upgrade': 'restart the Pi; if that is done, sudo apt full-upgrade',
  'fix-restart': '{}, then restart the Pi',
  'fix-wires': 'check the wires and the address: {} lists what answers',
  'fix-pins': 'give one of them other lines, see docs/hardware.md',
  'fix-panel': "open the device's page, which asks for the panel, or name it in [panel] of {}; then look here again",
  'fix-group': '{}, then log in again, or {}',
  'fix-write': 'write it like {}',
  'fix-kill': 'end it: {}',
  'fix-governor': '{}; for good, remove what sets powersave at the start',
  'fix-good': '{}; for good: sudo apt install --reinstall ledpost, whose udev rules do that',
  'for-good': '{}; for good: {}',
  'fix-release-keys': 'put the public keys of releases there, or name their file in [update] key_file',
  'fix-limits': 'the service has it; for a shell write {} into {} and log in again',
  'ill-frames': 'no frame has been drawn for {}: restart the device if this lasts',
  'ill-clock': 'the clock says {}, which is before {}: the device shows no time and follows no schedule until the clock is set or synchronised (timedatectl)',
  'ill-reach': 'the server cannot be reached',
  'ill-answers': 'the server answers {}',
  'ill-certificate': "the server's certificate is not valid",
  'ill-nokeys': 'there are no public keys of releases in {}',
  'ill-unsigned': 'the manifest is not signed by a key that this device trusts',
  'ill-older': 'this device has already seen a newer manifest{}',
  'ill-manifest': 'the manifest is for the channel {}',
  'ill-unanswered': 'no service has answered the request: see {}',
  'ill-large': 'the answer is too large',
  'ill-late': 'no complete answer within {}',
  'ill-key': 'the key cannot be saved',
  'ill-keys': 'the named keys cannot be saved',
  'ill-config': "the page's configuration cannot be saved",
  'ill-identity': 'the identity cannot be read; the device has another identity until the next start',
  'ill-speaker': 'no sound card, sound server or aplay was found',
  'ill-muted': '{} ({}) is muted by {}: unmute it with alsamixer',
  'ill-starting': 'not connected yet',
  'ill-silent': 'the broker does not answer',
  'ill-ended': 'the broker has ended the connection',
  'ill-closed': 'the connection has ended',
  'ill-listens': "nothing listens at the broker's address",
  'ill-name': 'the name {} is not known to the network',
  'ill-route': "the network has no route to the broker's address",
  'ill-login': 'the broker refuses user or password',
  'ill-refuses': 'the broker refuses the connection',
  'ill-tls': 'the broker does not speak TLS at this port',
  'ill-signed': "no authority that this machine trusts has signed the broker's certificate",
  'ill-other': "the broker's certificate is for another name",
  'ill-cert': "the broker's certificate is not valid",
  'ill-broker': 'no broker announces itself by multicast DNS',
  'ill-multicast': 'no network with multicast',
  'ill-avahi': 'avahi-daemon has gone',
  'ill-device': 'no input device is called {}',
  'ill-light': 'the kernel knows no light sensor',
  'ill-sensor': 'no answer from {} at {} of {}',
  'ill-air': 'the kernel knows no sensor of temperature or humidity',
  // Two sentences or words, each of which has its own.
  'join-else': '{}; or {}',
  'join-or': '{}, or {}',
  'join-too': '{}; {}',
  'join-and': '{} and {}',
};

const letters = 'abcde';
const patterns = Object.entries(sentences).map(([key, text]) => [
  key, new RegExp('^' + text.split('{}').map((s) => s.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('(.*?)') + '$', 's'),
]);

// prefix names the package that says what is wrong, which the part's name does already.
const prefix = /^(?:hawkbit|input|light|mdns|mqtt|sense|sounds|ssdp|store): /;

// fault is what a part says is wrong, in the reader's language: a sentence, or several
// behind each other and behind a name or a code, each of which is looked for.
export function fault(text) {
  if (language === 'en') return text;
  text = text.replace(prefix, '');
  if (whole(text)) return finding(text);
  const cuts = [...text.matchAll(/[;:] /g)].map(({ index }) => [text.slice(0, index), text.slice(index, index + 2), text.slice(index + 2)]);
  const [left, mark, right] = cuts.find(([l, , r]) => whole(l) || whole(r)) || cuts[0] || [text];
  return right ? fault(left) + spaced(mark) + fault(right) : text;
}

// spaced is a mark between two texts, before which French has a space.
export const spaced = (mark) => (language === 'fr' ? '\u00a0' + mark : mark);

// whole tells whether a text is one sentence: its values have no sentences in them.
function whole(text) {
  const found = patterns.filter(([key]) => !key.startsWith('join-')).map(([, pattern]) => pattern.exec(text)).find(Boolean);
  return Boolean(found) && !found.slice(1).some((value) => /[;:] /.test(value));
}

// known tells whether a text is a command or no English sentence, or a sentence of those above.
function known(text) { return /^(sudo|echo) |^(?!.*\b[a-z]+ [a-z]+ [a-z]+)/s.test(text) || patterns.some(([, pattern]) => pattern.test(text)); }

// finding is a text or a remedy of the doctor in the reader's language. A value in it may be
// a sentence itself, such as what is behind the size of a panel.
export function finding(text) {
  text = text.replace(prefix, '');
  for (const [key, pattern] of patterns) {
    const found = pattern.exec(text);
    if (found && (!key.startsWith('join-') || found.slice(1).every(known))) return (told('find.' + key) ?? text).replace(/\{([a-e])\}/g, (_, l) => finding(found[1 + letters.indexOf(l)]));
  }
  return text;
}
