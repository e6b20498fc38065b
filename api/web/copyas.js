// SPDX-License-Identifier: Apache-2.0

// A notification as other programs send it, and the dialog that copies it. Over plain
// HTTP there is no navigator.clipboard: then what is selected is copied.

import { linkOf } from './card.js';
import { call } from './device.js';
import { $, toast } from './ui.js';
import { t } from './words.js';

const path = '/api/v2/device/notifications';
const slot = 'ledpost.made'; // of the window: the keys that it has made, by their form; device.js drops them with its own

// shell quotes for sh, yaml for a scalar of one line.
const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const yaml = (text) => `'${text.replaceAll("'", "''")}'`;

// users are the names of the keys that are made for a form. An agent may control the device, all others only send.
const users = { curl: 'curl', homeassistant: 'home-assistant', nodered: 'node-red', mcp: 'agent' };

// forms make the text; device is { url, key, serial }.
export const forms = {
  curl: (body, { url, key }) => [
    `curl${url.startsWith('https:') ? ' -k' : ''} -u ${shell('dev:' + key)}`,
    `-H 'Content-Type: application/json'`, `-d ${shell(JSON.stringify(body))}`, shell(url + path),
  ].join(' \\\n  '),

  // The payload is a template to Home Assistant, as users expect of {{ states('…') }}.
  homeassistant: (body, { url, key }) => `# configuration.yaml; then the action rest_command.ledpost
rest_command:
  ledpost:
    url: ${yaml(url + path)}
    method: post${url.startsWith('https:') ? '\n    verify_ssl: false' : ''}
    username: dev
    password: ${yaml(key)}
    content_type: application/json
    payload: ${yaml(JSON.stringify(body))}
`,

  nodered: (body, { url, key }) => {
    const id = (n) => '6c6564706f73' + String(n).padStart(4, '0');
    const node = (n, type, x, rest) => ({ id: id(n), type, x, y: 80, z: '', ...rest });
    return JSON.stringify([
      node(1, 'inject', 120, { name: 'send', props: [], repeat: '', once: false, wires: [[id(2)]] }),
      node(2, 'change', 300, {
        name: 'notification', wires: [[id(3)]],
        rules: [
          { t: 'set', p: 'payload', pt: 'msg', to: JSON.stringify(body), tot: 'json' },
          { t: 'set', p: 'headers', pt: 'msg', to: JSON.stringify({ 'Content-Type': 'application/json', Authorization: globalThis.authorization(key) }), tot: 'json' },
        ],
      }),
      node(3, 'http request', 490, { name: 'ledpost', method: 'POST', ret: 'obj', url: url + path, tls: '', wires: [[id(4)]] }),
      node(4, 'debug', 670, { name: 'answer', active: true, complete: 'payload', targetType: 'msg', wires: [] }),
    ], null, 1);
  },

  mqtt: (body, { serial }) => [
    'mosquitto_pub -h BROKER', `-t ${shell(`ledpost/${serial}/cmd/notify`)}`, `-m ${shell(JSON.stringify(body))}`,
  ].join(' \\\n  '),

  // The tools, whatever the message: an agent writes its own.
  mcp: (body, { url, key }) => JSON.stringify({
    mcpServers: { ledpost: { type: 'http', url: url + '/mcp', headers: { Authorization: 'Bearer ' + key } } },
  }, null, 2) + '\n',
};

// newKey makes a key of a scope, under the next free name.
async function newKey(name, scope) {
  const taken = (await call('GET', '/live/keys')).map((k) => k.name);
  let free = name;
  for (let n = 2; taken.includes(free); n++) free = `${name}-${n}`;
  return call('POST', '/live/keys', { name: free, scope });
}

export class CopyAs {
  // body is called for what is to be sent.
  constructor(body) {
    this.body = body;
    this.serial = '';
    this.made = JSON.parse(sessionStorage.getItem(slot)) ?? {};
    $('copy-key').onclick = () => this.makeKey();
    $('copy-close').onclick = () => $('copy').close();
    $('copy-form').onchange = () => this.write();
    $('copy-now').onclick = () => this.copy();
  }

  // link shows the message as a link, which holds no key.
  link() {
    const text = linkOf(this.body(), location.origin + '/');
    if (!text) return toast(t('card.long'), true);
    this.choices(false);
    $('copy-text').value = text;
    $('copy-hint').textContent = t('card.hint');
    $('copy').showModal();
    $('copy-text').select();
  }

  choices(on) {
    $('copy-form').querySelector('.choice').hidden = !on;
    $('copy-new').hidden = true;
  }

  async open() {
    this.choices(true);
    this.write();
    $('copy').showModal();
    $('copy-text').select();
    await this.forget();
  }

  // forget drops the keys that were revoked meanwhile.
  async forget() {
    if (!Object.keys(this.made).length) return;
    const kept = await call('GET', '/live/keys').then((list) => list.map((k) => k.name), () => null);
    const gone = kept ? Object.keys(this.made).filter((as) => !kept.includes(this.made[as].name)) : [];
    for (const as of gone) delete this.made[as];
    if (gone.length) this.keep();
  }

  keep() {
    sessionStorage.setItem(slot, JSON.stringify(this.made));
    this.write();
  }

  write() {
    const as = $('copy-form').elements.as.value, made = this.made[as];
    $('copy-text').value = forms[as](this.body(), { url: location.origin, key: made?.key ?? 'API_KEY', serial: this.serial });
    $('copy-hint').textContent = t('copy.hint-' + as);
    $('copy-new').hidden = !users[as];
    $('copy-key').hidden = Boolean(made);
    $('copy-key').textContent = t(as === 'mcp' ? 'copy.agent-key' : 'copy.send-key');
    $('copy-made').textContent = made ? t('copy.made', { name: made.name }) : '';
  }

  // makeKey makes a key for the form alone, of the smallest scope that it needs, and once in a window: the list of keys
  // takes it back.
  async makeKey() {
    const as = $('copy-form').elements.as.value;
    try {
      $('copy-key').disabled = true;
      this.made[as] = await newKey(users[as], as === 'mcp' ? 'control' : 'send');
      this.keep();
    } catch (fault) {
      toast(fault.message, true);
    }
    $('copy-key').disabled = false;
  }

  async copy() {
    const text = $('copy-text');
    try {
      await navigator.clipboard.writeText(text.value);
    } catch { // there is none over plain HTTP, or it is forbidden
      text.select();
      if (!document.execCommand('copy')) return toast(t('copy.by-hand'), true);
    }
    toast(t('copy.copied'));
  }
}
