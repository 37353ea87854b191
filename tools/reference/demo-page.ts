import { dialects, faults, worlds } from '../../src/demo/start-demo.js';
import { code, page, plain, table } from './markdown-cells.js';
import { linkTo } from './rules-page.js';

/** What the demo can be told to break, and the sound ways in which it can be. */
export const demoPage = (): string =>
  page([
    '# Faults, dialects and worlds of the demo',
    `\`assay demo\` starts a sound orders service. ${faults.length} faults break one promise each, ${dialects.length} dialects are legal ways to answer, ${worlds.length} worlds are difficult circumstances in which it is still sound. They prove the rules, and let you see what a finding looks like.`,
    '## Faults',
    'One at a time: `assay demo --fault NAME`. A subtle one shows only under special values or sequences.',
    table(
      ['Fault', 'What it does', 'Must be noticed by'],
      faults.map(({ name, does, violates, isSubtle }) => [
        code(name),
        `${plain(does)}${isSubtle ? ' *(subtle)*' : ''}`,
        violates.map(linkTo).join(', '),
      ]),
    ),
    '## Dialects',
    '`assay demo --dialect NAME…`, one for each axis.',
    table(
      ['Dialect', 'Axis', 'What it says'],
      dialects.map(({ name, axis, says, isDefault }) => [
        code(name),
        plain(axis),
        `${plain(says)}${isDefault ? ' *(default)*' : ''}`,
      ]),
    ),
    '## Worlds',
    '`assay demo --world NAME…`, the outermost first.',
    table(
      ['World', 'What it is like'],
      worlds.map(({ name, says }) => [code(name), plain(says)]),
    ),
  ]);
