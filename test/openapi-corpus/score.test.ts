import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listInferredClaims, listKeyClaims } from './claims.fixture.js';
import { type CorpusEntry, readCorpus } from './key.fixture.js';
import { readDocument } from './reading.fixture.js';
import {
  type ClaimComparison,
  formatPercent,
  formatTable,
  listClaimDifferences,
  scoreClaims,
} from './score.fixture.js';

const all = readCorpus();
const compared = new Map<string, ClaimComparison>();

beforeAll(async () => {
  for (const { name, file, key } of all) {
    const { collections, notes } = await readDocument(file);
    compared.set(name, { inferred: listInferredClaims(collections, notes), true: listKeyClaims(key) });
  }
});

const of = (entries: readonly CorpusEntry[]) => entries.flatMap(({ name }) => compared.get(name) ?? []);

describe('the corpus', () => {
  test('is large enough, and has a held-out part', () => {
    expect(all.length).toBeGreaterThanOrEqual(50);
    expect(all.filter(({ key }) => key.holdout === 3)).toHaveLength(5);
  });

  test.each(all)('$name: the key covers every path', ({ file, key }) => {
    const document = parse(readFileSync(file, 'utf8'), { merge: true }) as { paths: Record<string, unknown> };
    const known = [
      ...Object.entries(key.collections).flatMap(([path, { item, actions = [] }]) => [path, item, ...actions]),
      ...(key.avoided ?? []).map((operation) => operation.split(' ')[1]),
      ...key.others,
    ];
    expect(Object.keys(document.paths).filter((path) => !known.includes(path))).toEqual([]);
  });
});

describe('the score', () => {
  const claim = (text: string) => ({ kind: 'role', text }) as const;
  const comparison: ClaimComparison = {
    inferred: [claim('/a: list'), claim('/a: read'), claim('/a: remove')],
    true: [claim('/a: list'), claim('/a: read'), claim('/a: create'), claim('/a: patch')],
  };

  test('counts wrong and missed facts', () => {
    expect(listClaimDifferences(comparison)).toEqual(['+ role /a: remove', '- role /a: create', '- role /a: patch']);
    expect(scoreClaims([comparison]).overall).toEqual({
      kind: 'all',
      right: 2,
      wrong: 1,
      missed: 2,
      precision: 2 / 3,
      recall: 1 / 2,
    });
  });

  test('counts each kind of fact separately', () => {
    const { byKind } = scoreClaims([comparison]);
    expect(byKind.find(({ kind }) => kind === 'role')).toMatchObject({ right: 2, wrong: 1 });
    expect(byKind.find(({ kind }) => kind === 'parent')).toMatchObject({ right: 0, wrong: 0, missed: 0 });
  });
});

describe('what is inferred from a document alone', () => {
  test('has a precision of 95 % and a recall of 90 %', () => {
    const { overall } = scoreClaims(of(all));
    expect(overall.precision).toBeGreaterThanOrEqual(0.95);
    expect(overall.recall).toBeGreaterThanOrEqual(0.9);
  });

  test('has a precision of 90 % and a recall of 80 % for each kind of fact', () => {
    const weak = scoreClaims(of(all)).byKind.filter(({ precision, recall }) => precision < 0.9 || recall < 0.8);
    expect(weak).toEqual([]);
  });

  test('has the same precision and recall for the held-out documents', () => {
    const { overall } = scoreClaims(of(all.filter(({ key }) => key.holdout === 3)));
    expect(overall.precision).toBeGreaterThanOrEqual(0.95);
    expect(overall.recall).toBeGreaterThanOrEqual(0.9);
  });

  test('the numbers', async () => {
    const last = all.filter(({ key }) => key.holdout === 3);
    const { precision, recall } = scoreClaims(of(last)).overall;
    const heldOut = `${last.length} of ${all.length} documents were written last, and the inference was not changed for them: ${formatPercent(precision)} and ${formatPercent(recall)}.`;
    await expect(`${formatTable(scoreClaims(of(all)))}\n\n${heldOut}\n`).toMatchFileSnapshot('fixtures/score.md');
  });

  test('docs/proof.md shows the same numbers', () => {
    const [page, told] = ['../../docs/proof.md', 'fixtures/score.md'].map((file) =>
      readFileSync(new URL(file, import.meta.url), 'utf8'),
    );
    expect(page).toContain(told?.trim());
  });

  test('lists the wrong facts', async () => {
    const lines = all.flatMap(({ name }) =>
      of(all.filter((one) => one.name === name))
        .flatMap(listClaimDifferences)
        .map((line) => `${name} ${line}`),
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('fixtures/errors.txt');
  });
});
