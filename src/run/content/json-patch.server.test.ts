import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { Json, JsonObject } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { loadRuleSet } from '../../rule-set/load-rule-set.js';
import { audit, readableCollection } from '../test-service.fixture.js';

useSteadyClock();

const mediaType = 'application/json-patch+json';
const rules = (await loadRuleSet()).rules.filter(({ id }) =>
  /^idempotency\/(patch-(stores-what-was-sent|changes-only-what-it-names)|refused-patch-applies-nothing)$/.test(id),
);

interface PatchStep {
  readonly op: string;
  readonly path: string;
  readonly value: Json;
}

/** The verdicts of the rules about PATCH, where the service makes of each patched item what `turn` does. */
async function judge(patch: Partial<Operation>, turn: (item: JsonObject) => JsonObject = (item) => item) {
  const { replace: _, create, ...rest } = readableCollection;
  const request = { mediaType };
  const usual = {
    method: 'PATCH',
    path: '/things/{id}',
    provenance: 'declared',
    statuses: [],
    parameters: [],
    request,
  };
  const { provenance = 'declared' } = patch;
  const collection: Collection = {
    ...rest,
    create: { ...(create as Operation), provenance },
    patch: { ...usual, ...patch } as Operation,
  };
  const { arrived, ...run } = await audit(
    ({ method, path, headers, json }, stored) => {
      if (method !== 'PATCH') return undefined;
      if (headers['content-type'] !== mediaType) return { status: 415, headers: { 'accept-patch': mediaType } };
      const item = stored.get(path.split('/')[2] ?? '');
      const steps = json as unknown as readonly PatchStep[];
      if (!Array.isArray(steps)) return { status: 400 };
      const set = Object.fromEntries(steps.map(({ path: at, value }) => [at.slice(1), value]));
      const isWrong = Object.entries(set).some(([name, value]) => (name === 'size') !== (typeof value === 'number'));
      if (steps.some(({ op }) => op !== 'add') || isWrong || Number(set.size) < 0) return { status: 422 };
      if (item === undefined) return { status: 404 };
      stored.set(String(item.id), { ...turn(item), ...set });
      return { status: 200, json: stored.get(String(item.id)) ?? null };
    },
    { tried: rules, collections: [collection], limits: { cases: 4 } },
  );
  const writes = arrived.filter(({ method }) => method === 'PATCH');
  return { verdicts: run.outcomes.map(({ verdict }) => verdict), writes };
}

test('patches are sent as JSON Patch where nothing else is taken, and judged as merge patches are', async () => {
  const sound = await judge({});
  expect(sound.verdicts).toEqual(['held', 'held', 'held']);
  expect(sound.writes.every(({ headers }) => headers['content-type'] === mediaType)).toBe(true);
  const resetting = await judge({}, ({ name = null, id = null }) => ({ name, id, size: 0 }));
  expect(resetting.verdicts).toContain('violated');
});

test('a service that refuses other patches says that it takes JSON Patch', async () => {
  const request = { mediaType: 'application/merge-patch+json' };
  const { verdicts } = await judge({ provenance: 'assumed', request });
  expect(verdicts).toEqual(['held', 'held', 'held']);
});
