import { array, assert as forAll, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { countOctets, createFixedPart, createListPart, createTablePart, fitMarkdownPage } from './page.js';

const line = string({ unit: 'binary', maxLength: 60 }).map((text) => `- ${text.replace(/\s/g, ' ')}`);

test('a page keeps its maximum length and its end', () => {
  forAll(
    property(
      array(line, { maxLength: 60 }),
      array(line, { maxLength: 60 }),
      integer({ min: 400, max: 4000 }),
      (one, other, most) => {
        const rows = other.map((cell) => [cell.replaceAll('|', '')]);
        const parts = [
          { part: createFixedPart('# Head'), share: 1 },
          { part: createListPart('One', one, 'thing'), share: 0.6 },
          { part: createTablePart('Other', ['Cell'], rows), share: 1 },
        ];
        const text = fitMarkdownPage(parts, 'the end', most);
        expect(countOctets(text)).toBeLessThanOrEqual(most);
        expect(text.endsWith('the end\n')).toBe(true);
        expect(text.split('<details>')).toHaveLength(text.split('</details>').length);
      },
    ),
  );
});

test('contains what fits, and counts the rest', () => {
  const lines = ['- one', '- two', `- ${'three'.repeat(20)}`, '- four'];
  expect(createListPart('Items', lines, 'item')(1000)).toBe(`## Items\n\n${lines.join('\n')}`);
  expect(createListPart('Items', lines, 'item')(110)).toBe(
    '## Items\n\n- one\n- two\n- … 2 more items omitted here to limit the size; see `report.json`',
  );
  expect(createListPart('Items', [], 'item')(1000)).toBe('');
});

test('replaces a table by a line when no row fits', () => {
  const rows = [['a'.repeat(100)], ['b']];
  expect(createTablePart('Rows', ['Cell'], rows)(150)).toBe(
    'Rows: … 2 more rows omitted here to limit the size; see `report.json`',
  );
  expect(createTablePart('Rows', ['Cell'], rows)(1000)).toContain('| b |\n\n</details>');
});
