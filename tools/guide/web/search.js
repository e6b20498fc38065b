// SPDX-License-Identifier: Apache-2.0

// The search: the words of a question against the sections of all pages. A section is an array of
// address, page, heading, text, the page's rank, its name in the menu and other words for it. Nothing here needs a browser.

// words are the words of a text: 64 × 32 and 64x32 are one word, and so are Wi-Fi and wifi.
const words = (text) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/(\d) ?[×x] ?(?=\d)/g, '$1x')
  .replace(/\bwi-fi\b|\bwlan\b/g, 'wifi').replace(/colour/g, 'color').replace(/\bhow (many|much|large|big|long|often)\b|\bmax(imum)?\b/g, 'limit').replace(/[’']s\b/g, '').match(/[\p{L}\p{N}_.]*[\p{L}\p{N}_]/gu) ?? [];

// stem takes an English ending off, so that "flickers" finds "flicker".
const stem = (word) => (/\d/.test(word) || word.length < 4 ? word : word.replace(/(?<=...)(ings?|ies|ed|es|e|s|y)$/, '').replace(/([b-df-hj-np-tv-z])\1$/, '$1'));

// idle words of a question say nothing about its answer.
const idle = new Set(('a about after all also always am an and annoying any anything are as at be been both but by can can.t cannot could did do does doesn doesn.t don don.t each ever ' +
  'every everything exist exists for from get gets getting give go goes going got had has have gives given hello help hey hi how i i.m if in instead into is isn isn.t issue issues ' +
  'it it.s its just keep keeps like made make making many me much my need no not of off on one only or other our out please possible problem problems put question ' +
  'questions seem seems set should since so solve solved some something still than thanks that the their them then there they thing this to together too trouble ' +
  'troubles try trying up use using want was way we went were what when where which while who why will with without won won.t work working works would yet you your').split(' '));

// same are words that people use for each other. What is found by another word of the line counts less.
const same = [
  'message notification alert notify popup', 'panel display screen matrix led leds', 'raspi raspberry pi rpi', 'key token password apikey credentials',
  'hass homeassistant ha', 'color red green blue rgb', 'buy purchase order shop price cost cheap', 'flash burn write imager etcher', 'card sd sdcard microsd',
  'dark black blank nothing dead life sign unlit', 'remove uninstall delete erase', 'phone smartphone mobile iphone android',
  'speaker loudspeaker audio sound volume mute silent', 'radio stream station spotify airplay music podcast playing', 'picture image photo bitmap',
  'moving animation gif animated', 'swapped wrong exchanged mixed inverted', 'ghosting faint copies ghost',
  'flicker flickering blink blinking tearing stutter artifact glitch jitter noise', 'japanese chinese korean kanji cjk',
  'language german french spanish dutch english translation locale', 'timezone zone hours clock time', 'wifi network ssid wireless internet router',
  'offline disconnected unreachable lost drops reconnect away', 'outage cut failure blackout', 'cloud telemetry tracking privacy phone-home account',
  'bug issue report forum support', 'pomodoro timer countdown', 'bitcoin crypto stock price json rest', 'dim brightness bright darker brighter',
  'restart reboot crash reboots boot', 'reset factory beginning', 'upgrade update version firmware ota', 'downgrade rollback back previous older',
  'failed failing fails refused error fault', 'disable deactivate switch', 'enable activate switch', 'amps watts power supply psu ampere current',
  'case enclosure housing print 3d frame', 'button key press remote', 'ip address hostname mdns .local', 'dmx artnet sacn e1.31 ddp xlights streaming',
  'docker container image', 'windows mac macos linux binary', 'simulator simulate without hardware emulator', 'night red bedside sleep', 'alarm wake sunrise',
  'temperature humidity sensor climate', 'presence motion pir radar', 'icon emoji symbol', 'font letters glyph text size', 'chart graph history sparkline',
  'birthday holiday days until countdown', 'celsius fahrenheit degrees unit', 'certificate https tls ssl', 'backup restore export', 'preset setting configuration config',
  'api endpoint curl http', 'cron script shell bash python curl', 'multiple several two four chain parallel arrange daisy tiles grid square', 'strip ws2812 neopixel ws2812b',
  'adafruit bonnet hat', 'log logs journal', 'license licence open source', 'sell company commercial fleet', 'bus train departure', 'news rss headlines',
  'garbage bin trash waste', 'door window doorbell', 'rotate turn rotation upside mirrored orientation', 'cycles repeat twice again loop', 'sunset sunrise dusk dawn sun',
  'side left right region half', 'order sort arrange reorder move', 'column row zigzag serpentine snake', 'overlay layer front', 'draw drawing instruction',
  'arrive appear come', 'battery charge accu', 'relay socket outlet', 'schedule plan timetable morning evening weekday', 'scene preset profile share',
  'draw paint art editor sketch', 'map ledmap layout', 'timeout slow hang unreachable answer', 'dim faint weak', 'forbidden 401 403 unauthorized refused',
];

// groups are the stems that each stem of a line of same stands beside.
const groups = new Map();
for (const line of same) {
  const stems = words(line).filter((word) => !idle.has(word)).map(stem);
  for (const s of stems) groups.set(s, [...(groups.get(s) ?? []), ...stems.filter((other) => other !== s)]);
}

// wantedOf is a question: the stems of its words that say something, and all in their order. A
// question of idle words alone is about these.
function wantedOf(text) {
  const all = words(text);
  const said = all.filter((word) => !idle.has(word));
  return { stems: [...new Set((said.length > 0 ? said : all).map(stem))], phrase: all.map(stem).join(' ') };
}

// counted is how often a text has each stem.
function counted(list) {
  const counts = new Map();
  for (const s of list) counts.set(s, (counts.get(s) ?? 0) + 1);
  return counts;
}

// A word in a heading says more about a section than one in its text, and one in the page's title
// something about all of its sections.
const inHeading = 6, inTitle = 2.5, inAliases = 7;

// indexOf reads sections, once: the stems of each, and how many sections have a stem.
function indexOf(sections) {
  const all = sections.map((row) => {
    const [page, heading, text] = row.slice(1, 4).map((part) => words(part).map(stem));
    const name = heading.length > 0 ? heading : page, other = words(row[6] ?? '').map(stem);
    const counts = counted(text);
    for (const [list, weight] of [[name, inHeading], [page, inTitle], [other, inAliases]]) {
      for (const s of new Set(list)) counts.set(s, (counts.get(s) ?? 0) + weight);
    }
    const file = words(row[0].replace(/\.html.*/s, '').replaceAll('-', ' ')).map(stem).join(' ');
    return {
      row, counts, length: text.length, own: name.filter((s) => !idle.has(s) && !s.includes('.')), said: ` ${[...name, ...text, ...other].join(' ')} `,
      called: new Set([name.join(' '), words(row[5] ?? '').map(stem).join(' ')]), file, opens: name === page,
    };
  });
  const having = counted(all.flatMap((section) => [...section.counts.keys()]));
  return { all, having, average: all.reduce((sum, { length }) => sum + length, 0) / all.length };
}

// close tells whether two words differ by one letter: added, left out, another, or two exchanged.
function close(a, b) {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const [restA, restB] = [a.slice(i), b.slice(i)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2));
}

// readings are the stems of the guide that a stem of a question may mean, each with its weight:
// itself, those that begin with it, its synonyms, and if nothing else is known, two words of the guide that it joins, or
// those that it misspells.
function readings(s, all, having) {
  const found = new Map();
  const add = (other, weight) => { if (having.has(other)) found.set(other, Math.max(found.get(other) ?? 0, weight)); };
  add(s, 1);
  if (s.length > 2) for (const other of having.keys()) if (other.startsWith(s)) add(other, s.length / other.length);
  for (const other of groups.get(s) ?? []) add(other, 0.4);
  for (let i = 3; found.size === 0 && i < s.length - 2; i++) {
    const parts = [s.slice(0, i), s.slice(i)];
    if (all.some(({ said }) => said.includes(` ${parts.join(' ')} `))) for (const part of parts) add(part, 0.6);
  }
  if (found.size === 0 && s.length > 3) for (const other of having.keys()) if (close(s, other)) add(other, 0.8);
  return [...found];
}

// find returns the sections that answer a question, the best first: by the words that they have,
// of which a rare one says most (BM25: Robertson and Zaragoza, 2009).
function find({ stems, phrase }, { all, having, average }) {
  // A small number alone counts something, and says less.
  const rare = (s) => Math.log(1 + (all.length - having.get(s) + 0.5) / (having.get(s) + 0.5)) * (/^\d\d?$/.test(s) ? 0.5 : 1);
  const terms = stems.map((s, i) => {
    const known = having.has(s) ? rare(s) : Infinity; // what it begins says no more than itself
    const joined = [stems[i - 1] + s, s + stems[i + 1]].filter((both) => having.has(both)).map((both) => [both, 1]); // "host name" is a hostname
    return [...readings(s, all, having), ...joined].map(([other, weight]) => [other, weight * Math.min(rare(other), known)]);
  });
  const most = terms.map((term) => Math.max(...term.map(([, n]) => n), term.length > 0 ? 0 : Math.log(1 + all.length))); // an unknown word is a rare one
  const whole = most.reduce((sum, n) => sum + n, 0);
  const topic = stems.join(' ');
  const pairs = stems.slice(1).map((s, i) => ` ${stems[i]} ${s} `);
  const weigh = (list) => [...list].reduce((sum, s) => sum + rare(s), 0);
  const points = ({ row, counts, own, said, called, file, opens, length }) => {
    let sum = 0, had = 0, inName = new Set();
    terms.forEach((term, i) => {
      let best = 0, of = 0;
      for (const [s, n] of term) {
        const count = counts.get(s) ?? 0;
        const p = n * count * 3.2 / (count + 2.2 * (0.75 + 0.25 * length / average));
        if (p > best) [best, of] = [p, n];
        if (count > 0 && own.includes(s)) inName.add(s);
      }
      sum += best;
      had += Math.min(of, most[i]);
    });
    if (sum === 0) return 0;
    sum *= (had / whole) * (1 + 0.7 * weigh(inName) / Math.max(weigh(own), 1)) * (opens ? 1.2 : 1);
    sum *= 1 + 0.3 * pairs.filter((pair) => said.includes(pair)).length / Math.max(pairs.length, 1);
    if (called.has(phrase) || (opens && file === topic)) sum *= opens ? 20 : 4; // what somebody calls by its name
    return sum / (1 + 0.35 * row[4]);
  };
  return all.map((section) => [points(section), section.row]).filter(([n]) => n > 0).sort(([a], [b]) => b - a).map(([, row]) => row);
}
