import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../test/support/temporary-folder.fixture.js';
import { KeptFileError, openKeptFile, UnacknowledgedHarmError } from './kept-items.js';

const lists = [{ collection: 'orders', path: '/orders', entries: [{ id: '7', name: 'Ada' }] }];
const harm = [{ collection: 'orders', url: '/orders/7', is: 'gone', after: 'POST /orders (exchange 12)' }] as const;
const run = {
  baseUrl: 'http://127.0.0.1:4010/api',
  startedAt: '2026-01-02T03:04:05.000Z',
  isSameService: (one: string, other: string) => new URL(one).origin === new URL(other).origin,
};

test('the file is for its owner only, and gone when nothing was harmed', () => {
  const file = openKeptFile({ ...run, stateFolder: createTemporaryFolder() });
  file.write({ lists });
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  file.remove();
  expect(existsSync(file.path)).toBe(false);
});

test('a later run on the same origin is refused until the harm is acknowledged', () => {
  const stateFolder = createTemporaryFolder();
  const first = openKeptFile({ ...run, stateFolder });
  first.write({ lists, harm });
  const again = () => openKeptFile({ ...run, baseUrl: 'http://127.0.0.1:4010', stateFolder });
  expect(again).toThrow(UnacknowledgedHarmError);
  expect(again).toThrow(`--acknowledge ${first.path}`);
  expect(() => openKeptFile({ ...run, baseUrl: 'http://127.0.0.1:4011', stateFolder })).not.toThrow();
  openKeptFile({ ...run, stateFolder, acknowledged: first.path });
  expect(again).not.toThrow();
});

test('a file without harm acknowledges nothing', () => {
  const stateFolder = createTemporaryFolder({ 'notes.json': '{}' });
  expect(() => openKeptFile({ ...run, stateFolder, acknowledged: `${stateFolder}/notes.json` })).toThrow(
    /no items of this service that/,
  );
});

test('a file of another service acknowledges nothing', () => {
  const stateFolder = createTemporaryFolder();
  const first = openKeptFile({ ...run, stateFolder });
  first.write({ lists, harm });
  const other = { ...run, baseUrl: 'http://127.0.0.1:4011', stateFolder };
  expect(() => openKeptFile({ ...other, acknowledged: first.path })).toThrow(/no items of this service that/);
});

test('a file that a user changed refuses nothing', () => {
  const stateFolder = createTemporaryFolder();
  const first = openKeptFile({ ...run, stateFolder });
  first.write({ lists, harm });
  for (const change of [{ baseUrl: 'somewhere' }, { baseUrl: 7 }, { harm: 'much' }]) {
    const kept = JSON.parse(readFileSync(first.path, 'utf8')) as object;
    writeFileSync(first.path, JSON.stringify({ ...kept, ...change }));
    expect(() => openKeptFile({ ...run, stateFolder })).not.toThrow();
  }
});

test('where nothing can be kept, nothing is run', () => {
  const folder = createTemporaryFolder({ taken: 'a file' });
  expect(() => openKeptFile({ ...run, stateFolder: `${folder}/taken` })).toThrow(KeptFileError);
  expect(() => openKeptFile({ ...run, stateFolder: `${folder}/taken` })).toThrow(/Set XDG_STATE_HOME/);
});
