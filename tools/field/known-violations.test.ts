import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { listKnownViolations, readKnownViolations } from './known-violations.js';
import { repositoryRoot } from './repository-root.js';
import { fieldServices } from './services.js';

const known = readKnownViolations();

test('every field service has an entry, and no other has', () => {
  expect(Object.keys(known).sort()).toEqual(fieldServices.map(({ name }) => name).sort());
});

test('every profile exists', () => {
  const files = fieldServices.flatMap(({ audits }) => Object.values(audits).flatMap(({ file }) => file ?? []));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(repositoryRoot, 'test/field', file)))).toEqual([]);
});

describe.each(Object.entries(known))('%s', (_, violations) => {
  test('names rules that exist', async () => {
    const { rules } = await loadRuleSet();
    const ids = new Set(rules.map(({ id }) => id));
    const named = Object.values(violations.confirmed).flatMap((section) => Object.keys(section));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('names sections of its notes', () => {
    const headings = [...readFileSync(join(repositoryRoot, violations.notes), 'utf8').matchAll(/^## (.*)$/gm)];
    const titles = headings.map(([, title]) => title);
    expect(Object.keys(violations.confirmed).filter((section) => !titles.includes(section))).toEqual([]);
  });

  test('names each check once', () => {
    const checks = listKnownViolations(violations).map(({ check }) => check);
    expect(checks).toEqual([...new Set(checks)]);
  });
});
