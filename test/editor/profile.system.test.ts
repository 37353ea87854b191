import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../docs/pages.fixture.js';
import { describeWith } from '../support/system-parts.js';
import { openText } from './language-server.fixture.js';

const schema = pathToFileURL(join(repositoryRoot, 'src/profile/profile.schema.json')).href;
const open = (...lines: readonly string[]) =>
  openText(
    pathToFileURL(join(repositoryRoot, 'assay.yaml')).href,
    [`# yaml-language-server: $schema=${schema}`, ...lines].join('\n'),
  );

describeWith(['editor'], 'an editor with the schema of a profile', () => {
  test('completes keys and values', async () => {
    const text = await open('', 'permit: ', 'limits:', '  ', 'baseUrl: ');
    expect(await text.complete(1)).toEqual(expect.arrayContaining(['resources', 'auth', 'waivers']));
    expect(await text.complete(2)).toEqual(expect.arrayContaining(['reads', 'writes', 'deletes']));
    expect(await text.complete(4)).toEqual(expect.arrayContaining(['maxRequests', 'timeoutMs']));
    expect(await text.complete(5)).toContain('https://staging.example.com/api');
  });

  test('describes a key with an example', async () => {
    const text = await open('limits:', '  maxRequests: 100');
    const shown = await text.describe(2, 'maxRequests');
    expect(shown).toContain('Most requests of a run, including survey and cleanup.');
    expect(shown).toContain('5000');
  });

  test('underlines an unknown key and a wrong value', async () => {
    const text = await open('baseUrl: http://127.0.0.1:3000', 'permit: everything', 'limit: {}');
    const found = (await text.diagnostics).map(({ range, message }) => `${range.start.line}: ${message}`);
    expect(found).toEqual([
      expect.stringMatching(/^2: .*"deletes"/),
      expect.stringMatching(/^3: Property limit is not allowed/),
    ]);
  });

  test('finds nothing in a correct profile', async () => {
    const text = await open('baseUrl: http://127.0.0.1:3000', 'resources:', '  - collection: /orders');
    expect(await text.diagnostics).toEqual([]);
  });
});
