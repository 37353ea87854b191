import { expect, test } from 'vitest';
import type { Json, JsonObject } from '#rule';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { type Answering, judge } from './paged-service.fixture.js';

useSteadyClock();

/** Pages of these entries, newest first, with the offset of the next page where there is one. */
const paging =
  (list: (stored: readonly JsonObject[]) => readonly Json[], skipped = 0): Answering =>
  ({ limit, offset }, stored) => {
    const entries = list([...stored.values()].reverse());
    const next = offset + limit + skipped;
    const isLast = offset + limit >= entries.length;
    return { status: 200, json: { items: entries.slice(offset, offset + limit), next: isLast ? null : next } };
  };

/** The only entries that a log has: texts that come again. */
const log = Array.from({ length: 24 }, (_, i) => ({ level: 'info', message: i % 2 === 0 ? 'stopped' : 'started' }));

/** Events that have the id of what they are about: others have the same ones. */
const events = Array.from({ length: 9 }, (_, i) => ({ id: `about-${i % 3}`, name: 'theirs', size: i }));

const next = { next: '/next' };

test.each<[string, readonly Json[]]>([
  ['no ids', log],
  ['ids that several have', events],
])('small pages show what large ones do, where entries have %s', async (_, entries) => {
  const rule = 'small-pages-show-what-large-pages-show';
  expect(
    (
      await judge(
        rule,
        paging(() => entries),
        {},
        1,
      )
    ).said,
  ).toBe('held');
  expect(
    (
      await judge(
        rule,
        paging(() => entries),
        next,
        1,
      )
    ).said,
  ).toBe('held');
  expect(
    (
      await judge(
        rule,
        paging(() => entries, 1),
        next,
        1,
      )
    ).said,
  ).toBe('violated');
});

test('equal entries without ids are no page that comes again', async () => {
  const nameless = paging((stored) => stored.map(() => ({ name: 'one of them' })));
  expect((await judge('paging-ends', nameless, next)).said).not.toBe('violated');
});

test.each(['paging-ends', 'last-page-has-no-next-link', 'paging-shows-every-item-once'])(
  '%s: entries of others may have no ids, or equal ones',
  async (rule) => {
    for (const others of [log, events]) {
      const { said } = await judge(
        rule,
        paging((stored) => [...stored, ...others]),
        next,
      );
      expect(['held', 'no-usable-case', 'setup']).toContain(said);
    }
  },
);
