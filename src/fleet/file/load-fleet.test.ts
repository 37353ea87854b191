import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProfileFolder } from '../../profile/folder.fixture.js';
import { loadFleet } from './load-fleet.js';

const files = {
  'services/orders/assay.yaml': 'baseUrl: http://127.0.0.1:1\n',
  'services/books/assay.yaml': 'baseUrl: http://127.0.0.1:2\n',
  'services/books/node_modules/x/assay.yaml': '',
  'services/.old/assay.yaml': '',
  'shared.yaml': `headers: { X-Key: "\${API_TOKEN}" }\n`,
};

const load = (yaml: string, more: Readonly<Record<string, string>> = {}) => {
  const cwd = createProfileFolder({ ...files, ...more, 'fleet.yaml': yaml });
  return { cwd, fleet: loadFleet('fleet.yaml', cwd) };
};

const listProblems = (yaml: string): readonly string[] => {
  try {
    load(yaml);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

describe('a fleet', () => {
  test('merges defaults, group and target, in this order', () => {
    const { fleet } = load(`
name: shop
workers: 3
defaults: { permit: reads, cases: 4, only: [safety/*], variables: { A: B } }
groups:
  checkout: { owner: checkout team, permit: deletes, labels: { tier: '1', zone: eu } }
targets:
  - { name: orders, url: http://127.0.0.1:1, group: checkout, cases: 2, labels: { zone: us }, variables: { C: D } }
  - url: http://127.0.0.1:2/api
`);
    expect(fleet).toMatchObject({ name: 'shop', workers: 3 });
    expect(fleet.targets).toEqual([
      {
        name: 'orders',
        url: 'http://127.0.0.1:1',
        group: 'checkout',
        owner: 'checkout team',
        labels: { tier: '1', zone: 'us' },
        permit: 'deletes',
        cases: 2,
        only: ['safety/*'],
        variables: { A: 'B', C: 'D' },
        where: 'fleet.yaml:8:5',
        digest: expect.any(String),
      },
      {
        name: '127.0.0.1-2',
        url: 'http://127.0.0.1:2/api',
        permit: 'reads',
        cases: 4,
        only: ['safety/*'],
        variables: { A: 'B' },
        where: 'fleet.yaml:9:5',
        digest: expect.any(String),
      },
    ]);
  });

  test('has a target for each profile of a glob, named by its folder; paths are relative to the file', () => {
    const { cwd, fleet } = load('targets: [{ profiles: services/*/assay.yaml }, { profiles: "**/shared.yaml" }]');
    expect(fleet.targets.map(({ name, profile }) => [name, profile])).toEqual([
      ['books', join(cwd, 'services/books/assay.yaml')],
      ['orders', join(cwd, 'services/orders/assay.yaml')],
      ['shared', join(cwd, 'shared.yaml')],
    ]);
  });

  test('has a digest for each target: of its settings and of its profile, not of where the files are', () => {
    const yaml = 'targets: [{ name: a, url: http://127.0.0.1:1, profile: shared.yaml }, { url: http://127.0.0.1:2 }]';
    const digests = (text: string, more = {}) => load(text, more).fleet.targets.map(({ digest }) => digest);
    const [a, b] = digests(yaml);
    expect(digests(yaml)).toEqual([a, b]);
    expect(digests(`\n${yaml}`)).toEqual([a, b]);
    expect(digests(yaml, { 'shared.yaml': 'name: other' })).toEqual([expect.not.stringContaining(a ?? ''), b]);
    expect(digests(yaml.replace('shared.yaml', 'shared.yaml, cases: 2'))).toEqual([
      expect.not.stringContaining(a ?? ''),
      b,
    ]);
  });
});

test.each([
  ['targets: []', 'fleet.yaml:1:10: must not be an empty list'],
  ['targets: [{ url: http://a, permitt: reads }]', 'fleet.yaml:1:28: unknown key "permitt"; did you mean "permit"?'],
  ['targets: [{ name: a }]', 'fleet.yaml:1:11: a target needs url, profile or profiles'],
  [
    'targets: [{ name: ../a, url: http://a }]',
    'fleet.yaml:1:19: expected a name of letters, digits, dots, hyphens and underscores, at most 100, found "../a"',
  ],
  [`targets: [{ url: "\${A}" }]`, 'fleet.yaml:1:11: the target needs a name, because its url has variables'],
  [
    'targets: [{ url: http://a, group: chekout }]\ngroups: { checkout: {} }',
    'fleet.yaml:1:35: there is no group "chekout"; did you mean "checkout"?',
  ],
  [
    'targets: [{ url: http://a }, { name: A, url: http://b }]',
    'fleet.yaml:1:30: the name A is used at fleet.yaml:1:11 already; give one of them another name',
  ],
  ['targets: [{ profiles: none/*.yaml }]', 'fleet.yaml:1:11: no file matches none/*.yaml'],
  [
    'targets: [{ url: http://a, tokenEnv: ey.J0eXAi }]',
    'fleet.yaml:1:38: expected the name of an environment variable, found something else',
  ],
  [
    'targets: [{ url: http://a, variables: { FOO: s3-cret } }]',
    'fleet.yaml:1:46: expected the name of an environment variable, found something else',
  ],
  [
    'targets: [{ url: http://a, permit: delete }]',
    'fleet.yaml:1:36: expected one of reads, writes, deletes, floods; found "delete"; did you mean "deletes"?',
  ],
])('%s is refused at its line', (yaml, problem) => {
  expect(listProblems(yaml)).toEqual([problem]);
});

test('a file that is missing is named with its line', () => {
  expect(listProblems('targets: [{ url: http://a, profile: gone.yaml }]')).toEqual([
    expect.stringMatching(/^fleet\.yaml:1:37: profile of a: no such file: .*gone\.yaml$/),
  ]);
});

test('the schema describes every key, and needs no other file', () => {
  const text = readFileSync(new URL('../fleet.schema.json', import.meta.url), 'utf8');
  const nodes: [string, Record<string, unknown>][] = [];
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    nodes.push([path, node as Record<string, unknown>]);
    for (const [key, child] of Object.entries(node)) walk(child, `${path}/${key}`);
  };
  walk(JSON.parse(text), '');
  const keys = nodes.filter(([path]) => /\/properties\/[^/]+$/.test(path));
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter(([, node]) => !node.title || !node.description).map(([path]) => path)).toEqual([]);
  expect([...text.matchAll(/"\$ref": "([^"]*)"/g)].filter(([, to = '']) => !to.startsWith('#'))).toEqual([]);
});
