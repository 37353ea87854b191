import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openResultStore, type StoredResult } from './result-store.js';

const key = 'a'.repeat(40);
const result: StoredResult = { name: 'matrix/a', verdict: 'passed', expected: 'b', actual: 'c', seconds: 1 };

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-proof-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a result is read again by its key', () => {
  const folder = join(createFolder(), 'new');
  openResultStore(folder).write(key, result);
  expect(openResultStore(folder).read(key)).toEqual(result);
  expect(openResultStore(folder).read('b'.repeat(40))).toBeUndefined();
});

test('a result that was written in part is none', () => {
  const folder = createFolder();
  writeFileSync(join(folder, `${key}.json`), '{"name":"matrix/a","verd');
  expect(openResultStore(folder).read(key)).toBeUndefined();
});

test('results that were not read for a month are removed, and no other files', () => {
  const folder = createFolder();
  const store = openResultStore(folder);
  const old = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
  store.write(key, result);
  store.write('b'.repeat(40), result);
  writeFileSync(join(folder, 'notes.txt'), '');
  for (const name of [`${key}.json`, 'notes.txt']) utimesSync(join(folder, name), old, old);
  openResultStore(folder);
  expect(readdirSync(folder).sort()).toEqual([`${'b'.repeat(40)}.json`, 'notes.txt']);
});
