// SPDX-License-Identifier: Apache-2.0

// The page: connects the parts.

import { Accent } from './accent.js';
import { Apps } from './apps.js';
import { cardOf } from './card.js';
import { Claim } from './claim.js';
import { Composer } from './composer.js';
import { begin as answers, call, forgetAnswers, hasKey, Refused, setKey, takeKey, theKey, Unreachable } from './device.js';
import { checkHealth, showHealth } from './health.js';
import { ask, invite } from './invite.js';
import { forgetLast, keepLast } from './last.js';
import { load } from './load.js';
import { Now } from './now.js';
import { Asked, PairButton } from './pair.js';
import { Panel } from './panel.js';
import { filled, pictured } from './pictures.js';
import { desk, go, here, Places, stays } from './places.js';
import { Queue } from './queue.js';
import { Settings } from './settings.js';
import { Ear } from './sound.js';
import { Sounding } from './sounding.js';
import { Stage } from './stage.js';
import { Trial } from './trial.js';
import { offerColour } from './tryout.js';
import { $, toast, write } from './ui.js';
import { resume } from './undo.js';
import { Update } from './update.js';
import { Views } from './views.js';
import { again, Watch } from './watch.js';
import { choice, percent, t } from './words.js';

const questioning = 4000; // ms between two looks at what apps by others ask for
const pause = 2000; // ms before a device that does not answer is asked again

const panel = new Panel($('panel'), (up) => link({ picture: up }));
const stage = new Stage(panel);
new Accent(panel);
const settings = new Settings($('settings'), $('saver-now'));
const queue = new Queue(refresh, (from, to) => composer.moved(from, to));
const apps = new Apps();
const now = new Now(refresh);
const sounding = new Sounding(apps);
const places = new Places((place) => {
  if (place === 'apps') apps.look(3);
  if (place === 'apps') hours();
  if (place === 'look') { night(); region(); }
  if (place === 'send') { talk(); ideas(); }
  counts();
  panel.draw(); // WebKit forgets what WebGL2 drew on a canvas that moves
});
const ear = new Ear();
const asked = new Asked();
const update = new Update();
const views = new Views();
let ring; // of the night, loaded when its place is first seen
let writes; // the region, loaded as the ring is
let house; // the other displays, loaded if this browser has the key of one
let showing = ''; // id of the widget that is seen
const watch = new Watch({ changed: () => { forgetAnswers(); refresh(); }, status, alive: (heard) => link({ heard }), ended });
const pairing = new PairButton((key) => { setKey(key); begin().then(() => invite(greet, true)); });
const claim = new Claim((key) => { setKey(key); begin().then(() => greet()); });
const trial = new Trial();
const anew = () => { // the device has started, and answers: its picture need not wait for the next try
  trial.look();
  refresh();
  panel.connect();
  watch.connect();
};
later('backup-open', async () => new (await load('backup')).Backup(apps, anew));
const setUp = later('setup-open', async () => new (await load('setup')).Setup(anew));
const welcome = later('welcome-open', async () => new (await load('welcome')).Welcome({ setUp: () => setUp(true), changed: refresh, offset: () => settings.offset }));
const greet = () => { // at once where the welcome will stand
  go('now');
  return welcome();
};
$('welcome-open').onclick = greet;
later('anew-open', async () => new (await load('anew')).Anew(() => $('forget').click()));
later('code-open', async () => ({ open: (await load('code')).openCode }));
const scene = later('scene-open', async () => new (await load('scene')).Scene(apps, refresh));
$('scene-save').onclick = () => scene('save');
$('scene-others').onclick = () => scene('others');
later('plan-open', async () => new (await load('schedule')).Schedule(apps, hours));
for (const [name, kind] of [['text_effect', 'text'], ['background', 'backgrounds'], ['overlay', 'overlays'], ['transition', 'transitions']]) {
  pictured($('settings').elements[name], (v) => (/^[a-z_]+$/.test(v) && v !== 'none' ? `/live/effects/${kind}/${v}.gif` : ''));
}
offerColour($('settings').elements.text_color);
const composer = new Composer($('send'), { sent: (body) => { refresh(); if (body) house?.then((h) => h?.show(body)); }, refused: (e) => login(e.message), queue });

// night shows the night as it is, where it is seen.
function night() {
  if (here() !== 'look' || $('main').hidden) return;
  ring ??= load('night').then(({ Night }) => new Night(apps, settings)).catch(() => { ring = null; });
  ring.then((n) => n?.load()).catch(() => {}); // the next refresh tries again
}

// region shows how the panel writes, where it is seen.
function region() {
  if (here() !== 'look' || $('main').hidden) return;
  writes ??= load('region').then(({ Region }) => new Region()).catch(() => { writes = null; });
  writes.then((r) => r?.load()).catch(() => {}); // the next refresh tries again
}

// homes shows the other displays, where there are any.
const houseSlot = 'ledpost.house';
function homes() {
  if (localStorage.getItem(houseSlot)) house ??= load('house').then(({ House }) => new House()).catch(() => { house = null; });
}

