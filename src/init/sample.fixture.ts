import type { Exclusion } from '../model/result/plan.js';
import { createBareCollection } from '../model/service/bare-collection.js';
import type { Fact, Operation } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';
import type { Survey } from '../model/service/survey.js';
import type { DraftInput } from './draft-profile.js';

const createOperation = (method: Operation['method'], path: string): Operation => ({
  method,
  path,
  provenance: 'described',
  statuses: [200],
  parameters: [],
});

const createFact = (about: string, value: Fact['value'], evidence: string): Fact => ({
  about,
  value,
  provenance: 'described',
  evidence,
});

/** A described collection of items; `more` replaces parts of it. */
export const createSampleCollection = (more: Partial<Collection> = {}): Collection => ({
  ...createBareCollection('things'),
  itemPath: '/things/{id}',
  list: createOperation('GET', '/things'),
  read: createOperation('GET', '/things/{id}'),
  pagination: { style: 'page', params: { page: 'page' }, base: 1, items: '/data' },
  facts: [
    createFact('list', 'GET /things', '#/paths/~1things/get'),
    createFact('read', 'GET /things/{id}', '#/paths/~1things~1{id}/get'),
    createFact('id', '/id', '#/paths/~1things~1{id}/get'),
    createFact('pagination', { style: 'page' }, '#/paths/~1things/get'),
    createFact('items', '/data', '#/paths/~1things/get'),
  ],
  ...more,
});

/** Sources of a draft: these collections, and for each exclusion the key that is missing and its subject. */
export function createDraftInput(
  collections: readonly Collection[],
  missing: readonly (readonly [enable: string, subject: string])[] = [],
): DraftInput {
  const survey: Survey = {
    collections,
    resources: [],
    contradictions: [],
    omissions: [],
    notes: ['GET /: not checked: not part of a collection'],
    document: undefined,
    documentSource: undefined,
  };
  const exclusions = missing.map(([enable, subject], index): Exclusion => {
    return {
      rule: `suite/rule-${index}`,
      subject,
      word: 'not-applicable',
      cause: 'need',
      why: 'unknown',
      enable,
    };
  });
  const profile = {
    name: 'service.example',
    baseUrl: 'http://service.example',
    headers: {},
    hasCredential: false,
    permit: 'reads' as const,
    isLoopback: false,
  };
  return { survey, profile, exclusions };
}
