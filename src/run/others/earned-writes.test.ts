import { describe, expect, test } from 'vitest';
import type { ClientRequest } from '../../http/exchange.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Route } from '../passive/route-table.js';
import { classifyContent } from './content-kind.js';
import { createEarnedWrites, type EarnedWrites } from './earned-writes.js';

const collection: Collection = { ...createBareCollection('things'), semanticInvalid: [{ until: 'yesterday' }] };
const list: Route = { template: '/things', kind: 'collection', collection: 'things' };

const open = () =>
  createEarnedWrites({
    isReached: () => true,
    isInvalid: (_, __, { content = '' }) => content.includes('"wrong"'),
  });

/** The cause for which a POST is not sent; undefined where it is. */
function findRefusal(earned: EarnedWrites, content: string, more: Partial<ClientRequest> = {}): string | undefined {
  const request = { method: 'POST', path: '/things', trial: 'a/rule@things', content, ...more } as ClientRequest;
  try {
    earned.require(request, list, classifyContent(request), collection);
    return undefined;
  } catch (error) {
    if (error instanceof InconclusiveError) return error.reason;
    throw error;
  }
}

describe('content is earned', () => {
  test('from the mildest on, and a check learns what it wanted', () => {
    const earned = open();
    expect(findRefusal(earned, '{"name":"a"}')).toBeUndefined();
    expect(findRefusal(earned, '"text"')).toBe('budget');
    const [wanted] = earned.takeWanted('a/rule@things');
    expect(wanted).toEqual({ collection: 'things', method: 'POST', rung: 'no object' });
    expect(earned.takeWanted('a/rule@things')).toEqual([]);
    expect(wanted && earned.listMissing(wanted)).toEqual(['wrong member', 'missing member', 'no members', 'no object']);
    if (wanted) earned.recordEarned(wanted);
    expect([findRefusal(earned, '"text"'), findRefusal(earned, '{"wrong":1}')]).toEqual([undefined, undefined]);
    expect(findRefusal(earned, '{')).toBe('budget');
  });

  test('for objects, too, where they are not valid or declared as invalid', () => {
    expect(findRefusal(open(), '{"wrong":1}')).toBe('budget');
    expect(findRefusal(open(), '{"until":"yesterday"}')).toBe('budget');
  });

  test('by no check where it could not be tried', () => {
    const earned = open();
    earned.recordFailure(
      { collection: 'things', method: 'POST', rung: 'empty' },
      { cause: 'no-answer', why: 'POST returned 500' },
    );
    expect(findRefusal(earned, '')).toBe('no-answer');
  });

  test('not by what prepares a run', () => {
    expect(findRefusal(open(), '{"wrong":1}', { trial: 'noise@things' })).toBeUndefined();
  });
});

test('what several checks want at the same time is earned once', async () => {
  const earned = open();
  const wanted = { collection: 'things', method: 'POST', rung: 'empty' } as const;
  let times = 0;
  const go = async () => {
    times += 1;
    earned.recordEarned(wanted);
  };
  await Promise.all([earned.earn(wanted, go), earned.earn(wanted, go), earned.earn(wanted, go)]);
  expect(times).toBe(1);
});
