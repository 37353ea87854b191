import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { code, isRule, type Source, sources } from './sources.fixture.js';

const byPath = new Map(code.map((source) => [source.path, source]));
const rules = code.filter(isRule);

/** The files of its suite behind a rule: what it imports, and what these import. `suites/_shared` serves all suites, as `#rule` does. */
function listShared({ imports }: Source, found = new Set<string>()): Set<string> {
  for (const path of imports.filter((one) => /^suites\/[^_]/.test(one) && !found.has(one))) {
    found.add(path);
    const source = byPath.get(path);
    if (source) listShared(source, found);
  }
  return found;
}

describe('a rule', () => {
  test('is at most 100 lines', () => {
    expect(rules.length).toBeGreaterThan(100);
    const tooLong = rules.filter(({ text }) => text.trimEnd().split('\n').length > 100);
    expect(tooLong.map(({ path }) => path)).toEqual([]);
  });

  test('has at most two shared files behind it, counted through their imports', () => {
    const crowded = rules.map((rule) => [rule.path, [...listShared(rule)]] as const);
    expect(crowded.some(([, shared]) => shared.length === 2)).toBe(true);
    expect(crowded.filter(([, shared]) => shared.length > 2)).toEqual([]);
  });
});

describe('`then` of a rule', () => {
  const tests = sources.filter(({ path }) => /^suites\/.*(?<!\.(server|system|proof))\.test\.ts$/.test(path));
  const tested = new Set(tests.flatMap(listTables));

  test('has a table of observations, in a test without a server', () => {
    expect(rules.map(({ path }) => path).filter((path) => !tested.has(path))).toEqual([]);
  });

  test('has no table that would be counted without a test', () => {
    const [rule] = rules;
    const text = `import one from '${rule?.path.replace(/^.*\/(.*)\.ts$/, './$1.js')}';\n`;
    const unused = { path: rule?.path.replace(/[^/]*$/, 'x.test.ts') ?? '', text };
    expect(listTables(unused)).toEqual([]);
    expect(listTables({ ...unused, text: `${text}testThen(one, {});\n` })).toEqual([rule?.path]);
    expect(listTables({ ...unused, text: `${text}for (const rule of [two, one]) testThen(rule, rows);\n` })).toEqual([
      rule?.path,
    ]);
  });
});

describe('a suite', () => {
  const files = code.filter(({ path }) => /^suites\/[^/]+\//.test(path));
  const suiteOf = ({ path }: Source) => path.split('/')[1] ?? '';

  test('has rules in its folder, and what they share in _shared, or in that of all suites', () => {
    const others = files.filter(
      (source) => !isRule(source) && !/^suites\/([^/]+\/)?_shared\/[a-z-]+\.ts$/.test(source.path),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  test('gives no name another meaning than another suite', () => {
    const meanings = new Map<string, Map<string, string>>();
    for (const source of files) {
      for (const { name, text } of listDeclarations(source)) {
        const meaning = meanings.get(name) ?? new Map<string, string>();
        meanings.set(name, meaning.set(text, suiteOf(source)));
      }
    }
    const ambiguous = [...meanings].filter(([, meaning]) => new Set(meaning.values()).size > 1);
    expect(ambiguous.map(([name, meaning]) => `${name}: ${[...meaning.values()].join(', ')}`)).toEqual([]);
  });

  test('has a shared file for one rule only where the rule would be too long with it, or where a test calls it', () => {
    const single = files
      .filter(({ path }) => path.includes('/_shared/'))
      .flatMap((shared) => {
        const users = sources.filter(
          ({ path, imports }) => path.startsWith('suites/') && imports.includes(shared.path),
        );
        const [rule] = users;
        return users.length === 1 && rule && isRule(rule) && countJoined(rule, shared) <= 100 ? [shared.path] : [];
      });
    expect(single).toEqual([]);
  });

  test('has no shared file that no other file of the suite uses', () => {
    const used = new Set(files.flatMap(({ imports }) => imports));
    const shared = files.filter(({ path }) => path.includes('/_shared/') && !used.has(path));
    expect(shared.map(({ path }) => basename(path))).toEqual([]);
  });
});

/** Lines of a rule with a shared file in it: imports of both are counted, so a few more than it would have. */
const countJoined = (...joined: readonly Source[]) => joined.flatMap(({ text }) => text.trimEnd().split('\n')).length;

/** The declarations at the top level of a file, each up to the next empty line, without `export`. */
function listDeclarations({ text }: Source): { readonly name: string; readonly text: string }[] {
  const pattern = /^(?:export )?((?:async )?(?:const|function|interface|type) (\w+)[\s\S]*?)(?=\n\n|\n$|$(?![\s\S]))/gm;
  return [...text.matchAll(pattern)].map(([, declaration = '', name = '']) => ({ name, text: declaration.trim() }));
}

/** The rules that a test imports and hands to `testThen`, by itself or in a loop over a list of rules. */
function listTables({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  const loops = [...text.matchAll(/for \(const rule of \[([^\]]*)\]\)\s*testThen\(rule,/g)];
  const named = [...text.matchAll(/\btestThen\(\s*(\w+),/g)].map(([, name]) => name);
  const used = new Set([...named, ...loops.flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))]);
  return [...text.matchAll(/^import (\w+) from '(\.[^']+)\.js';$/gm)]
    .filter(([, name]) => used.has(name))
    .map(([, , from = '']) => `${join(dirname(path), from)}.ts`);
}
