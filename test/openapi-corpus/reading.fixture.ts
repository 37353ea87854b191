import type { Client } from '../../src/http/exchange.js';
import type { DeclaredService } from '../../src/model/service/declared-service.js';
import type { Collection } from '../../src/model/service/subject.js';
import { describeDocument } from '../../src/openapi/describe/describe-document.js';
import { findDocument } from '../../src/openapi/find/find-document.js';
import { assignParents } from '../../src/survey/declared/nested-collections.js';
import { resolveParents } from '../../src/survey/references/resolve-parents.js';

/** The facts of a document alone: every collection, reachable or not, and the excluded operations. */
export interface DocumentReading {
  readonly collections: readonly Collection[];
  readonly notes: readonly string[];
}

/** A client that gets no response. */
const silentClient = {
  send: async ({ method, path }: { readonly method: string; readonly path: string }) => ({
    n: 0,
    method,
    path,
    answer: undefined,
    silence: 'there is no server',
  }),
  addQuery() {},
} as unknown as Client;

/** Reads a document as a survey does, with a service that never answers. */
export async function readDocument(file: string): Promise<DocumentReading> {
  const known: DeclaredService = {
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
  const found = await findDocument(known, silentClient);
  if (!found) return { collections: [], notes: [] };
  const { document, collections, nested, notes } = await describeDocument(found, known, silentClient);
  const related = assignParents([...collections, ...nested], []);
  return {
    collections: resolveParents(
      document,
      related.map((collection) => ({ collection, entries: [] })),
    ),
    notes,
  };
}
