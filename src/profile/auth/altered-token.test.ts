import { expect, test } from 'vitest';
import { alterToken } from './altered-token.js';

test.each([
  ['authorization', 'Bearer alice.wrench-4711', /^Bearer alice\.wrench-\d{4}$/],
  ['authorization', 'Token 0a1b2c3d4e5f', /^Token 0a1b2c3d\d[a-z]\d[a-z]$/],
  ['x-api-key', 'demo-full-7Qx2LmV9', /^demo-full-7Qx2[A-Z][a-z][A-Z]\d$/],
  ['api_key', 'user:c2VjcmV0ZGVtbw=', /^user:c2VjcmV0ZG[A-Z][a-z]{3}=$/],
])('the end of a token in %s is another one: %s', (field, real, form) => {
  const altered = alterToken(field, real);
  expect(altered).toMatch(form);
  const [before, after] = [real.replace(/=+$/, '').slice(-4), altered?.replace(/=+$/, '').slice(-4)];
  for (const [i, one] of [...before].entries()) expect(after?.[i]).not.toBe(one);
});

test.each([
  ['authorization', `Basic ${Buffer.from('alice:wrench-4711').toString('base64')}`],
  ['authorization', 'Digest username="alice", response="0a1b2c3d4e5f"'],
  ['authorization', 'wrench-4711-4711'],
  ['cookie', 'session=0a1b2c3d4e5f'],
  ['authorization', `Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiI3In0.${'s'.repeat(43)}`],
  ['x-api-key', 'short'],
  // Punctuation stays, so that too little or nothing would be another one.
  ['x-api-key', '0a1b2c3d4e5f----'],
  ['authorization', 'Bearer alice.wrench4711-_7~'],
])('passwords, cookies, signed tokens and short ones stay as they are: %s: %s', (field, real) => {
  expect(alterToken(field, real)).toBeUndefined();
});
