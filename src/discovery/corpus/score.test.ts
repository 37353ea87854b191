import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { claimsOfInference, claimsOfKey } from './claims.fixture.js';
import { corpus, type Entry } from './key.fixture.js';
import { readDocument } from './reading.fixture.js';
import { type Comparison, differences, score, table } from './score.fixture.js';

const all = corpus();
const compared = new Map<string, Comparison>();

beforeAll(async () => {
  for (const { name, file, key } of all) {
    const { collections, notes } = await readDocument(file);
    compared.set(name, { inferred: claimsOfInference(collections, notes), true: claimsOfKey(key) });
  }
});

const of = (entries: readonly Entry[]) => entries.flatMap(({ name }) => compared.get(name) ?? []);

describe('the corpus', () => {
  test('is large enough, and partly held out', () => {
    expect(all.length).toBeGreaterThanOrEqual(50);
    expect(all.filter(({ key }) => key.holdout === 3)).toHaveLength(5);
  });

  test.each(all)('$name: the key speaks of every path', ({ file, key }) => {
    const document = parse(readFileSync(file, 'utf8'), { merge: true }) as { paths: Record<string, unknown> };
    const known = [
      ...Object.entries(key.collections).flatMap(([path, { item, actions = [] }]) => [path, item, ...actions]),
      ...(key.avoided ?? []).map((operation) => operation.split(' ')[1]),
      ...key.others,
    ];
    expect(Object.keys(document.paths).filter((path) => !known.includes(path))).toEqual([]);
  });
});

describe('what is inferred from a document alone', () => {
  test('is right for 95 of 100 facts, and finds 90 of 100', () => {
    const { overall } = score(of(all));
    expect(overall.precision).toBeGreaterThanOrEqual(0.95);
    expect(overall.recall).toBeGreaterThanOrEqual(0.9);
  });

  test('is no worse than 90 and 80 for any kind of fact', () => {
    const weak = score(of(all)).byKind.filter(({ precision, recall }) => precision < 0.9 || recall < 0.8);
    expect(weak).toEqual([]);
  });

  test('keeps the promise for documents that it was never mended for', () => {
    const { overall } = score(of(all.filter(({ key }) => key.holdout === 3)));
    expect(overall.precision).toBeGreaterThanOrEqual(0.95);
    expect(overall.recall).toBeGreaterThanOrEqual(0.9);
  });

  test('the numbers', async () => {
    await expect(`${table(score(of(all)))}\n`).toMatchFileSnapshot('fixtures/score.md');
  });

  test('where it errs', async () => {
    const lines = all.flatMap(({ name }) =>
      of(all.filter((one) => one.name === name))
        .flatMap(differences)
        .map((line) => `${name} ${line}`),
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('fixtures/errors.txt');
  });
});
