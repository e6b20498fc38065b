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

// quote writes a value in TOML. JSON's strings are basic strings of TOML.
const quote = (v) => (Array.isArray(v) ? `[${v.map(quote).join(', ')}]` : typeof v === 'string' ? JSON.stringify(v) : String(v));

// lines writes those keys that have a value.
const lines = (keys) => Object.entries(keys).filter(([, v]) => v !== '' && v !== undefined && v !== null).map(([k, v]) => `${k} = ${quote(v)}`);

const table = (comment, name, keys) => (lines(keys).length ? ['', `# ${comment}`, `[${name}]`, ...lines(keys)] : []);

// write makes the text of what was chosen:
// {name, zone, panel: {driver, …}, light: {source}, buttons: {left, action, right}, keys, output}.
export function write(c) {
  const out = ['# Written by the set-up of the page. /etc/ledpost/config.toml wins, key by key.', ...lines({ name: c.name, zone: c.zone })];
  out.push(...table('The panel, as it was chosen and corrected by the test patterns', 'panel', c.panel?.driver === 'none' ? { driver: 'none' } : c.panel || {}));
  out.push(...table('What measures the light', 'light', c.light?.source ? c.light : {}));
  if (c.keys) out.push(...table('Keyboards and remote controls', 'input', { devices: ['*'] }));
  for (const [button, line] of Object.entries(c.buttons || {})) {
    if (line) out.push('', '# A button from this line to ground', '[[input.gpio]]', ...lines({ button, line }));
  }
  out.push(...table('The output of sound', 'audio', { output: c.output }));
  return [...out, '', mark + JSON.stringify(c), ''].join('\n');
}
