import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { type InheritedNamesOptions, inheritedNames, serveInheritedNames } from './inherited-names.fixture.js';

useSteadyClock();

async function auditNames(options: InheritedNamesOptions, seed: number) {
  const { baseUrl, items } = await serveInheritedNames(options);
  const collections = options.isUndocumented ? { collections: ['/results'] } : {};
  const { results, leftovers } = await audit(await loadProfile({ baseUrl, cwd: '/', env: {}, ...collections }), {
    seed,
  });
  const list = (verdict: string) => results.filter((result) => result.verdict === verdict).map(({ rule }) => rule);
  return {
    held: list('held'),
    violated: list('violated'),
    errored: list('errored'),
    leftovers,
    items: [...items.keys()],
  };
}

test.each([
  { seed: 1, isUndocumented: false },
  { seed: 2, isUndocumented: false },
  { seed: 1, isUndocumented: true },
])('members may have names that every object inherits: %o', async ({ seed, isUndocumented }) => {
  const { held, violated, errored, leftovers, items } = await auditNames({ isUndocumented }, seed);
  // All items are on one page, and the document describes no way to page.
  const isWhole = (rule: string) => rule === 'pagination/list-without-parameters-is-bounded';
  expect(violated.filter((rule) => !isWhole(rule))).toEqual([]);
  expect(errored).toEqual([]);
  expect(held.length).toBeGreaterThan(50);
  expect(items).toEqual(['x0', 'x1', 'x2', 'x3', 'x4']);
  expect(leftovers).toEqual([]);
});

test.each(inheritedNames)('a write that does not store the member %s is still found', async (lost) => {
  const { violated } = await auditNames({ lost }, 1);
  expect(violated).toContain('idempotency/put-replaces-the-whole-item');
});
