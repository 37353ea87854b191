import { describe, expect, test, vi } from 'vitest';
import { checkVariant, listFloodedVariants, packVariants } from './check-fault.js';

/** Rules that find nothing to look at in some ways to be; they say so, and never that it held. */
const withoutGround: readonly { readonly rule: RegExp; readonly unless: readonly string[] }[] = [
  { rule: /^caching\/(a-changed|a-stale-if-match|the-current-entity-tag)/, unless: ['etags', 'weak-etags', 'library'] },
  { rule: /^pagination\/maximum-page-size-is-kept/, unless: ['small-pages', 'pagination-cursor'] },
  { rule: /^validation\/problem-details-are-well-formed/, unless: ['errors-problem'] },
  { rule: /^validation\/errors-have-one-shape/, unless: ['errors-problem'] },
  { rule: /^creation\/refused-post-creates-nothing \[copies\]/, unless: [] },
];

const isExpected = (undecided: string, dialect: readonly string[]): boolean =>
  undecided.endsWith(' no-usable-case') &&
  withoutGround.some(({ rule, unless }) => rule.test(undecided) && !unless.some((name) => dialect.includes(name)));

/** What is meant by saying nothing. */
const spoken = (dialect: readonly string[]): readonly string[] => [
  ...dialect,
  ...(dialect.some((name) => name.startsWith('pagination-') || name.startsWith('library'))
    ? []
    : ['pagination-cursor']),
  ...(dialect.some((name) => name.startsWith('errors-')) ? [] : ['errors-problem']),
  ...(dialect.includes('library-without-a-profile') ? ['library'] : []),
];

// Much of the time is waited.
vi.setConfig({ maxConcurrency: 8 });

/** The short form of the matrix: every choice once, a few of them at a time; `npm run matrix` has each by itself. Nothing is accused, nothing is left behind, and little stays undecided. */
describe.concurrent('a sound service is never accused', () => {
  test.each(packVariants().map((dialect) => ({ name: dialect.join(' + ').slice(0, 90) || 'default', dialect })))(
    '$name',
    async ({ dialect }) => {
      const { accusations, held, left, undecided } = await checkVariant(dialect, [1]);
      expect(accusations).toEqual([]);
      expect(left).toBe(0);
      expect(undecided.filter((one) => !isExpected(one, spoken(dialect)))).toEqual([]);
      // Several choices together leave a few rules less to look at than one alone.
      expect(held).toBeGreaterThanOrEqual(95);
    },
  );
});

describe('a sound limit on requests is never accused', () => {
  test.each(listFloodedVariants().map((dialect) => ({ name: dialect.join(), dialect })))(
    '$name',
    async ({ dialect }) => {
      const { accusations, held, undecided } = await checkVariant(dialect, [1], true);
      expect({ accusations, undecided }).toEqual({ accusations: [], undecided: [] });
      expect(held).toBe(4);
    },
  );
});
