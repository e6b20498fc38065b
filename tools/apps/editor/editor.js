// SPDX-License-Identifier: Apache-2.0

// The editor of own apps on the device's page: CodeMirror with the colours of the page and the completion of what an
// app may use. build.mjs makes one module of it.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippetCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, LanguageSupport, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import api from './api.json';

const words = ['and', 'break', 'continue', 'def', 'elif', 'else', 'for', 'if', 'in', 'lambda', 'load', 'not', 'or', 'pass', 'return', 'while', 'True', 'False', 'None'];
const builtIn = ['all', 'any', 'bool', 'dict', 'dir', 'enumerate', 'fail', 'float', 'getattr', 'hasattr', 'int', 'len', 'list', 'max', 'min', 'print', 'range', 'repr', 'reversed', 'sorted', 'str', 'tuple', 'type', 'zip'];
const fields = ['align', 'background', 'chartData', 'chartRange', 'color', 'colors', 'draw', 'duration', 'effect', 'goalData', 'icon', 'line', 'overlay', 'progress', 'text', 'thresholds', 'transition'];

const snippets = [
  snippetCompletion('def main(config):\n    return {"icon": "${face-smile}", "text": "${Hi}"}\n', { label: 'main', type: 'function' }),
  snippetCompletion('def get_schema():\n    return schema.Schema(version = "1", fields = [\n        schema.Text(id = "${who}", name = "${Name}", desc = "${Who}", icon = "user", default = "${you}"),\n    ])\n', { label: 'get_schema', type: 'function' }),
];

const files = Object.keys(api).filter(Boolean);
const modules = Object.assign({}, ...Object.values(api)); // name → what it has
const option = (type) => (label) => ({ label, type });
const plain = [...words.map(option('keyword')), ...builtIn.map(option('function')), ...Object.keys(modules).filter((m) => !m.includes('(')).map(option('namespace')), ...snippets];
const loads = Object.entries(api).filter(([file]) => file).map(([file, has]) => ({ label: file, type: 'text', apply: `${file}", "${Object.keys(has).join('", "')}` }));

// complete offers what may stand at the place of the cursor.
const complete = (icons) => (context) => {
  const before = (pattern) => context.matchBefore(pattern);
  const load = before(/load\("[\w/.]*$/);
  if (load) return { from: load.from + 6, options: loads, validFor: /^[\w/.]*$/ };
  const icon = before(/"icon":\s*"[\w-]*$/);
  if (icon) return { from: context.pos - icon.text.match(/[\w-]*$/)[0].length, options: icons.map(option('constant')), validFor: /^[\w-]*$/ };
  const key = before(/[{,]\s*"\w*$/);
  if (key) return { from: context.pos - key.text.match(/\w*$/)[0].length, options: fields.map(option('property')), validFor: /^\w*$/ };
  const member = before(/[\w()]+(\.now\(\))?\.\w*$/);
  if (member) {
    const [, of, typed] = member.text.match(/^(.*)\.(\w*)$/);
    if (modules[of]) return { from: context.pos - typed.length, options: modules[of].map(option('function')), validFor: /^\w*$/ };
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
      EditorView.lineWrapping, autocompletion({ override: [complete(icons)] }), highlightActiveLine(), syntaxHighlighting(colours), look, new LanguageSupport(pythonLanguage),
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
      const end = l.text.slice(from - l.from).match(/^\w+/)?.[0].length ?? 0;
      const to = Math.max(from + end, Math.min(from + 1, l.to)), at = to > from ? from : Math.max(l.from, from - 1);
      view.dispatch(setDiagnostics(view.state, message ? [{ from: at, to, severity: 'error', message }] : []));
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
