import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProfileFolder } from '../folder.fixture.js';
import { loadProfile } from '../load-profile.js';

/** Loads `assay.yaml` beside these files. */
async function load(files: Readonly<Record<string, string>>) {
  const cwd = createProfileFolder(files);
  return { cwd, profile: await loadProfile({ cwd, env: { TEAM: 'a', KEY: 'secret-key' }, file: 'assay.yaml' }) };
}

const fail = (files: Readonly<Record<string, string>>): Promise<string> =>
  load(files).then(
    () => 'no error',
    (error: Error) => error.message,
  );

const base = `
baseUrl: http://base
contact: platform@example.com
openapi: ./openapi.yaml
limits: { cases: 3, maxSeconds: 5 }
volatile: [/etag]
rules: { folders: [rules], except: [links/*] }
resources:
  - { name: orders, collection: /orders, volatile: [/views] }
  - { name: books, collection: /books }
waivers:
  - { rule: links/a, reason: known, owner: a, until: 2999-01-01 }
`;
const own = `
extends: ./shared/base.yaml
baseUrl: http://own
limits: { cases: 7 }
volatile: [/seen]
rules: { folders: [mine] }
resources:
  - { collection: /shelves }
  - { name: orders, marker: { field: /note } }
waivers:
  - { rule: links/b, reason: known, owner: b, until: 2999-01-01 }
`;

describe('a profile that extends another', () => {
  const both = { 'shared/base.yaml': base, 'assay.yaml': own };

  test('takes its keys where it has none, member by member', async () => {
    const { profile } = await load(both);
    expect(profile).toMatchObject({ baseUrl: 'http://own', contact: 'platform@example.com', volatile: ['/seen'] });
    expect(profile.limits).toMatchObject({ cases: 7, maxSeconds: 5 });
    expect(profile.except).toEqual(['links/*']);
  });

  test('merges resources by name, and joins waivers and folders of rules', async () => {
    const { cwd, profile } = await load(both);
    expect(profile.resources.map(({ collection, marker, volatile }) => [collection, marker?.field, volatile])).toEqual([
      ['/orders', '/note', ['/views']],
      ['/books', undefined, undefined],
      ['/shelves', undefined, undefined],
    ]);
    expect(profile.waivers.map(({ rule, where }) => [rule, where.split(':')[0]])).toEqual([
      ['links/a', join('shared', 'base.yaml')],
      ['links/b', 'assay.yaml'],
    ]);
    expect(profile.ruleFolders).toEqual([join(cwd, 'shared/rules'), join(cwd, 'mine')]);
  });

  test('leaves the relative paths of the other in its folder', async () => {
    const { cwd, profile } = await load(both);
    expect([profile.openapi, profile.extendedFiles]).toEqual([
      join(cwd, 'shared/openapi.yaml'),
      [join(cwd, 'shared/base.yaml')],
    ]);
  });

  test('takes the later of several over the earlier, and what they extend themselves', async () => {
    const { profile } = await load({
      'assay.yaml': 'extends: [./one.yaml, ./two.json]\nbaseUrl: http://x\n',
      'one.yaml': 'extends: ./root.yaml\nname: one\nversion: one\n',
      'two.json': '{ "name": "two" }',
      'root.yaml': 'name: root\ncontact: root\n',
    });
    expect(profile).toMatchObject({ name: 'two', version: 'one', contact: 'root' });
  });

  test('finds a package, whose rules it brings', async () => {
    const { cwd, profile } = await load({
      'assay.yaml': "extends: '@acme/assay-profile'\nbaseUrl: http://x\n",
      'node_modules/@acme/assay-profile/package.json': '{ "main": "profile.yaml" }',
      'node_modules/@acme/assay-profile/profile.yaml': 'contact: acme\nrules: { folders: [rules] }\n',
    });
    expect([profile.contact, profile.ruleFolders]).toEqual([
      'acme',
      [join(cwd, 'node_modules/@acme/assay-profile/rules')],
    ]);
  });
});

describe('the location of a problem', () => {
  test('is in the file that contains the value', async () => {
    const message = await fail({
      'assay.yaml': 'extends: ./base.yaml\nbaseUrl: http://x\nlimits: { cases: many }\n',
      'base.yaml': 'name: a\nresources:\n  - collection: orders\nlimits: { maxSeconds: 0 }\n',
    });
    expect(message).toContain('base.yaml:3:17');
    expect(message).toContain('base.yaml:4:23');
    expect(message).toContain('assay.yaml:3:18');
  });

  test.each([
    ['a file that does not exist', './none.yaml', 'assay.yaml:1:10: ./none.yaml: no such file or package'],
    ['a package that is not installed', 'none', 'assay.yaml:1:10: none: no such file or package'],
    ['the profile itself', './assay.yaml', 'assay.yaml:1:10: ./assay.yaml extends this profile itself'],
    ['a profile that extends the first', './other.yaml', 'other.yaml:1:10: ./assay.yaml extends this profile itself'],
    ['a value of another type', '7', 'assay.yaml:1:10'],
  ])('is that of %s', async (_, name, expected) => {
    const message = await fail({
      'assay.yaml': `extends: ${name}\nbaseUrl: http://x\n`,
      'other.yaml': 'extends: ./assay.yaml\n',
    });
    expect(message).toContain(expected);
  });
});