// counts tells beside the views of the device how they stand, where they are seen.
function counts() {
  if (here() === 'device' && !$('main').hidden) views.count();
}

// talk shows the conversation, where it is seen.
function talk() {
  if (here() === 'send' && !$('main').hidden) composer.talk();
}

// ideas shows templates beside the composer, where there is room.
desk.addEventListener('change', () => ideas());
function ideas() {
  if (here() !== 'send' || $('main').hidden || !desk.matches) return;
  load('ideas').then(({ draw }) => draw((d) => composer.take(d))).catch(() => {}); // the next refresh tries again
}

// questions shows what apps by others ask for, where there are any.
let asking;
function questions() {
  if ($('main').hidden || document.hidden || $('asking').hidden && !apps.list.some((w) => w.package === 'com.ledpost.others')) return;
  asking ??= load('consent').then(({ Asking }) => new Asking(apps)).catch(() => { asking = null; });
  asking.then((a) => a?.load()).catch(() => {}); // the next look tries again
}
setInterval(questions, questioning);

// hours shows the schedule in short, where it is seen.
function hours() {
  if (here() !== 'apps' || $('main').hidden) return;
  load('hours').then(({ drawHours }) => drawHours(apps, $('settings').elements.mode.value)).catch(() => {});
}

// card takes the message of a link into the composer, and out of the address.
function card() {
  if (!location.hash.startsWith('#/send?')) return;
  if (location.hash === '#/send?shared') {
    history.replaceState(history.state, '', '#/send');
    load('shared').then(({ takeShared }) => takeShared(composer)).catch((e) => toast(e.message, true));
    return;
  }
  const d = cardOf(location.hash);
  history.replaceState(history.state, '', '#/send');
  if (d) composer.take(d);
  toast(d ? t('card.taken') : t('card.broken'), !d);
}

// program opens the app of a link in the editor, and takes it out of the address.
function program() {
  const [, code] = /^#\/apps\?app=([\w-]+)$/.exec(location.hash) ?? [];
  if (!code) return;
  history.replaceState(history.state, '', '#/apps');
  apps.write(code);
}

// later loads what a button opens when it is first pressed; from then on that listens
// to the button itself. Each opens by its open, given what tells whether they who pressed are
// still there, and more. It returns what opens it with more to say, and gives the outcome.
function later(button, load) {
  let part;
  const open = async (...how) => {
    const still = stays();
    try {
      part ??= load();
      return await (await part).open(still, ...how);
    } catch (e) {
      part = null;
      toast(e.message, true);
    }
  };
  $(button).onclick = () => open();
  return open;
}

function status(s) {
  queue.held(s.queue);
  now.status(s);
  stage.status(s);
  sounding.status(s);
  asked.show(s);
  showing = s.showing.widget || '';
  $('notice').hidden = !s.notice;
  if ($('notice').textContent !== (s.notice || '')) trial.look();
  write($('notice'), s.notice || '');
}

// ended finds out why the watch has ended: a request is answered in words. A page that nobody
// looks at asks for no more than whether its key still holds.
function ended() {
  if (!document.hidden) return refresh();
  return call('GET', '/api/v2/device?fields=name').catch((e) => { if (e instanceof Refused && hasKey()) login(e.message); });
}

// link says whether the device is heard, each second, and its picture comes.
const comes = { picture: false, heard: false };
let last = 0; // when it was last well, in ms
function link(news) {
  const up = Object.values(Object.assign(comes, news)).every(Boolean);
  if (up) last = Date.now();
  if (up) stage.away();
  else if (last || news.heard === false) stage.away(last);
  $('link').dataset.state = up ? 'live' : 'wait';
  write($('link'), up ? t('link.live') : t('link.again'));
}

// login asks for the key until the device takes it.
function login(fault) {
  panel.close();
  watch.close();
  views.close();
  quiet();
  $('main').hidden = true;
  opened();
  for (const open of document.querySelectorAll('dialog[open]:not(#login)')) open.close();
  $('link').dataset.state = 'wait';
  write($('link'), t('link.key'));
  write($('key-note'), fault, fault !== '');
  $('key').setAttribute('aria-invalid', fault !== '');
  if (!$('login').open) $('login').showModal();
  if ($('claim').hidden) $('key').select();
  else $('claim-take').focus();
}

// opened ends what first.js has begun: from now on main shows by itself whether it is seen.
function opened() { document.documentElement.classList.remove('opening'); }

// before is the key that this browser had before the one of a link; it still counts if
// that is wrong.
let before = globalThis.keyBefore || '';
function refused(e) {
  if (!before) return login(hasKey() ? e.message : '');
  setKey(before);
  before = '';
  toast(t('login.link'), true);
  return begin();
}

