import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const section = text.split('## One trial, file by file')[1]?.split('\n## ')[0] ?? '';
const files = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);

/** Files that a file imports, types included. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/ from '(\.[^']+)\.js'/g)].map(
    ([, to = '']) => `${relative(root, join(root, dirname(file), to))}.ts`,
  );

test('one trial can be followed through at most 18 files', () => {
  expect(files[0]).toBe('src/audit.ts');
  expect(files.length).toBeGreaterThan(10);
  expect(files.length).toBeLessThanOrEqual(18);
});

test.each(files.slice(1).map((file, index) => ({ file, before: files.slice(0, index + 1) })))(
  '$file is imported by a file before it',
  ({ file, before }) => {
    expect(before.flatMap(importsOf)).toContain(file);
  },
);
