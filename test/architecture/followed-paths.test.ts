import { describe, expect, test } from 'vitest';
import { code, textOf } from './sources.fixture.js';

const text = textOf('docs/architecture.md');

/** A section of the page, by the beginning of its title. */
const findSection = (title: string): string => text.split(`\n## ${title}`)[1]?.split('\n## ')[0] ?? '';

/** The numbered files of a section. */
const listSteps = (section: string): string[] =>
  [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);

const importsOf = (file: string): readonly string[] => code.find(({ path }) => path === file)?.imports ?? [];

describe.each([
  ['One trial', 'src/audit.ts', 18],
  ['The exit code', 'src/cli/main.ts', 13],
])('%s, file by file', (title, first, most) => {
  const files = listSteps(findSection(title));

  test(`can be followed through at most ${most} files`, () => {
    expect(files[0]).toBe(first);
    expect(files.length).toBeGreaterThan(10);
    expect(files.length).toBeLessThanOrEqual(most);
  });

  test.each(files.slice(1).map((file, index) => ({ file, before: files.slice(0, index + 1) })))(
    '$file is imported by a file before it',
    ({ file, before }) => {
      expect(before.flatMap(importsOf)).toContain(file);
    },
  );
});

test('the files after the last trial exist', () => {
  const named = [...findSection('After the last trial').matchAll(/`(src\/[^`]+\.ts)`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((file) => !code.some(({ path }) => path === file))).toEqual([]);
});

describe('One response 429, file by file', () => {
  const section = findSection('One response 429');
  const named = [...section.matchAll(/`(src\/[^`]+\.ts)`/g)].map(([, file = '']) => file);

  test('names files that exist', () => {
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !code.some(({ path }) => path === file))).toEqual([]);
  });

  test('names every file of the stages that decides by 429', () => {
    const stages = /^src\/(audit|http|openapi|limits|ledger|survey|run|verdict)\//;
    const isDeciding = (source: string) =>
      /\b429\b|\bisThrottled\b/.test(source.replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, ''));
    const deciding = code.filter(({ path, text: source }) => stages.test(path) && isDeciding(source));
    expect(deciding.map(({ path }) => path).filter((path) => !named.includes(path))).toEqual([]);
  });
});