// sized makes room for the panel, of which a set-up changes the size.
function sized({ width, height }) {
  if (!apps.size(width, height)) return;
  panel.size(width, height);
  if (apps.list.length) apps.draw();
  for (const choice of document.querySelectorAll('.reel > select')) choice.dispatchEvent(new Event(filled));
}

function named(d) { write($('name'), document.title = d.name); }

let waiting; // ends the pause before begin
async function begin() {
  waiting?.();
  let since, known, loads;
  try {
    since = await answers(); // one question tells whether the key is right: of wrong ones the device takes ten
    loads = [ask()];
    const d = await settings.load();
    named(d);
    $('version').textContent = t('footer.version', { version: d.firmware });
    sized(d.display);
    loads.push(stage.load(), composer.load());
    known = await call('GET', '/live/status');
  } catch (e) {
    const passes = e instanceof Unreachable || e.status >= 500 || (e.status === 429 && !$('login').open);
    if (!passes) return refused(e);
    link({ heard: false });
    if ($('login').open) write($('key-note'), e.message, true);
    waiting = again(begin, pause);
    return;
  }
  before = '';
  claim.show(false);
  pairing.stop();
  const signedIn = $('login').open;
  if (signedIn) $('login').close();
  $('key').value = '';
  $('main').hidden = false;
  $('main').inert = false;
  if (signedIn) document.querySelector('#places [aria-current]').focus(); // where the way through the page begins
  opened();
  program();
  panel.connect();
  link({ heard: true });
  watch.connect(since, known);
  status(known);
  Promise.allSettled([...loads, update.load(), refresh()]).then(() => {
    forgetAnswers();
    resume({ messages: (items) => queue.send(items), widget: (w) => apps.back(w) });
  });
  invite(greet);
}

// refresh shows the queue and the settings as they are now, while the page is
// looked at. Of calls that come meanwhile one is done after it.
let busy = false, wanted = false;
let missed; // ends the pause before what was not answered is asked again
async function refresh() {
  wanted = true;
  if (busy) return;
  busy = true;
  while (wanted && !$('main').hidden && !document.hidden) {
    wanted = false;
    try {
      const visible = await queue.load(); // alone, since a key may have become a wrong one
      const [d] = await Promise.all([settings.load(), apps.load(showing)]);
      $('panel').setAttribute('aria-label', visible ? t('panel.showing', { what: visible }) : t('panel.name'));
      settings.widgets(apps.list.map((w) => [w.widget, apps.title(w)]));
      named(d);
      sized(d.display);
      now.apps(apps, d.mode, visible, queue.next);
      views.tell('network', d.name);
      views.tell('light', percent(d.display.brightness_now));
      night();
      region();
      talk();
      ideas();
      hours();
      homes();
      counts();
      questions();
      checkHealth().catch(() => {}); // as every 2 s
    } catch (e) {
      if (e instanceof Refused && hasKey()) login(e.message); // else it was forgotten meanwhile
      missed?.();
      if (e instanceof Unreachable || e.status >= 500) missed = again(refresh, pause);
    }
  }
  busy = false;
}

// What fails is not part of what is watched: it is asked for, as often as
// checkHealth allows.
setInterval(() => {
  if (!$('main').hidden && !document.hidden) checkHealth().catch(() => {}); // the watch tells when the device is away
}, 2000);

function quiet() {
  $('listen').checked = false;
  ear.stop();
}

$('login').oncancel = (e) => e.preventDefault();
$('login').onclose = () => $('main').hidden && login($('key-note').textContent); // a browser may close it all the same
$('login-form').onsubmit = (e) => {
  e.preventDefault();
  setKey($('key').value);
  if (hasKey()) begin();
  else login(t('login.type'));
};
$('forget').onclick = () => {
  setKey('');
  forgetLast();
  if (house) load('house').then(({ forgetHouse }) => forgetHouse());
  localStorage.removeItem(houseSlot);
  $('key').value = '';
  login('');
};
$('alarm-card').onclick = () => { // the alarms are wanted where the link leads
  go('apps');
  apps.alarms();
};
$('listen').onchange = (e) => (e.target.checked ? ear.start() : ear.stop());
for (const b of document.querySelectorAll('[data-press]')) {
  b.onclick = () => call('POST', '/live/buttons/' + b.dataset.press).catch((e) => toast(e.message, true)).then(refresh);
}
$('health-link').onclick = (e) => {
  if ($('main').hidden) return; // without the key the link says whether all works
  e.preventDefault();
  showHealth(stays()).catch((fault) => toast(fault.message, true));
};
window.onhashchange = () => {
  const had = keyOfAddress();
  places.show();
  card();
  if (!$('main').hidden) program();
  if (had === undefined) return;
  takeKey();
  if (theKey() === had && !$('main').hidden) return; // it is signed in with this one
  before = had;
  panel.close();
  watch.close();
  begin();
};
document.onvisibilitychange = () => !document.hidden && refresh();
choice($('language'));
card();
keepLast(panel);

if (hasKey()) begin();
else claim.look().then(() => login(''));
