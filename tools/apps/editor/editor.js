// SPDX-License-Identifier: Apache-2.0

// The editor of own apps on the device's page: CodeMirror with the colours of the page and the completion of what an
// app may use. build.mjs makes one module of it.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, insertCompletionText, snippetCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { bracketMatching, ensureSyntaxTree, HighlightStyle, indentOnInput, indentUnit, LanguageSupport, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, StateField } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, showTooltip, tooltips, ViewPlugin } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import api from './api.json';
import settings from './settings.json';
import snippets from './snippets.json';

const words = ['and', 'break', 'continue', 'def', 'elif', 'else', 'for', 'if', 'in', 'lambda', 'load', 'not', 'or', 'pass', 'return', 'while', 'True', 'False', 'None'];

const modules = Object.assign({}, ...Object.values(api)); // name → what it has: '' is the language, {} a frame
const option = (type) => (label) => ({ label, type });
// described offers what there is, with its arguments and the sentence of the guide.
const described = (all, type) => Object.entries(all).map(([label, { args, says }]) => ({ label, type: args ? 'function' : type, detail: args, info: says }));

// loading gives the change that loads a module which the program does not load yet, below its first remark.
function loading(doc, [file, name]) {
  const text = doc.toString(), from = text.match(/^#.*\n\n?/)?.[0].length ?? 0;
  if (new RegExp(`^load\\("${file}".*"${name}"`, 'm').test(text)) return [];
  return [{ from, insert: `load("${file}", "${name}")\n${text.startsWith('load(', from) ? '' : '\n'}` }];
}

// field gives the changes that declare a setting of some kind and read it at the beginning of main, and the line that
// reads it with its place; or what keeps it from that. wish is a name for it in the program, unless that has another
// meaning.
function field(state, name, wish, kind) {
  const { doc } = state, text = doc.toString(), tree = ensureSyntaxTree(state, text.length, 1000) ?? syntaxTree(state);
  const taken = (id) => new RegExp(`\\b${id}\\b`).test(text) || words.includes(id) || modules[id] || modules[''][id];
  let id = /^[a-z]/.test(wish) ? wish : 'setting';
  for (let n = 2, first = id; taken(id); n++) id = `${first}_${n}`;
  const filled = (pattern) => pattern.replaceAll('{id}', id).replaceAll('{name}', () => JSON.stringify(name));
  const declared = filled(settings[kind].field), read = filled(settings[kind].read), said = ({ from, to }) => text.slice(from, to);
  const main = tree.topNode.getChildren('FunctionDefinition').find((f) => f.getChild('ParamList') && said(f.firstChild.nextSibling) === 'main');
  const indent = ({ from }) => said({ from: doc.lineAt(from).from, to: from }), lines = [];
  for (let part = main?.getChild('Body')?.firstChild; part; part = part.nextSibling) if (/^[ \t]+$/.test(indent(part))) lines.push(part);
  if (!lines.length) return { lacks: 'main' };
  const schema = text.indexOf('def get_schema('), list = schema < 0 ? null : text.slice(schema).match(/fields\s*=\s*\[/);
  if (schema >= 0 && !list) return { lacks: 'fields' };
  const changes = loading(doc, ['schema.star', 'schema']);
  if (list) {
    const open = schema + list.index + list[0].length - 1, end = tree.resolveInner(open, 1).parent?.lastChild, close = end?.name === ']' ? end.from : open + 1;
    const from = open + text.slice(open, close).trimEnd().length, bare = /[[,]$/.test(text.slice(open, from));
    changes.push({ from, insert: `${bare ? '' : ','}\n        ${declared}${text.slice(from, close).includes('\n') ? '' : '\n    '}` });
  } else changes.push({ from: main.from, insert: `def get_schema():\n    return schema.Schema(version = "1", fields = [\n        ${declared}\n    ])\n\n` });
  const params = main.getChild('ParamList'), param = params.getChild('VariableName'), config = param ? said(param) : 'config';
  if (!param) changes.push({ from: params.from + 1, insert: 'config' });
  const reads = new RegExp(`^\\w+ = (?:int\\()?${config}\\.\\w+\\([^]*\\)$`), first = lines.find((part) => !reads.test(said(part))) ?? lines.at(-1);
  const line = `${id} = ${read.replace('config', config)}`;
  return { changes: [...changes, { from: first.from, insert: `${line}\n${indent(first)}` }], at: first.from, line };
}

// hanging keeps the indent of a line where it is wrapped, and goes a little further.
const hanging = ViewPlugin.fromClass(class {
  constructor(view) { this.update({ view, docChanged: true }); }

  update({ view, docChanged, viewportChanged }) {
    if (!docChanged && !viewportChanged) return;
    const marks = [];
    for (const { from, to } of view.visibleRanges) {
      for (let line, at = from; at <= to; at = line.to + 1) {
        line = view.state.doc.lineAt(at);
        const n = Math.min(line.text.match(/^ */)[0].length, 16) + 2;
        marks.push(Decoration.line({ attributes: { style: `padding-left: calc(${n}ch + 6px); text-indent: -${n}ch` } }).range(line.from));
      }
    }
    this.marks = Decoration.set(marks);
  }
}, { decorations: (plugin) => plugin.marks });

// loads makes a completion load the module that it needs.
const loads = (needs) => (one) => (needs ? { ...one, apply(view, completion, from, to) {
  if (one.apply) one.apply(view, completion, from, to);
  else view.dispatch(insertCompletionText(view.state, one.label, from, to));
  view.dispatch({ changes: loading(view.state.doc, needs) });
} } : one);

const homes = Object.fromEntries(Object.entries(api).flatMap(([file, has]) => (file ? Object.keys(has).map((name) => [name, [file, name]]) : [])));
const offers = Object.fromEntries(Object.entries(modules).map(([name, has]) => [name, described(has, 'property').map(loads(homes[name.split('.')[0]]))]));

const plain = [...words.map(option('keyword')), ...offers[''], ...Object.keys(modules).filter((m) => /^\w+$/.test(m)).map((m) => loads(homes[m])(option('namespace')(m))),
  ...snippets.map((s) => loads(s.loads)(snippetCompletion(s.text, { label: s.label, info: s.says, type: 'text', detail: '…' })))];
const all = Object.entries(api).filter(([file]) => file).map(([file, has]) => ({ label: file, type: 'text', apply: `${file}", "${Object.keys(has).join('", "')}` }));

// called gives what is known of the function whose arguments hold the place at, where they begin, and the argument of
// the place.
function called(state, at) {
  for (let node = syntaxTree(state).resolveInner(at, -1); node; node = node.parent) {
    if (node.name !== 'ArgList' || at <= node.from || at >= node.to && state.sliceDoc(node.to - 1, node.to) === ')') continue;
    const [, of, name] = state.sliceDoc(node.prevSibling?.from ?? node.from, node.from).match(/^(?:(.*)\.)?(\w+)$/) ?? [];
    const known = modules[of ?? '']?.[name];
    if (!known?.args) continue;
    let n = 0, begin = node.from + 1;
    for (let child = node.firstChild; child && child.to <= at; child = child.nextSibling) if (child.name === ',') [n, begin] = [n + 1, child.to];
    return { from: node.from, name, n, named: state.sliceDoc(begin, at).match(/^\s*(\w+)\s*=/)?.[1], ...known };
  }
  return null;
}

// split divides arguments at the commas between them.
const split = (args) => args.slice(1, -1).match(/(?:\([^)]*\)|"[^"]*"|[^,("])+/g) ?? [];

