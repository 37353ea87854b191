import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLaw } from '../../law.js';
import type { NamedRule } from '../../plan/index.js';
import { largeDocument } from './large-document.js';
import { load } from './loading.js';

const folder = mkdtempSync(join(tmpdir(), 'large-'));
let rules: readonly NamedRule[] = [];
beforeAll(async () => {
  rules = (await readLaw()).rules;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(collections: number): string {
  const file = join(folder, `${collections}.json`);
  writeFileSync(file, JSON.stringify(largeDocument(collections)));
  return file;
}

/** Processor time for each collection, which does not depend on what else the machine does. */
async function costOf(collections: number): Promise<number> {
  const before = process.cpuUsage();
  const loaded = await load(fileWith(collections), rules);
  const { user, system } = process.cpuUsage(before);
  expect(loaded.collections).toBe(collections);
  expect(loaded.trials).toBeGreaterThan(collections);
  return (user + system) / collections;
}

test('a document of ten times the collections costs about ten times as much', async () => {
  await costOf(100);
  const small = Math.max(await costOf(100), await costOf(100));
  expect((await costOf(1000)) / small).toBeLessThan(3);
}, 60_000);

test('a large document is as sound as a small one', async () => {
  const { notes } = await load(fileWith(20), rules);
  expect(notes.filter((note) => !note.endsWith(': not answered: nobody'))).toEqual([]);
});
