import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { code, isRule, lengthOf, type Source, sources, textOf } from './sources.fixture.js';

describe('folders', () => {
  test('hold at most 20 source files, and 30 in a suite', () => {
    const counts = new Map<string, number>();
    for (const { path } of code) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const full = [...counts].filter(([folder, count]) => count > (folder.startsWith('suites/') ? 30 : 20));
    expect(full).toEqual([]);
  });

  test('hold nothing that is called utils, helpers, common or manager', () => {
    const vague = /\b(utils?|helpers?|common|managers?)\b/i;
    expect(code.filter(({ path }) => vague.test(path)).map(({ path }) => path)).toEqual([]);
  });
});

describe('sizes', () => {
  test('a file is at most 250 lines', () => {
    const isData = ({ path }: Source) => path.startsWith('tools/faults/');
    expect(code.filter((source) => !isData(source) && lengthOf(source) > 250).map(({ path }) => path)).toEqual([]);
  });

  test('the median of src is at most 80 lines', () => {
    const lengths = code
      .filter(({ path }) => path.startsWith('src/'))
      .map(lengthOf)
      .sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(80);
  });

  test('the pipeline fits on one screen', () => {
    const pipeline = code.find(({ path }) => path === 'src/audit.ts');
    expect(pipeline && lengthOf(pipeline)).toBeLessThanOrEqual(60);
  });
});

describe('reach', () => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reachedFrom = (entries: readonly string[]) => {
    const reached = new Set<string>();
    const visit = (path: string) => {
      if (reached.has(path)) return;
      reached.add(path);
      const source = byPath.get(path);
      for (const to of [...(source?.imports ?? []), ...(source ? startedBy(source) : [])]) visit(to);
    };
    for (const entry of entries) visit(entry);
    return reached;
  };
  const unreached = (entries: readonly string[], all: readonly Source[]) => {
    const reached = reachedFrom(entries);
    return all.filter(({ path }) => !reached.has(path)).map(({ path }) => path);
  };
  const shipped = [
    'src/index.ts',
    'src/rule/index.ts',
    'src/fleet/index.ts',
    'src/test-runners/vitest.ts',
    'src/test-runners/node-test.ts',
    'src/test-runners/jest.ts',
    'src/cli/main.ts',
  ];
  const rules = code.filter(isRule).map(({ path }) => path);
  const tools = [...textOf('package.json').matchAll(/dist\/(tools\/[\w/-]+)\.js/g)].map(([, path]) => `${path}.ts`);

  test('every file of src and suites is used by a program or a rule', () => {
    const all = code.filter(({ path }) => /^(src|suites)\//.test(path) && basename(path) !== '_template.ts');
    expect(unreached([...shipped, ...rules, ...tools], all)).toEqual([]);
  });

  test('every file of tools and test is used by a script or a test', () => {
    const tests = sources.filter(({ path }) => path.endsWith('.test.ts')).map(({ path }) => path);
    const setup = [...textOf('vitest.config.ts').matchAll(/'(test\/[\w/.-]+\.ts)'/g)].map(([, path = '']) => path);
    const all = sources.filter(({ path, isTest }) => !/^(src|suites)\//.test(path) || isTest);
    expect(unreached([...tests, ...setup, ...tools], all)).toEqual([]);
  });
});

describe('texts', () => {
  test('no unfinished work is left in the sources', () => {
    const unfinished = new RegExp(['TO', 'DO|FIX', 'ME|@ts-ig', 'nore'].join(''));
    expect(sources.filter(({ text }) => unfinished.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

/** Files that a file starts as processes or workers of their own: named by a URL, or by a name beside it. */
function startedBy({ path, text }: Source): string[] {
  const folder = dirname(path);
  const urls = [...text.matchAll(/new URL\('\.\/([\w-]+)\.js'/g)].map(([, name]) => name);
  const names = /new URL\(`\.\/\$\{name\}\.js`/.test(text)
    ? [...text.matchAll(/'([\w-]+)'/g)].map(([, name]) => name)
    : [];
  return [...urls, ...names]
    .map((name) => `${folder}/${name}.ts`)
    .filter((one) => sources.some((source) => source.path === one));
}
