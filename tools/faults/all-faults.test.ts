import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dialects, faults } from '../../src/demo/start-demo.js';
import { allFaults } from './all-faults.js';

test('names are unique, also among dialects, and written with hyphens', () => {
  const names = [...allFaults, ...dialects].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('each fault is described, and lists the rules that must find it', () => {
  for (const { does, violates } of allFaults) {
    expect(does).toMatch(/^[A-Z].*\.$/);
    expect(violates.length).toBeGreaterThan(0);
    for (const rule of violates) expect(rule).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
  }
});

test('the dialects that a fault needs exist', () => {
  const known = dialects.map(({ name }) => name);
  for (const { dialect = [] } of allFaults) expect(known).toEqual(expect.arrayContaining([...dialect]));
});

test('the package has a few of them: at least one for each suite', () => {
  expect(allFaults).toEqual(expect.arrayContaining([...faults]));
  expect(faults.length).toBeLessThan(50);
  const folder = new URL('../../suites/', import.meta.url);
  const suites = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const claimed = new Set(faults.flatMap(({ violates }) => violates).map((rule) => rule.split('/')[0]));
  expect(suites.map(({ name }) => name).filter((name) => !/^_/.test(name) && !claimed.has(name))).toEqual([]);
});
