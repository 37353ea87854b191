import type { Collection } from './subject.js';

export const createBareCollection = (name: string, path = `/${name}`): Collection => ({
  kind: 'collection',
  name,
  path,
  id: { pointer: '/id' },
  actions: [],
  pagination: { style: 'none', params: {}, base: 1 },
  deletion: { mode: 'hard' },
  unique: [],
  overrides: {},
  volatile: [],
  accessStatistics: [],
  semanticInvalid: [],
  conflicts: [],
  callers: [],
  isPrivate: false,
  parents: [],
  consistency: { itemMs: 0, listMs: 0 },
  facts: [],
});
