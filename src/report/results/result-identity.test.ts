import { expect, test } from 'vitest';
import { fingerprintResult, hashFnv1a } from './result-identity.js';

test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('the hash of %j is the published one', (text, hash) => {
  expect(hashFnv1a(text)).toBe(hash);
});

test('a fingerprint differs by rule and subject, and equals that of stored files', () => {
  const one = fingerprintResult({ rule: 'safety/a', subject: 'orders' });
  expect(fingerprintResult({ rule: 'safety/a', subject: 'order' })).not.toBe(one);
  expect(fingerprintResult({ rule: 'safety/ao', subject: 'rders' })).not.toBe(one);
  expect(one).toBe(hashFnv1a('safety/a\u0000orders'));
  expect(fingerprintResult({ rule: 'safety/get-does-not-change-the-item', subject: 'orders' })).toBe(
    '098d3992a3263c26',
  );
});
