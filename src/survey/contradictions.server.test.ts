import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createOrderPaths,
  orderSchema,
  surveyDocument,
} from '../../test/support/scripted-service.fixture.js';
import type { DeclaredResource } from '../model/service/declared-resource.js';
import type { DeclaredService } from '../model/service/declared-service.js';

const where = 'assay.yaml:3:5';
const resource = (more: Partial<DeclaredResource> = {}): DeclaredResource => ({
  name: 'orders',
  collection: '/orders',
  where,
  ...more,
});
const entries = { 'GET /orders': [{ id: '1', note: 'a' }] };

const beside = (declared: DeclaredResource, paths = createOrderPaths(), more: Partial<DeclaredService> = {}) =>
  surveyDocument(createDocument(paths), entries, { resources: [declared], ...more });

describe('a declared resource that a document describes', () => {
  it('takes precedence, and the contradiction is recorded', async () => {
    const { collections, contradictions } = await beside(
      resource({ name: 'mine', item: '/order/{id}', id: { pointer: '/note' }, create: false, delete: false }),
    );
    expect(collections).toHaveLength(1);
    expect(collections[0]).toMatchObject({
      name: 'mine',
      itemPath: '/order/{id}',
      id: { pointer: '/note' },
      deletion: { mode: 'none' },
    });
    expect(collections[0]?.create).toBeUndefined();
    const told = contradictions.map(({ subject, about, believed, doubted }) => [
      subject,
      about,
      believed.value,
      doubted.value,
    ]);
    expect(told).toEqual([
      ['mine', 'create', false, 'POST /orders'],
      ['mine', 'read', 'GET /order/{id}', 'GET /orders/{id}'],
      ['mine', 'id', '/note', '/id'],
    ]);
    expect(contradictions[0]).toMatchObject({
      believed: { provenance: 'declared', evidence: where },
      doubted: { provenance: 'described', evidence: '#/paths/~1orders/post' },
    });
  });

  it('keeps described facts that the profile does not declare', async () => {
    const { collections, contradictions } = await beside(
      resource({ create: { overrides: { '/tenant': 1 } }, marker: { field: '/other' } }),
    );
    expect(collections[0]).toMatchObject({
      create: { request: { schema: orderSchema } },
      overrides: { '/tenant': 1 },
      marker: '/other',
      item: orderSchema,
    });
    expect(contradictions).toEqual([]);
  });

  it('is matched by path, trailing slash or not', async () => {
    const { collections } = await beside(resource({ collection: '/orders/' }));
    expect(collections).toHaveLength(1);
  });

  it.each(['replace', 'patch'] as const)('may disable %s', async (key) => {
    const item = { put: { requestBody: {} }, patch: { requestBody: {} } };
    const { collections } = await beside(resource({ [key]: false }), createOrderPaths({}, item));
    expect(collections[0]?.[key]).toBeUndefined();
    expect(collections[0]?.facts).toContainEqual({ about: key, value: false, provenance: 'declared', evidence: where });
  });

  it('does not contradict the document when it declares more about paging', async () => {
    const list = {
      ...createGet({ type: 'array', items: orderSchema }),
      parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer' } }],
    };
    const more = await beside(
      resource({ pagination: { maxSize: 5, params: { size: 'limit' } } }),
      createOrderPaths({ get: list }),
    );
    expect(more.contradictions).toEqual([]);
    const other = await beside(resource({ pagination: { params: { size: 'size' } } }), createOrderPaths({ get: list }));
    expect(other.contradictions.map(({ about }) => about)).toEqual(['pagination']);
  });
});
