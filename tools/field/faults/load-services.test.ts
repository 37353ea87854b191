import { expect, test } from 'vitest';
import { checkEdits, isHeldOut } from './load-services.js';

test('about half of all names are held out, and a name always belongs to the same half', () => {
  const names = Array.from({ length: 200 }, (_, index) => `fault-${index}`);
  const heldOut = names.filter(isHeldOut);
  expect(heldOut.length).toBeGreaterThan(80);
  expect(heldOut.length).toBeLessThan(120);
  expect(names.filter(isHeldOut)).toEqual(heldOut);
});

test('a fault whose text to find occurs twice or never is refused', () => {
  const fault = (find: string) =>
    ({ name: 'any', edits: [{ file: 'serve.mjs', find, replace: '' }] }) as unknown as Parameters<typeof checkEdits>[1];
  expect(() => checkEdits('fastify', fault('createApp'))).toThrow('serve.mjs: this occurs 2 times instead of once');
  expect(() => checkEdits('fastify', fault('missing text'))).toThrow('serve.mjs: this occurs 0 times instead of once');
});
