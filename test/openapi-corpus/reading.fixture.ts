import type { Client } from '../../src/http/exchange.js';
import type { Known } from '../../src/model/service/declared-service.js';
import type { Collection } from '../../src/model/service/subject.js';
import { describe } from '../../src/openapi/describe/describe-document.js';
import { findDocument } from '../../src/openapi/find/find-document.js';
import { relatedIn } from '../../src/survey/declared/nested-collections.js';
import { withParents } from '../../src/survey/references/resolve-parents.js';

/** What a document alone tells: every collection, reachable or not, and what was left alone. */
export interface Read {
  readonly collections: readonly Collection[];
  readonly notes: readonly string[];
}

/** A wire on which nobody answers. */
const nobody = {
  send: async ({ method, path }: { readonly method: string; readonly path: string }) => ({
    n: 0,
    method,
    path,
    answer: undefined,
    silence: 'nobody is there',
  }),
  carry() {},
} as unknown as Client;

/** Reads a document as a survey does, with a service that never answers. */
export async function readDocument(file: string): Promise<Read> {
  const known: Known = {
    baseUrl: 'http://127.0.0.1:1',
    openapi: file,
    permit: 'reads',
    resources: [],
    volatile: [],
    consistency: {},
    identities: {},
    hasCredential: false,
    publicPaths: [],
    cache: {},
  };
  const found = await findDocument(known, nobody);
  if (!found) return { collections: [], notes: [] };
  const { document, collections, nested, notes } = await describe(found, known, nobody);
  const related = relatedIn([...collections, ...nested], []);
  return {
    collections: withParents(
      document,
      related.map((collection) => ({ collection, entries: [] })),
    ),
    notes,
  };
}
