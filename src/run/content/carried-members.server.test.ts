import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import { loadRuleSet } from '../../rule-set/load-rule-set.js';
import { readableCollection, runRules, startItemService } from '../test-service.fixture.js';

useSteadyClock();

const assumed = (operation: Operation | undefined) => ({ ...operation, provenance: 'assumed' }) as Operation;
const { create, replace } = readableCollection;
const guessed = { ...readableCollection, create: assumed(create), replace: assumed(replace) };

/** Audits a service that refuses a PUT unless `isCurrent`; each write changes the revision. */
async function audit(
  rule: string,
  { isCurrent, keeps = false }: { isCurrent: (sent: JsonObject, item: JsonObject) => boolean; keeps?: boolean },
) {
  let rev = 0;
  const service = await startItemService(({ method, path, json }) => {
    const id = path.slice('/things/'.length);
    const item = service.things.get(id);
    rev += 1;
    if (!isObject(json) || (method === 'PUT' && item === undefined)) return undefined;
    if (method === 'PUT' && !isCurrent(json, item as JsonObject)) return { status: 409, json: { error: 'conflict' } };
    const next = { ...(keeps && item), ...json, id: method === 'PUT' ? id : `n${rev}`, rev: `${rev}-x` };
    service.things.set(next.id, next);
    return { status: method === 'PUT' ? 200 : 201, headers: { location: `/things/${next.id}` }, json: next };
  });
  const rules = (await loadRuleSet()).rules.filter(({ id }) => id === rule);
  const { outcomes } = await runRules(service.url, rules, { collections: [guessed], limits: { cases: 3 } });
  expect(service.things.size).toBe(0);
  const puts = service.arrived.filter(({ method }) => method === 'PUT');
  return { verdicts: outcomes.map(({ verdict, why }) => why ?? verdict), puts: puts.map(({ json }) => json) };
}

const isCurrent = (sent: JsonObject, item: JsonObject) => sent.rev === item.rev;

test.each(['idempotency/repeated-put-has-one-effect', 'idempotency/put-is-acknowledged'])(
  '%s is decided where PUT must have the revision of the item',
  async (rule) => {
    const { verdicts, puts } = await audit(rule, { isCurrent });
    expect(verdicts).toEqual(['held']);
    expect(puts.slice(2).every((json) => isObject(json) && 'rev' in json && !('id' in json))).toBe(true);
  },
);

test('what PUT leaves out is not carried', async () => {
  const rule = 'idempotency/put-replaces-the-whole-item';
  expect((await audit(rule, { isCurrent })).verdicts).toEqual(['held']);
  expect((await audit(rule, { isCurrent, keeps: true })).verdicts).toEqual(['violated']);
});

test('a PUT that is refused with its revision, too, is sent as it is', async () => {
  const { puts } = await audit('idempotency/put-is-acknowledged', { isCurrent: () => false });
  expect(puts.filter((json) => isObject(json) && 'rev' in json)).toHaveLength(1);
});
