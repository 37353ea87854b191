import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { script, style } from './assets.js';
import { digests } from './content-policy.js';

test('has the digests of script and style, so that a browser runs them', () => {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  expect(digests).toEqual({ script: digest(script), style: digest(style) });
});

test('escapes the end tags of script and style', () => {
  expect(script + style).not.toMatch(/<\/|<!--/);
});
