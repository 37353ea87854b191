import type { Exclusion } from '../model/result/plan.js';
import { bareCollection } from '../model/service/collection.fixture.js';
import type { Fact, Operation } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';
import type { Survey } from '../model/service/survey.js';
import type { Found } from './draft-profile.js';

const operation = (method: Operation['method'], path: string): Operation => ({
  method,
  path,
  provenance: 'described',
  statuses: [200],
  parameters: [],
});

const described = (about: string, value: Fact['value'], evidence: string): Fact => ({
  about,
  value,
  provenance: 'described',
  evidence,
});

/** A collection of things, described but for what is named otherwise. */
export const thingsWith = (more: Partial<Collection> = {}): Collection => ({
  ...bareCollection('things'),
  itemPath: '/things/{id}',
  list: operation('GET', '/things'),
  read: operation('GET', '/things/{id}'),
  pagination: { style: 'page', params: { page: 'page' }, base: 1, items: '/data' },
  facts: [
    described('list', 'GET /things', '#/paths/~1things/get'),
    described('read', 'GET /things/{id}', '#/paths/~1things~1{id}/get'),
    described('id', '/id', '#/paths/~1things~1{id}/get'),
    described('pagination', { style: 'page' }, '#/paths/~1things/get'),
    described('items', '/data', '#/paths/~1things/get'),
  ],
  ...more,
});

/** Sources of a draft: these collections, and for each exclusion the key that is missing and at what. */
export function sourcesOf(
  collections: readonly Collection[],
  missing: readonly (readonly [enable: string, subject: string])[] = [],
): Found {
  const survey: Survey = {
    collections,
    contradictions: [],
    notes: ['GET /: not looked at: no part of a collection'],
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
