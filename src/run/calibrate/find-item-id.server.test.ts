import { describe, expect, it } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { creatable } from '../../rule/needs/need.js';
import {
  createNamedRule,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const makes = createNamedRule('made/things', {
  needs: [creatable],
  given: (bodies) => bodies.body(),
  when: async (body, { items }) => items.create(body as Json),
});

const read = { method: 'GET' as const, path: '/things/{id}', provenance: 'assumed' as const };
const guess: Collection = {
  ...testCollection,
  read: { ...read, statuses: [], parameters: [] },
  create: { ...(testCollection.create as Operation), provenance: 'assumed' },
};

/** Items stand under their `documentId`; of any other address, a removal is answered as if it had been done. */
function keeping(address: 'documentId' | 'none') {
  const standing = new Map<string, JsonObject>();
  let last = 0;
  const answer = ({ method, path, json }: ReceivedRequest): StubResponse => {
    const id = /^\/things\/([^/?]+)$/.exec(path)?.[1];
    if (id === undefined) {
      if (method !== 'POST' || !isObject(json)) return { status: 200, json: [...standing.values()] };
      last += 1;
      const made = { ...json, id: last, documentId: `d${last}` };
      standing.set(made.documentId, made);
      return { status: 201, json: made };
    }
    const found = address === 'none' ? undefined : standing.get(id);
    if (method === 'DELETE') {
      standing.delete(id);
      return { status: 204 };
    }
    return found ? { status: 200, json: found } : { status: 404 };
  };
  return { standing, answer };
}

describe('a created item that is not at its address', () => {
  it('is found by another member, and removed by that', async () => {
    const { standing, answer } = keeping('documentId');
    const { url } = await startItemService(answer);
    const { collections, notes, outcomes } = await runRules(url, [makes], { collections: [guess] });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held']);
    expect(collections[0]?.id.pointer).toBe('/documentId');
    expect(notes).toEqual([
      expect.stringMatching(
        /^things: the id is at \/documentId, not at \/id: GET \/things\/1 returned 404 \(exchange \d+\), and GET \/things\/d1 returned 200 \(exchange \d+\)$/,
      ),
    ]);
    expect([...standing]).toEqual([]);
  });

  it('is found where a document describes its creation', async () => {
    const { standing, answer } = keeping('documentId');
    const { url } = await startItemService(answer);
    const described = {
      ...guess,
      create: { ...(testCollection.create as Operation), provenance: 'described' as const },
    };
    const { collections, outcomes } = await runRules(url, [makes], { collections: [described] });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held']);
    expect(collections[0]?.id.pointer).toBe('/documentId');
    expect([...standing]).toEqual([]);
  });

  it('is left where nothing leads to it', async () => {
    const { url } = await startItemService(keeping('none').answer);
    const { collections, notes } = await runRules(url, [makes], { collections: [guess] });
    expect([collections[0]?.id.pointer, notes]).toEqual(['/id', []]);
  });

  it('is left where the id was declared', async () => {
    const { url } = await startItemService(keeping('documentId').answer);
    const said = { about: 'id', value: '/id', provenance: 'declared' as const, evidence: 'assay.yaml:3:5' };
    const { collections, notes } = await runRules(url, [makes], { collections: [{ ...guess, facts: [said] }] });
    expect([collections[0]?.id.pointer, notes]).toEqual(['/id', []]);
  });
});
