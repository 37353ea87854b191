import { expect, test } from 'vitest';
import { hasUnusualOctets } from './unusual-octets.js';

const long = 'a'.repeat(65_536);

test.each<[string, Parameters<typeof hasUnusualOctets>[0]]>([
  ['a null octet in a path', { path: '/items/a%00' }],
  ['an octet that is not UTF-8', { path: '/items/a%FF' }],
  ['one in a query', { path: '/items?a=%ff' }],
  ['half a surrogate pair, encoded', { path: '/items/%ED%A0%80' }],
  ['a long path', { path: `/${long}` }],
  ['a long header', { path: '/', headers: { 'x-key': long } }],
  ['a long member', { path: '/', content: JSON.stringify({ a: long }) }],
  ['an escaped null', { path: '/', content: '{"a":"b\\u0000"}' }],
  ['a plain null', { path: '/', content: '{"a":1\0}' }],
  ['half a surrogate pair, escaped', { path: '/', content: '{"a":"\\ud800"}' }],
  ['half a surrogate pair, plain', { path: '/', content: '{"a":"\ud800"}' }],
  ['one in a form', { path: '/', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, content: 'a=%FF' }],
])('%s is unusual', (_, request) => {
  expect(hasUnusualOctets(request)).toBe(true);
});

test.each<[string, Parameters<typeof hasUnusualOctets>[0]]>([
  ['UTF-8 in a path', { path: '/items/%E2%98%83%27%22?a=%F0%9F%98%80' }],
  ['a percent sign alone', { path: '/items?a=%&b=%25' }],
  ['a whole pair', { path: '/', content: '{"a":"\\ud83d\\ude00 😀"}' }],
  ['a backslash before u', { path: '/', content: '{"a":"\\\\u0000 \\\\ud800"}' }],
  ['percent-encoding in JSON', { path: '/', content: '{"a":"%00 %FF"}' }],
  ['many short members', { path: '/', content: JSON.stringify(Array.from({ length: 9_000 }, () => 'abcdefgh')) }],
])('%s is not', (_, request) => {
  expect(hasUnusualOctets(request)).toBe(false);
});
