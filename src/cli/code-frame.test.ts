import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProfileFolder } from '../profile/folder.fixture.js';
import { addCodeFrames } from './code-frame.js';

/** The frame of a problem at a place of a profile. */
function frameAt(yaml: string, line: number, column: number): string[] {
  const file = join(createProfileFolder({ 'p.yaml': yaml }), 'p.yaml');
  return addCodeFrames([`${file}:${line}:${column}: wrong`]).slice(1);
}

test('the line is shown, with a mark below the column', () => {
  expect(frameAt('permit: reads\nlimits:\n  casez: 1\n', 3, 3)).toEqual(['  3 |   casez: 1', '        ^']);
});

test.each([
  ['auth: { scheme: bearer, token: hush }', 1],
  ['auth:\n  credentials:\n    full: hush\n', 3],
  ['headers:\n  X-Plain: hush\n', 2],
  ['limits: { token: hush }', 1],
  ['resources:\n  - collection: /a\n    create:\n      example:\n        word: hush\n', 5],
  ['passwort: hush', 1],
  ['baseUrl: http://me:hush@x', 1],
  ['name: "a\nhush"', 2],
])('a value that can be secret is hidden: %j', (yaml, line) => {
  const frame = frameAt(yaml, line, 1);
  expect(frame.join('\n')).toContain('…');
  expect(frame.join('\n')).not.toContain('hush');
});

test('a problem without a place or with a file that is gone has no frame, and only three have one', () => {
  expect(addCodeFrames(['base URL: is missing', 'gone.yaml:1:1: wrong'])).toHaveLength(2);
  const file = join(createProfileFolder({ 'p.yaml': 'limits: 1\n' }), 'p.yaml');
  expect(addCodeFrames(Array.from({ length: 5 }, () => `${file}:1:1: wrong`))).toHaveLength(5 + 3 * 2);
});
