import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../test/support/temporary-folder.fixture.js';
import { testCollection } from '../run/test-service.fixture.js';
import { openLedger } from './open-ledger.js';
import { readLedger } from './read-ledger.js';

test('a path with a credential is not written, and its item has no address', () => {
  const file = join(createTemporaryFolder(), 'ledger.ndjson');
  const hasCredential = (path: string) => path.includes('s3cret');
  const runLedger = openLedger(file, {
    runMark: 'abcdef01',
    kit: '1',
    startedAt: '2026-01-01T00:00:00Z',
    baseUrl: 'http://127.0.0.1',
    collections: [testCollection],
    hasCredential,
  });
  const page = runLedger.openScope();
  for (const [mark, path] of [
    ['m1', '/things/1?token=s3cret'],
    ['m2', '/things/2'],
    ['m3', '/things/3?token=s3cret'],
  ] as const) {
    const entry = page.intend('things', mark);
    page.recordCreated(entry, path);
    if (mark === 'm3') page.recordLeftover(entry, path, 'DELETE was answered 403');
  }
  page.recordRequest('POST', '/things/1/closing?token=s3cret');
  runLedger.close();
  expect([readFileSync(file, 'utf8').includes('s3cret'), statSync(file).mode & 0o777]).toEqual([false, 0o600]);
  expect(readLedger(file).things.map(({ mark, path }) => [mark, path])).toEqual(
    [
      ['m3', undefined],
      ['m2', '/things/2'],
      ['m1', undefined],
    ].reverse(),
  );
});
