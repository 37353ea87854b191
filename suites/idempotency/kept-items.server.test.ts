import { expect, test } from 'vitest';
import type { Collection, Json, JsonObject } from '#rule';
import { isObject } from '../../src/model/json.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { audit, createBodyRule, readableCollection, type Stored } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const { remove, ...withoutDelete } = readableCollection;
const patch = { ...readableCollection.replace, method: 'PATCH' } as NonNullable<Collection['patch']>;
const collection = { ...withoutDelete, patch } as Collection;

const filling = createBodyRule('a/fills', { when: async (body, { items }) => items.create(body) });

type Write = (found: JsonObject, sent: JsonObject) => { readonly status: number; readonly item: JsonObject };

const isValid = ({ name, size }: JsonObject) =>
  typeof name === 'string' && name.length > 0 && name.length <= 40 && Number.isInteger(size) && Number(size) <= 1000;

const sound: Write = (found, sent) => {
  const item = { ...found, ...sent };
  return isValid(item) && Number(item.size) >= 0 ? { status: 200, item } : { status: 422, item: found };
};

/** Audits a service that keeps all items with a rule, after another one has created as many as may be left. */
async function auditKept(name: string, write: Write) {
  const { rules } = await loadRuleSet();
  const answer = (method: string, path: string, json: Json | undefined, stored: Stored) => {
    const found = stored.get(path.slice('/things/'.length));
    if (method === 'POST') return isObject(json) && isValid(json) ? undefined : { status: 422 };
    if (!/^P(UT|ATCH)$/.test(method)) return undefined;
    if (!found) return { status: 404 };
    const { status, item } = isObject(json) ? write(found, json) : { status: 422, item: found };
    stored.set(String(found.id), item);
    return { status, json: item };
  };
  const { outcomes, things } = await audit(({ method, path, json }, stored) => answer(method, path, json, stored), {
    tried: [filling, ...rules.filter(({ id }) => id === `idempotency/${name}`)],
    collections: [collection],
    limits: { cases: 10, concurrency: 1, maxLeft: 3 },
  });
  return { verdict: outcomes.at(-1)?.verdict, created: things.size };
}

/** Takes zero for a member that was not sent. */
const ignoringZero: Write = (found, sent) => sound(found, { ...sent, size: sent.size || (found.size ?? 1) });

/** Stores the text of content that it refuses. */
const halfApplying: Write = (found, sent) => {
  const done = sound(found, sent);
  return done.status === 422 && typeof sent.name === 'string' ? { ...done, item: { ...found, name: sent.name } } : done;
};

/** Ignores the name in writes, and refuses content that is no object. */
const ignoringName =
  (write: Write): Write =>
  (found, sent) =>
    write(found, { ...sent, name: found.name ?? '' });

test('a refused patch is judged where one member is ignored, and not by content that is no object', async () => {
  const halfStoring: Write = (found, sent) => {
    const done = sound(found, sent);
    return done.status === 422 ? { ...done, item: { ...found, size: 7 } } : done;
  };
  const name = 'refused-patch-applies-nothing';
  const accepting: Write = (found) => ({ status: 200, item: found });
  expect(await auditKept(name, ignoringName(sound))).toMatchObject({ verdict: 'held' });
  expect(await auditKept(name, ignoringName(accepting))).toMatchObject({ verdict: 'inconclusive' });
  expect(await auditKept(name, ignoringName(halfStoring))).toMatchObject({ verdict: 'violated' });
});

test.each([
  ['put-stores-empty-values', ignoringZero],
  ['patch-stores-empty-values', ignoringZero],
  ['refused-put-changes-nothing', halfApplying],
  ['refused-patch-applies-nothing', halfApplying],
])('%s is judged with items that cannot be removed', async (name, faulty) => {
  expect(await auditKept(name, faulty)).toEqual({ verdict: 'violated', created: 3 });
  expect(await auditKept(name, sound)).toEqual({ verdict: 'held', created: 3 });
});
