'use strict';
// The page chooses board, panel and wiring, writes ledpost.toml in the browser,
// and says what to do with it. It sends nothing anywhere.

const imager = 'rpi-imager://open?repo=https://ledpost.github.io/ledpost/ledpost.rpi-imager-manifest';
const guide = 'guide/install.html#raspberry-pi-os';
const $ = (id) => document.getElementById(id);
const chosen = { board: choices.boards[0], panel: choices.panels[0], wiring: null, sensor: choices.sensors[0] };

// A key for this card: 20 letters and digits, 100 bits, without those that look alike.
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const key = Array.from(crypto.getRandomValues(new Uint8Array(20)), (n) => letters[n % 32]).join('');

function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes)) {
    if (v === true) e.setAttribute(k, '');
    else if (v !== false) e.setAttribute(k, v);
  }
  e.append(...children);
  return e;
}

// outline draws a board from above: its edge, header and sockets.
function outline(board) {
  const w = board.small ? 65 : 85, h = board.small ? 30 : 56;
  const sockets = board.small ? [[8, 26, 12, 4], [38, 26, 8, 4], [50, 26, 8, 4]] : [[66, 2, 19, 14], [66, 20, 19, 14], [64, 38, 21, 16], [6, 50, 9, 6], [22, 50, 12, 6]];
  const box = (x, y, w, h, fill) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="1" fill="${fill}"/>`;
  const pins = Array.from({ length: 40 }, (_, i) => `<circle cx="${8 + 2.54 * (i % 20)}" cy="${i < 20 ? 2.4 : 4.9}" r=".7" fill="#e8c66a"/>`).join('');
  const t = document.createElement('template');
  t.innerHTML = `<svg viewBox="0 0 ${w} ${h}" aria-hidden="true">${box(0, 0, w, h, '#2f7d4f')}${box(6.5, 1, 51, 5.3, '#20242a')}${pins}` +
    box(w * 0.34, h * 0.38, 14, 14, '#20242a') + sockets.map((s) => box(...s, '#b9bfc8')).join('') + '</svg>';
  return t.content.firstChild;
}

// cards fills a group with one radio button for each item.
function cards(group, items, picture, pick, usable) {
  $(group).replaceChildren(...items.map((item) => {
    const input = element('input', { type: 'radio', name: group, value: item.id, disabled: !usable(item) });
    input.addEventListener('change', () => pick(item));
    const face = picture(item);
    return element('label', {}, input, ...(face ? [face] : []), element('b', {}, item.name), element('small', {}, item.says));
  }));
}

const check = (group, item) => { $(group).querySelector(`[value="${item.id}"]`).checked = true; };

function showBoards() {
  cards('boards', choices.boards, outline, (b) => {
    chosen.board = b;
    if (chosen.panel.hub75 && !b.hub75) chosen.panel = choices.panels[0];
    showPanels();
  }, () => true);
  check('boards', chosen.board);
}

function showPanels() {
  cards('panels', choices.panels, (p) => element('img', { src: `panels/${p.id}.png`, alt: '', loading: 'lazy' }),
    (p) => { chosen.panel = p; showWirings(); }, (p) => chosen.board.hub75 || !p.hub75);
  check('panels', chosen.panel);
  showWirings();
}

function showWirings() {
  const { wirings } = chosen.panel;
  if (!wirings.includes(chosen.wiring)) chosen.wiring = wirings[0];
  $('wirings').hidden = wirings.length === 1;
  cards('wirings', wirings, () => null, (w) => { chosen.wiring = w; update(); }, () => true);
  check('wirings', chosen.wiring);
  update();
}

const quote = (s) => JSON.stringify(s).replace(/\u007f/g, '\\u007f');
const value = (id) => $(id).value.trim();

// faults says what the device would refuse, as the reader of [card] does.
function fault() {
  const bytes = (s) => new TextEncoder().encode(s).length;
  const ascii = /^[ -~]*$/;
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(value('hostname'))) return 'Host name: letters, digits and hyphens, which do not begin or end it.';
  if (value('timezone') && !/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z][A-Za-z0-9_+-]*){0,2}$/.test(value('timezone'))) return 'Time zone: a name such as Europe/Berlin.';
  if (bytes($('wifi_ssid').value) > 32 || /[\u0000-\u001f\u007f]/.test($('wifi_ssid').value)) return 'Wi-Fi: a name of at most 32 bytes.';
  const password = $('wifi_password').value;
  if (password && !$('wifi_ssid').value) return 'Wi-Fi: the password has no network.';
  if (password && (!ascii.test(password) || password.length < 8 || (password.length === 64 && !/^[0-9a-f]+$/i.test(password)))) return 'Wi-Fi password: 8 to 63 characters, or 64 hexadecimal digits.';
  const setup = $('setup_password').value;
  if (!chosen.board.image && setup && !/^[!-~]{8,63}$/.test(setup)) return 'Set-up password: 8 to 63 letters, digits and signs, without blanks.';
  if (value('wifi_country') && !/^[a-z]{2}$/i.test(value('wifi_country'))) return 'Country: two letters, such as DE.';
  return '';
}

// configuration writes ledpost.toml.
function configuration() {
  const lines = ['# Written by the page of ledpost.', '[panel]', ...chosen.panel.lines, ...(chosen.wiring.lines || [])];
  if (chosen.sensor.lines) lines.push('', '[light]', ...chosen.sensor.lines);
  lines.push('', '[card]', `key = ${quote(key)}`, `hostname = ${quote(value('hostname').toLowerCase())}`);
  for (const id of ['timezone', 'wifi_ssid', 'wifi_password', 'wifi_country', 'setup_password']) {
    if (id === 'setup_password' && chosen.board.image) continue; // the image has no access point
    const text = id === 'wifi_ssid' || id.endsWith('password') ? $(id).value : value(id);
    if (text) lines.push(`${id} = ${quote(id === 'wifi_country' ? text.toUpperCase() : text)}`);
  }
  return lines.join('\n') + '\n';
}

function steps() {
  const host = value('hostname').toLowerCase();
  const link = (href, text) => element('a', { href }, text);
  const program = link('https://www.raspberrypi.com/software/', 'Raspberry Pi Imager');
  const wire = ['Wire the panel as in the picture, put the card in, and switch the power on.'];
  const page = `http://${host}.local:8080/#${key}`;
  const save = ['Save ledpost.toml, and copy it to the card’s first partition, which any computer shows.'];
  const open = ['A minute later, open ', link(page, page), '. The address signs you in: keep it to yourself.'];
  if (chosen.board.image) {
    return [
      ['Install the ', program, ' (version 2), and ', link(imager, 'open it with our list'), '.'],
      ['Choose the board, ledpost, and the card. Skip its settings: the file has them.'],
      save, wire, open];
  }
  return [
    ['With the ', program, ', write Raspberry Pi OS Lite. Give it your user and your Wi-Fi; the file has the rest.'],
    save, wire,
    ['Install ledpost ', link(guide, 'as the guide says'), ', by a file on the card or by one command.'],
    open];
}

