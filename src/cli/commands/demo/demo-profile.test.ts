import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { demoDialects, demoProfile, dialects } from '../../../demo/start-demo.js';
import { loadProfile } from '../../../profile/load-profile.js';
import { chooseDialects, mergeObjects, writeDialectProfile } from './demo-profile.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'demo-profile-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The profile as the kit reads it; what is wrong with it is thrown. */
function read(profile: object) {
  const cwd = folder();
  const file = join(cwd, 'demo-profile.json');
  writeFileSync(file, JSON.stringify(profile));
  return loadProfile({ baseUrl: 'http://127.0.0.1:1', cwd, env: {}, file });
}

describe('parts of a profile', () => {
  test('are merged by member, resources by their collection, and null removes a member', () => {
    const merged = mergeObjects([
      { a: { b: 1, c: [1] }, resources: [{ collection: '/x', create: { unique: ['/a'] } }] },
      { resources: [{ collection: '/y' }, { collection: '/x', private: true, create: { example: {} } }] },
      { a: { c: [2], b: null } },
    ]);
    expect(merged).toEqual({
      a: { c: [2] },
      resources: [{ collection: '/x', create: { unique: ['/a'], example: {} }, private: true }, { collection: '/y' }],
    });
  });

  test.each(dialects.filter(({ profile }) => profile).map(({ name, profile = {} }) => [name, profile] as const))(
    'of %s can be read alone and with the base',
    async (_, part) => {
      await expect(read(mergeObjects([part]))).resolves.toBeDefined();
      await expect(read(mergeObjects([demoProfile, part]))).resolves.toBeDefined();
    },
  );
});

describe('the profile of the demo', () => {
  const of = (names: readonly string[]) =>
    mergeObjects([
      demoProfile,
      ...dialects.filter(({ name }) => names.includes(name)).flatMap(({ profile }) => profile ?? []),
    ]);

  test('declares the dialects that every suite needs', async () => {
    const profile = await read(of(demoDialects));
    expect(profile).toMatchObject({
      publicPaths: ['/', '/openapi.json'],
      cache: { '/orders/{id}': { maxAge: 30 } },
      versions: { old: '/v1', new: '/v2' },
      links: { in: 'body', pointer: '/links' },
    });
    expect(Object.keys(profile.identities)).toEqual(['full', 'limited', 'otherTenant', 'expired', 'wrongPassword']);
    expect(profile.resources).toEqual([
      expect.objectContaining({
        collection: '/orders',
        private: true,
        create: { unique: ['/reference'] },
        states: expect.objectContaining({ initial: 'pending' }),
      }),
    ]);
  });

  test('names the place of the key with any other settings of keys', async () => {
    const { idempotency } = await read(of(['keys-required', 'key-mismatch-409', 'key-in-body']));
    expect(idempotency).toEqual({ in: 'body', name: 'requestId', format: 'raw', required: true, mismatch: [409] });
  });
});

test('contains what the document cannot express, and the declarations of the dialects', () => {
  const path = folder();
  const written = (names: readonly string[]) => JSON.parse(readFileSync(writeDialectProfile(names, path), 'utf8'));
  expect(written(['ids-integer', 'access-open'])).toEqual(JSON.parse(JSON.stringify(demoProfile)));
  expect(written(['access-bearer', 'unique-reference', 'access-statistics']).resources).toEqual([
    expect.objectContaining({
      collection: '/orders',
      accessStatistics: ['/views'],
      create: { unique: ['/reference'] },
      private: true,
    }),
  ]);
});

describe('the dialects of an audit', () => {
  test('are those that every suite needs, by default', () => {
    expect(chooseDialects([], undefined).sort()).toEqual([...demoDialects].sort());
  });

  test('are replaced by chosen ones, and by those that the fault needs', () => {
    const chosen = chooseDialects(['access-basic', 'weak-etags'], 'rate-limit-is-not-enforced');
    expect(chosen).toEqual(expect.arrayContaining(['access-basic', 'weak-etags', 'rate-limited', 'unique-reference']));
    expect(chosen.filter((name) => ['access-bearer', 'etags'].includes(name))).toEqual([]);
  });
});
