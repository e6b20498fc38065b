// SPDX-License-Identifier: Apache-2.0

// Makes editor.bundle.js and licences.txt, which stand in the repository:
//
//	npm ci --ignore-scripts && node build.mjs
//
// The same versions, which package-lock.json pins, make the same bytes.

import { build } from 'esbuild';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

// adopted lets the styles of the editor be sheets that the page adopts: its policy allows no <style>.
const adopted = {
  name: 'adopted',
  setup(b) {
    b.onLoad({ filter: /style-mod\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8'), ours = text.replace('!root.head && root.adoptedStyleSheets', 'root.adoptedStyleSheets');
      if (ours === text) throw new Error('style-mod has changed');
      return { contents: ours };
    });
  },
};

const { metafile } = await build({
  entryPoints: ['editor.js'], outfile: 'editor.bundle.js', bundle: true, minify: true, format: 'esm', target: 'es2022', charset: 'utf8',
  legalComments: 'none', metafile: true, plugins: [adopted],
  banner: { js: '// CodeMirror and ledpost: see licences.txt beside this file' },
});

const packages = new Set(Object.keys(metafile.inputs).map((p) => p.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]).filter(Boolean));
const licences = [...packages].sort().map((name) => {
  const dir = `node_modules/${name}`, { version, license } = JSON.parse(readFileSync(`${dir}/package.json`));
  if (license !== 'MIT') throw new Error(`${name} is under ${license}`);
  return `${name} ${version}\n\n${readFileSync(`${dir}/${readdirSync(dir).find((f) => /^licen[cs]e/i.test(f))}`, 'utf8').trim()}\n`;
});
writeFileSync('licences.txt', licences.join('\n' + '-'.repeat(72) + '\n\n'));
