import { expect, test } from 'vitest';
import { parseListing } from './object-store.js';

const wrap = (content: string) => `<?xml version="1.0"?><ListBucketResult xmlns="x">${content}</ListBucketResult>\n`;
const contents = (key: string) => `<Contents><ETag>&quot;1&quot;</ETag><Key>${key}</Key></Contents>`;

test.each([
  ['no keys', wrap('<IsTruncated>false</IsTruncated>'), { keys: [] }],
  ['keys with entities', wrap(contents('a&amp;b&#x26;c&#38;d&lt;')), { keys: ['a&b&c&d<'] }],
  ['an entity of no character', wrap(contents('a&#x110000;')), { keys: ['a&#x110000;'] }],
  [
    'a page before others',
    wrap(
      `<IsTruncated>true</IsTruncated>${contents('a')}${contents('b')}<NextContinuationToken>t+/=</NextContinuationToken>`,
    ),
    { keys: ['a', 'b'], next: 't+/=' },
  ],
  ['more keys, but no token', wrap('<IsTruncated>true</IsTruncated>'), undefined],
  ['a list that is cut off', wrap(contents('a')).slice(0, -10), undefined],
  ['HTML', '<html></html>', undefined],
])('%s', (_, xml, page) => {
  expect(parseListing(xml)).toEqual(page);
});
