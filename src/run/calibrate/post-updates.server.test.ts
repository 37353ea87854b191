import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { loadRuleSet } from '../../rule-set/load-rule-set.js';
import { audit, readableCollection } from '../test-service.fixture.js';

useSteadyClock();

/** Items that the document lets clients change by POST, with the content of a creation. */
const patch = { ...readableCollection.create, path: '/things/{id}', provenance: 'described' };
const collection = { ...readableCollection, patch } as Collection;

/** What POST of an item does: it returns what the item is then. */
type Update = (found: JsonObject, sent: JsonObject) => JsonObject;

/** The verdicts of rules on a service with such a POST, and how many requests it got. */
async function auditUpdates(name: string, update: Update) {
  const { rules } = await loadRuleSet();
  let posts = 0;
  const { outcomes, things } = await audit(
    ({ method, path, json }, stored) => {
      const found = stored.get(path.slice('/things/'.length));
      if (method !== 'POST' || path === '/things') return undefined;
      posts += 1;
      if (!found || !isObject(json)) return { status: 404 };
      stored.set(String(found.id), update(found, json));
      return { status: 200, json: stored.get(String(found.id)) ?? null };
    },
    {
      tried: rules.filter(({ id }) => id === name),
      collections: [collection],
      limits: { cases: 10, concurrency: 1 },
    },
  );
  return { verdict: outcomes[0]?.verdict, posts, left: things.size };
}

const merge: Update = (found, sent) => ({ ...found, ...sent });

/** Takes zero for a member that was not sent. */
const ignoreZero: Update = (found, sent) => ({ ...found, ...sent, size: sent.size || (found.size ?? 1) });

/** Adds a remark to the item. */
const comment: Update = (found, sent) => ({ ...found, remarks: [sent] });

test('a POST that changes items is judged by what an update promises', async () => {
  expect(await auditUpdates('idempotency/patch-stores-empty-values', merge)).toMatchObject({
    verdict: 'held',
    left: 0,
  });
  expect((await auditUpdates('idempotency/patch-stores-empty-values', ignoreZero)).verdict).toBe('violated');
});

test('a POST after which an item does not show what was sent is tried once, and is no update', async () => {
  const { verdict, posts } = await auditUpdates('idempotency/patch-stores-empty-values', comment);
  expect([verdict, posts]).toEqual([undefined, 1]);
  expect((await auditUpdates('validation/unsupported-method-answers-405', comment)).posts).toBe(1);
});

test('a POST of items that could not be tried is not sent later', async () => {
  const { rules } = await loadRuleSet();
  // The plan is made before the calibration and after it.
  let plans = 0;
  let posts = 0;
  await audit(
    ({ method, path }) => {
      if (method === 'POST' && path !== '/things') posts += 1;
      if (method !== 'POST' || path !== '/things' || plans > 1) return undefined;
      return { status: 503 };
    },
    {
      tried: rules.filter(({ id }) => id === 'idempotency/patch-stores-empty-values'),
      collections: [collection],
      limits: { cases: 10, concurrency: 1 },
      subjectsOf: (known) => {
        plans += 1;
        return known;
      },
    },
  );
  expect(posts).toBe(0);
});
