import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { digests, script, style } from './assets.js';

const folder = new URL('../', import.meta.url);
const listAssets = (name: string) =>
  readdirSync(new URL(name, folder)).map((file) => readFileSync(new URL(`${name}/${file}`, folder), 'utf8'));

test('every style sheet and every script is on the page', () => {
  expect(listAssets('style').filter((text) => !style.includes(text))).toEqual([]);
  expect(listAssets('script').filter((text) => !script.includes(text))).toEqual([]);
});

test('the dark colours of the button and of the system preference are equal', () => {
  const blocks = [...style.matchAll(/color-scheme: dark;\n([^}]*)\}/g)].map(([, colors = '']) =>
    colors.split('\n').map((line) => line.trim()),
  );
  expect(blocks).toHaveLength(2);
  expect(blocks[0]).toEqual(blocks[1]);
});

test('has the digests of script and style, so that a browser runs them', () => {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  expect(digests).toEqual({ script: digest(script), style: digest(style) });
});

test('escapes the end tags of script and style', () => {
  expect(script + style).not.toMatch(/<\/|<!--/);
});
