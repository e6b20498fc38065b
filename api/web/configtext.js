// SPDX-License-Identifier: Apache-2.0

// The configuration that this page writes: TOML with comments. What was chosen is in
// its last line too, so that the page finds it again.

const mark = '# page: ';

// chosen returns what was chosen in a text of this page; null if it is none.
export function chosen(text) {
  const line = text.trimEnd().split('\n').at(-1);
  if (!line.startsWith(mark)) return null;
  try {
    return JSON.parse(line.slice(mark.length));
  } catch {
    return null;
  }
}

// begun is what the set-up goes on from: what was chosen, or no more than a name and a
// zone; null if others have written more.
export function begun(text) {
  const lines = text.split('\n').filter((l) => l.trim());
  if (!lines.every((l) => /^\s*(name|zone)\s*=/.test(l))) return chosen(text);
  return Object.fromEntries(['name', 'zone'].map((key) => [key, read(text, key)]).filter(([, v]) => v));
}

// quote writes a value in TOML. JSON's strings are basic strings of TOML.
const quote = (v) => (Array.isArray(v) ? `[${v.map(quote).join(', ')}]` : typeof v === 'string' ? JSON.stringify(v) : String(v));

// lines writes those keys that have a value.
const lines = (keys) => Object.entries(keys).filter(([, v]) => v !== '' && v !== undefined && v !== null).map(([k, v]) => `${k} = ${quote(v)}`);

const table = (comment, name, keys) => (lines(keys).length ? ['', `# ${comment}`, `[${name}]`, ...lines(keys)] : []);

// write makes the text of what was chosen:
// {name, zone, panel: {driver, …}, light: {source}, sense: {source}, buttons: {left, action, right}, keys, output, updates, channel}.
export function write(c) {
  const out = ['# Written by the set-up of the page. /etc/ledpost/config.toml wins, key by key.', ...lines({ name: c.name, zone: c.zone })];
  out.push(...table('The panel, as it was chosen and corrected by the test patterns', 'panel', c.panel?.driver === 'none' ? { driver: 'none' } : c.panel || {}));
  out.push(...table('What measures the light', 'light', c.light?.source ? c.light : {}));
  out.push(...table('What measures temperature and humidity', 'sense', c.sense?.source ? c.sense : {}));
  if (c.keys) out.push(...table('Keyboards and remote controls', 'input', { devices: ['*'] }));
  for (const [button, line] of Object.entries(c.buttons || {})) {
    if (line) out.push('', '# A button from this line to ground', '[[input.gpio]]', ...lines({ button, line }));
  }
  out.push(...table('The output of sound', 'audio', { output: c.output }));
  out.push(...table('Where radio stations are looked up', 'radio', { directory: c.directory }));
  if (c.updates !== undefined) out.push(...table('Whether newer releases of the project are looked for', 'update', { enabled: c.updates, channel: c.channel }));
  return [...out, '', mark + JSON.stringify(c), ''].join('\n');
}

// changed is a text with other keys at its top; the rest stays as it was written.
export function changed(text, keys) {
  const found = chosen(text);
  if (found) return write({ ...found, ...keys });
  const all = text.split('\n'), table = all.findIndex((l) => /^\s*\[/.test(l)), end = table < 0 ? all.length : table;
  const other = (l) => !Object.keys(keys).some((k) => new RegExp(`^\\s*${k}\\s*=`).test(l));
  return [...lines(keys), ...all.slice(0, end).filter(other), ...all.slice(end)].join('\n');
}

// withDirectory is a text with the address of a directory of radio stations in it.
export function withDirectory(text, directory) {
  const found = text.trim() === '' ? {} : chosen(text);
  if (found) return write({ ...found, directory });
  const line = `directory = ${quote(directory)}`, head = /^[ \t]*\[radio\][ \t]*(#.*)?$/m;
  const rest = text.replace(/^[ \t]*\[radio\][^[]*/m, (table) => table.replace(/^[ \t]*directory[ \t]*=.*$/m, ''));
  return head.test(rest) ? rest.replace(head, (all) => `${all}\n${line}`) : `${text.trimEnd()}\n\n[radio]\n${line}\n`;
}

// read is the value of a string at the top of a text; undefined if it is not there.
export function read(text, key) {
  const line = text.split(/^\s*\[/m)[0].split('\n').find((l) => new RegExp(`^\\s*${key}\\s*=`).test(l));
  return line && (/"([^"]*)"|'([^']*)'/.exec(line)?.slice(1).find((v) => v !== undefined) ?? '');
}
