import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { script, style } from './assets.js';
import { digests } from './content-policy.js';

test('the digests are those of the script and the style, or neither would be let in', () => {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  expect(digests).toEqual({ script: digest(script), style: digest(style) });
});

test('neither can end its element early', () => {
  expect(script + style).not.toMatch(/<\/|<!--/);
});
