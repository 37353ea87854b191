import { expect, test } from 'vitest';
import { listRfcLinks } from './rfc-links.js';

test.each([
  ['convention §1 rule 3, §4 rule 1; RFC 9110 §9.2.1, §9.3.1', ['RFC 9110 §9.2.1', 'RFC 9110 §9.3.1']],
  ['RFC 9457', ['RFC 9457']],
  ['RFC 9110 §8.8.3; RFC 8288 §3', ['RFC 9110 §8.8.3', 'RFC 8288 §3']],
  ['convention §4 rule 1', []],
])('links the sections of RFCs in %j', (source, names) => {
  expect(listRfcLinks(source).map(({ name }) => name)).toEqual(names);
});

test('a link leads to the section', () => {
  expect(listRfcLinks('RFC 9110 §9.2.1 and RFC 9457').map(({ url }) => url)).toEqual([
    'https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1',
    'https://www.rfc-editor.org/rfc/rfc9457',
  ]);
});
