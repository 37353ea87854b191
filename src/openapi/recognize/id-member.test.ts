import { expect, test } from 'vitest';
import { findIdPointer } from './id-member.js';

test.each<[string, Record<string, string>, string | undefined]>([
  ['an address', { format: 'uri' }, '/uri'],
  ['a relative address', { format: 'uri-reference' }, '/uri'],
  ['a text of any form', {}, '/uri'],
  ['a text of a form that no standard names', { format: 'link' }, '/uri'],
  ['a date', { format: 'date' }, undefined],
  ['an address of mail', { format: 'email' }, undefined],
])('a member with the name of a link has the id of an item if it is %s', (_, form, pointer) => {
  const schema = { type: 'object', properties: { caption: { type: 'string' }, uri: { type: 'string', ...form } } };
  expect(findIdPointer({}, schema, 'media_file')).toBe(pointer);
});