function update() {
  const name = `wiring/${chosen.panel.id}-${chosen.wiring.id}-${chosen.sensor.id}.svg`;
  $('wiring').src = name;
  $('wiring').alt = `Wiring of ${chosen.panel.name} to the 40-pin header`;
  $('wiring-text').textContent = `${chosen.panel.name}, ${chosen.wiring.name.toLowerCase()}.`;
  $('setup').hidden = chosen.board.image;
  $('wifi_ssid').placeholder = chosen.board.image ? 'empty: by cable' : 'empty: as in the Imager';
  const wrong = fault();
  $('fault').textContent = wrong;
  $('save').disabled = wrong !== '';
  $('toml').textContent = wrong ? '' : configuration();
  $('steps').replaceChildren(...steps().map((s) => element('li', {}, ...s)));
}

function download() {
  const href = URL.createObjectURL(new Blob([configuration()], { type: 'application/toml' }));
  const a = element('a', { href, download: 'ledpost.toml' });
  a.click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

// others shows the builds and the boards that people have reported, or says that nobody has.
function others() {
  const link = (href, text) => element('a', { href }, text);
  const wanted = (what, page) => [`Nobody has sent ${what} yet. `, link(page, 'Be the first'), '.'];
  $('gallery').replaceChildren(...choices.gallery.map(([picture, board, panel, by]) => {
    const src = /\]\(([^)]+)\)/.exec(picture);
    return element('figure', {}, ...(src ? [element('img', { src: `guide/${src[1]}`, alt: `${board}, ${panel}`, loading: 'lazy' })] : []),
      element('figcaption', {}, `${board}, ${panel}, by ${by}`));
  }));
  if (choices.gallery.length === 0) $('gallery').append(element('p', {}, ...wanted('a picture of a build', 'guide/gallery.html')));
  if (choices.works.length === 0) {
    $('works').replaceChildren(element('p', {}, 'ledpost has not run on real hardware: it has been tested with emulated chips and boards only. ',
      ...wanted('the report of a board', 'guide/boards.html')));
    return;
  }
  const row = (cells, name) => element('tr', {}, ...cells.map((c) => element(name, {}, c)));
  $('works').replaceChildren(element('table', {}, element('caption', {}, link('guide/boards.html', 'Boards that work')),
    row(['board', 'panel', 'configuration', 'refresh', 'version', 'result'], 'th'), ...choices.works.map((c) => row(c, 'td'))));
}

$('unreleased').hidden = choices.released;
others();
$('sensor').replaceChildren(...choices.sensors.map((s) => element('option', { value: s.id }, s.name)));
$('sensor').addEventListener('change', () => { chosen.sensor = choices.sensors.find((s) => s.id === $('sensor').value); update(); });
$('timezone').value = Intl.DateTimeFormat().resolvedOptions().timeZone || '';
if (Intl.supportedValuesOf) $('zones').replaceChildren(...Intl.supportedValuesOf('timeZone').map((z) => element('option', { value: z })));
$('wifi_country').value = (navigator.language.match(/-([A-Z]{2})$/) || ['', ''])[1]; // de-AT, zh-Hans-CN; not es-419
$('build').addEventListener('input', update);
$('build').addEventListener('submit', (e) => e.preventDefault());
$('save').addEventListener('click', download);
showBoards();
showPanels();
