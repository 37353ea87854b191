import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NamedRule } from '../../src/rule/rule.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { countSteps } from '../../test/support/count-steps.js';
import { createLargeDocument } from './large-document.js';
import { measureLoading } from './measure-loading.js';

const folder = mkdtempSync(join(tmpdir(), 'large-'));
let rules: readonly NamedRule[] = [];
beforeAll(async () => {
  rules = (await loadRuleSet()).rules;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(collections: number): string {
  const file = join(folder, `${collections}.json`);
  writeFileSync(file, JSON.stringify(createLargeDocument(collections)));
  return file;
}

/** Steps of the survey and of the plan for each collection. */
async function costOf(collections: number): Promise<number> {
  const file = fileWith(collections);
  const steps = await countSteps(async () => {
    const loaded = await measureLoading(file, rules);
    expect(loaded.collections).toBe(collections);
    expect(loaded.trials).toBeGreaterThan(collections);
  });
  return steps / collections;
}

test('a document of ten times the collections costs about ten times as much', async () => {
  await costOf(30);
  const small = await costOf(30);
  expect(small).toBeGreaterThan(0);
  expect((await costOf(300)) / small).toBeLessThan(1.5);
});

test('a large document is read like a small one', async () => {
  const { notes } = await measureLoading(fileWith(20), rules);
  expect(notes.filter((note) => !note.endsWith(': no answer: refused'))).toEqual([]);
});
