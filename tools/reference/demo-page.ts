import { dialects, faults, worlds } from '../../src/demo/start-demo.js';
import { escapeMarkdownText, renderReferencePage, renderReferenceTable, wrapCode } from './markdown-cells.js';
import { linkRule } from './rules-page.js';

/** What the demo can be told to break, and the sound ways in which it can be. */
export const renderDemoPage = (): string =>
  renderReferencePage([
    '# Faults, dialects and worlds of the demo',
    `\`assay demo\` starts a sound orders service. ${faults.length} faults break one promise each, ${dialects.length} dialects are legal ways to answer, ${worlds.length} worlds are difficult circumstances in which it is still sound. They prove the rules, and let you see what a finding looks like.`,
    '## Faults',
    'One at a time: `assay demo --fault NAME`. A subtle one shows only under special values or sequences.',
    renderReferenceTable(
      ['Fault', 'What it does', 'Must be noticed by'],
      faults.map(({ name, does, violates, isSubtle }) => [
        wrapCode(name),
        `${escapeMarkdownText(does)}${isSubtle ? ' *(subtle)*' : ''}`,
        violates.map(linkRule).join(', '),
      ]),
    ),
    '## Dialects',
    '`assay demo --dialect NAME…`, one for each axis.',
    renderReferenceTable(
      ['Dialect', 'Axis', 'What it says'],
      dialects.map(({ name, axis, says, isDefault }) => [
        wrapCode(name),
        escapeMarkdownText(axis),
        `${escapeMarkdownText(says)}${isDefault ? ' *(default)*' : ''}`,
      ]),
    ),
    '## Worlds',
    '`assay demo --world NAME…`, the outermost first.',
    renderReferenceTable(
      ['World', 'What it is like'],
      worlds.map(({ name, says }) => [wrapCode(name), escapeMarkdownText(says)]),
    ),
  ]);
