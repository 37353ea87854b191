import { expect, test } from 'vitest';
import { formats } from '../../src/report/formats.js';
import { docPages } from './pages.fixture.js';

test.each(['Which format for which place', 'Consumers of each format'])(
  'the table "%s" has every format once',
  (heading) => {
    const page = docPages.find(({ path }) => path === 'docs/formats.md')?.text ?? '';
    const [, section = ''] = page.split(`## ${heading}\n`);
    const [table = ''] = section.split('\n## ');
    const names = [...table.matchAll(/^\|.*$/gm)].flatMap(([row]) =>
      row
        .split('|')
        .slice(1, 3)
        .flatMap((cell) => /^ `([a-z-]+)` $/.exec(cell)?.[1] ?? []),
    );
    expect(names.sort()).toEqual(Object.keys(formats).sort());
  },
);
