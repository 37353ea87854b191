import { dialects, faults, worlds } from '../../src/demo/start-demo.js';
import { escapeMarkdownText, renderReferencePage, renderReferenceTable, wrapCode } from './markdown-cells.js';
import { linkRule } from './rules-page.js';

/** The faults, dialects and worlds of the demo. */
export const renderDemoPage = (): string =>
  renderReferencePage([
    '# Faults, dialects and worlds of the demo',
    `\`assay demo\` starts a correct orders service. ${faults.length} faults break one promise each, ${dialects.length} dialects are valid variants, ${worlds.length} worlds are difficult circumstances that break no promise. They prove the rules, and show what a finding looks like.`,
    '## Faults',
    'One at a time: `assay demo --fault NAME`. A subtle fault shows only for special values or sequences.',
    renderReferenceTable(
      ['Fault', 'What it does', 'Must be found by'],
      faults.map(({ name, does, violates, isSubtle }) => [
        wrapCode(name),
        `${escapeMarkdownText(does)}${isSubtle ? ' *(subtle)*' : ''}`,
        violates.map(linkRule).join(', '),
      ]),
    ),
    '## Dialects',
    '`assay demo --dialect NAME…`, one for each axis.',
    renderReferenceTable(
      ['Dialect', 'Axis', 'Description'],
      dialects.map(({ name, axis, says, isDefault }) => [
        wrapCode(name),
        escapeMarkdownText(axis),
        `${escapeMarkdownText(says)}${isDefault ? ' *(default)*' : ''}`,
      ]),
    ),
    '## Worlds',
    '`assay demo --world NAME…`, the outermost first.',
    renderReferenceTable(
      ['World', 'Description'],
      worlds.map(({ name, says }) => [wrapCode(name), escapeMarkdownText(says)]),
    ),
  ]);
