import type { Collection, JsonObject } from '#rule';
import type { Pagination } from '../../src/model/service/pagination.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import {
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../../src/run/test-service.fixture.js';

const offset: Pagination = {
  style: 'offset',
  params: { size: 'limit', offset: 'offset' },
  base: 1,
  items: '/items',
};

/** The answer of a list. */
export type Answering = (
  query: { limit: number; offset: number; isSorted?: boolean },
  stored: Map<string, JsonObject>,
) => StubResponse;

/** A page of what is stored, newest first. */
export const page: Answering = ({ limit, offset: start }, stored) => ({
  status: 200,
  json: { items: [...stored.values()].reverse().slice(start, start + limit) },
});

/** Runs one rule over a collection that answers its pages so. */
export async function judge(
  rule: string,
  answering: Answering,
  pagination: Partial<Pagination> = {},
  found = 0,
  more: Partial<Collection> = {},
) {
  const service = await startItemService((arrival: ReceivedRequest) => {
    const url = new URL(arrival.path, 'http://any');
    if (arrival.method !== 'GET' || url.pathname !== '/things') return undefined;
    const number = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise);
    const isSorted = url.searchParams.has('sort');
    return answering({ limit: number('limit', 20), offset: number('offset', 0), isSorted }, stored);
  });
  const stored = service.things as Map<string, JsonObject>;
  for (let i = 0; i < found; i += 1) stored.set(`x${i}`, { id: `x${i}`, name: 'theirs', size: i });
  const collection: Collection = { ...testCollection, pagination: { ...offset, ...pagination }, ...more };
  const catalogue = (await loadRuleSet()).rules.filter(({ id }) => id === `pagination/${rule}`);
  const permit = found > 0 ? 'reads' : 'deletes';
  const { outcomes } = await runRules(service.url, catalogue, { collections: [collection], permit });
  const [outcome] = outcomes;
  const writes = service.arrived.filter(({ method }) => method !== 'GET').length;
  return { said: outcome?.cause ?? outcome?.verdict, why: outcome?.why, writes, stored };
}
