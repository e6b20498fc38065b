// The page: connects the parts.

import { call, hasKey, Refused, setKey } from './device.js';
import { Picker } from './icons.js';
import { Panel } from './panel.js';
import { dropAll, showQueue } from './queue.js';
import { Settings } from './settings.js';
import { builtIn, Ear, playHere } from './sound.js';

const $ = (id) => document.getElementById(id);

const panel = new Panel($('panel'), (up) => {
  $('link').textContent = up ? 'live' : 'not connected; trying again…';
});
const settings = new Settings($('settings'), $('settings-fault'), $('saver-now'));
const ear = new Ear();
let icon = null;

const picker = new Picker((chosen) => {
  icon = chosen;
  const button = $('icon');
  button.replaceChildren(icon ? Object.assign(new Image(), { src: icon.thumb, alt: '' }) : 'no icon');
  button.setAttribute('aria-label', 'Icon: ' + (icon ? icon.name : 'none'));
  button.focus();
});

// login asks for the key until the device takes it.
function login(fault) {
  panel.close();
  $('main').hidden = true;
  $('forget').hidden = true;
  $('login-fault').textContent = fault || '';
  if (!$('login').open) $('login').showModal();
  $('key').focus();
}

async function begin() {
  try {
    const d = await settings.load();
    $('name').textContent = d.name;
    document.title = d.name;
    $('version').textContent = 'version ' + d.firmware;
  } catch (e) {
    if (e instanceof Refused) return login(hasKey() ? e.message : '');
    $('link').textContent = $('login-fault').textContent = e.message;
    return setTimeout(begin, 2000);
  }
  if ($('login').open) $('login').close();
  $('main').hidden = false;
  $('forget').hidden = false;
  panel.connect();
  refresh();
}

// refresh follows the queue and the settings while the page is looked at.
let timer;
async function refresh() {
  clearTimeout(timer);
  if ($('main').hidden) return;
  if (!document.hidden) {
    try {
      const n = await showQueue($('queue'), refresh);
      $('count').textContent = n;
      $('empty').hidden = n > 0;
      $('clear').hidden = n === 0;
      await settings.load();
    } catch (e) {
      if (e instanceof Refused) return login(e.message);
    }
  }
  timer = setTimeout(refresh, 1000);
}

for (const [category, ids] of Object.entries(builtIn)) {
  const group = Object.assign(document.createElement('optgroup'), { label: category });
  group.append(...ids.map((id) => new Option(id, `${category}/${id}`)));
  $('sound').append(group);
}

$('login').oncancel = (e) => e.preventDefault();
$('login').onclose = () => $('main').hidden && login($('login-fault').textContent); // a browser may close it all the same
$('login-form').onsubmit = (e) => {
  e.preventDefault();
  setKey($('key').value);
  $('key').value = '';
  begin();
};
$('forget').onclick = () => {
  $('listen').checked = false;
  ear.stop();
  setKey('');
  login('');
};

$('icon').onclick = () => picker.open();

$('send').onsubmit = async (e) => {
  e.preventDefault();
  const f = e.target.elements;
  const frame = {};
  if (icon) frame.icon = icon.name;
  if (f.text.value) frame.text = f.text.value;
  if (!icon && !f.text.value) {
    $('send-fault').textContent = 'Write a text or choose an icon.';
    return;
  }
  const model = { frames: [frame], cycles: +f.cycles.value };
  const [category, id] = f.sound.value.split('/');
  if (id) model.sound = { category, id };
  await tell($('send-fault'), () => call('POST', '/api/v2/device/notifications', {
    priority: f.priority.value, icon_type: f.icon_type.value, model,
  }));
  refresh();
};

$('preview-sound').onclick = () => {
  const [category, id] = $('sound').value.split('/');
  if (id) tell($('send-fault'), () => playHere(category, id));
};

$('clear').onclick = () => dropAll(refresh);

$('listen').onchange = (e) => (e.target.checked ? ear.start() : ear.stop());

for (const b of document.querySelectorAll('[data-press]')) {
  b.onclick = () => tell($('send-fault'), () => call('POST', '/live/buttons/' + b.dataset.press)).then(refresh);
}

// tell runs act and shows what went wrong.
async function tell(fault, act) {
  try {
    await act();
    fault.textContent = '';
  } catch (e) {
    fault.textContent = e.message;
  }
}

document.onvisibilitychange = () => !document.hidden && refresh();

if (hasKey()) begin();
else login('');
