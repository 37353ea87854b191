import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { repositoryRoot } from './pages.fixture.js';

const textOf = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');

test('the clause and the rule of the example in CONTRIBUTING do not exist, so that a reader can add them', async () => {
  const page = textOf('CONTRIBUTING.md');
  const [clause = '', ...others] = new Set(page.match(/(?<=^### |clause: ')[A-Z]+-\d+/gm));
  const { rules } = await loadRuleSet([]);
  expect(others).toEqual([]);
  expect(rules.map(({ rule }) => rule.clause)).not.toContain(clause);
  expect(textOf('suites/convention.md')).not.toContain(clause);
  const path = /suites\/_template\.ts suites\/(\S+)\.ts/.exec(page)?.[1];
  expect(path).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
  expect(rules.map(({ id }) => id)).not.toContain(path);
});

test('each file that CONTRIBUTING names exists, but those that a recipe adds', () => {
  const paths =
    textOf('CONTRIBUTING.md').match(/(?<=`)(src|suites|test|tools)\/[\w./-]+\.(ts|json|md|mjs)(?=`)/g) ?? [];
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual(['src/report/csv/write-csv.ts']);
});