// signature shows the function that is being called above its arguments.
function signature(state) {
  const f = state.selection.main.empty && called(state, state.selection.main.head);
  if (!f) return null;
  const dom = document.createElement('div'), parts = split(f.args).map((p) => p.trim());
  const now = f.named ? parts.findIndex((p) => p.split(' ')[0] === f.named) : f.n;
  dom.className = 'cm-signature';
  dom.append(f.name + '(', ...parts.flatMap((p, i) => {
    const one = document.createElement(i === now ? 'b' : 'span');
    one.textContent = p;
    return i ? [', ', one] : [one];
  }), ')', Object.assign(document.createElement('div'), { textContent: f.says }));
  return { pos: f.from, above: true, create: () => ({ dom }) };
}

const signatures = StateField.define({
  create: signature,
  update: (shown, tr) => (tr.docChanged || tr.selection ? signature(tr.state) : shown),
  provide: (shown) => showTooltip.from(shown),
});

// complete offers what may stand at the place of the cursor.
const complete = (icons) => (context) => {
  const before = (pattern) => context.matchBefore(pattern);
  const load = before(/load\("[\w/.]*$/);
  if (load) return { from: load.from + 6, options: all, validFor: /^[\w/.]*$/ };
  const icon = before(/"icon":\s*"[\w-]*$/);
  if (icon) return { from: context.pos - icon.text.match(/[\w-]*$/)[0].length, options: icons.map(option('constant')), validFor: /^[\w-]*$/ };
  const key = before(/[{,]\s*"\w*$/);
  if (key) return { from: context.pos - key.text.match(/\w*$/)[0].length, options: offers['{}'], validFor: /^\w*$/ };
  const member = before(/[\w()]+(\.now\(\))?\.\w*$/);
  if (member) {
    const [, of, typed] = member.text.match(/^(.*)\.(\w*)$/);
    if (of && offers[of]) return { from: context.pos - typed.length, options: offers[of], validFor: /^\w*$/ };
    return null;
  }
  const word = before(/\w+$/);
  if (!word && !context.explicit) return null;
  return { from: word?.from ?? context.pos, options: plain, validFor: /^\w*$/ };
};

// The colours are the page's own, so that they follow its light and dark.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.operatorKeyword], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.function(tags.definition(tags.variableName))], fontWeight: '600' },
]);

const look = EditorView.theme({
  '&': { background: 'var(--field)', color: 'var(--ink)', fontSize: '.875rem', height: '100%' },
  '.cm-scroller': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '.5rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-gutters': { background: 'var(--card)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--tint)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection': { background: 'color-mix(in srgb, var(--accent) 30%, transparent) !important' },
  '.cm-tooltip': { background: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '.4rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-tooltip.cm-completionInfo': { padding: '.3rem .5rem', maxWidth: 'min(20rem, 80vw)' },
  '.cm-completionDetail': { color: 'var(--soft)', fontStyle: 'normal' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-signature': { padding: '.3rem .5rem', maxWidth: 'min(34rem, 85vw)', fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: '.8125rem', lineHeight: '1.4' },
  '.cm-signature b': { color: 'var(--accent)' },
  '.cm-signature div': { color: 'var(--soft)', fontFamily: 'system-ui, sans-serif' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--fault)' },
  '.cm-matchingBracket': { background: 'var(--tint) !important', outline: '1px solid var(--edge)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--fault)' },
});

// makeEditor puts an editor of a program into an element. label names it for screen readers; icons are names to
// complete; changed is called after each change. Tab indents; Escape and then Tab leaves.
export function makeEditor(parent, { label, icons = [], changed = () => {} }) {
  const state = (doc) => EditorState.create({
    doc,
    extensions: [
      lintGutter(), lineNumbers(), highlightActiveLineGutter(), history(), drawSelection(), indentOnInput(), indentUnit.of('    '), bracketMatching(), closeBrackets(),
      EditorView.lineWrapping, hanging, autocompletion({ override: [complete(icons)] }), signatures, tooltips({ tooltipSpace: () => ({ top: 0, left: 12, bottom: innerHeight, right: innerWidth - 12 }) }), highlightActiveLine(), syntaxHighlighting(colours), look, new LanguageSupport(pythonLanguage),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' }),
      EditorView.updateListener.of((u) => { if (u.docChanged) changed(); }),
    ],
  });
  const view = new EditorView({ parent, state: state('') });
  return {
    text: () => view.state.doc.toString(),
    // put shows another program, which cannot be undone to the one before.
    put(text) {
      view.setState(state(text));
      changed();
    },
    // tell marks a fault at its line and column, from 1; without a message there is none.
    tell(message, line = 1, column = 1) {
      const { doc } = view.state, l = doc.line(Math.min(Math.max(line, 1), doc.lines)), from = Math.min(l.from + Math.max(column, 1) - 1, l.to);
      const end = l.text.slice(from - l.from).match(/^(?:\w+|"[^"]*"|'[^']*')/)?.[0].length ?? 0;
      const to = Math.max(from + end, Math.min(from + 1, l.to)), at = to > from ? from : Math.max(l.from, from - 1);
      view.dispatch(setDiagnostics(view.state, message ? [{ from: at, to, severity: 'error', message }] : []));
    },
    // add declares a setting that the page names, of a kind of settings.json; wish is its name in the program. It answers
    // what the program lacks for it, if it changes nothing: 'main' with lines of its own, or the list 'fields'.
    add(name, wish, kind) {
      const { changes, at, line, lacks } = field(view.state, name, wish, kind);
      if (lacks) return lacks;
      const tr = view.state.update({ changes, userEvent: 'input' });
      view.dispatch(tr);
      view.dispatch({ selection: { anchor: tr.changes.mapPos(at, -1) + line.length }, scrollIntoView: true });
      view.focus();
      return '';
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
