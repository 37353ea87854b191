import type { Operation } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';
import type { Purges } from './purge-steps.js';

/** What the first line of a ledger says: of which run it is, and how to come back to the service. */
export interface LedgerHead {
  readonly schema: typeof ledgerSchema;
  readonly kit: string;
  readonly baseUrl: string;
  /** Stands in everything the run made, as far as it can stand there. */
  readonly runMark: string;
  readonly startedAt: string;
  /** The profile that was used. */
  readonly profile?: string;
  /** Who called, and the names of the fields and variables that made them known; never what stood in them. */
  readonly callers: readonly LedgerCaller[];
  readonly collections: readonly LedgerCollection[];
}

/** A caller by name. */
export interface LedgerCaller {
  readonly name: string;
  readonly fields: readonly string[];
  readonly from: readonly string[];
}

/** What is known of a run before it makes anything. */
export type LedgerOrigin = Omit<LedgerHead, 'schema' | 'collections' | 'runMark' | 'baseUrl'>;

/** The form of the lines of a ledger. */
export const ledgerSchema = 'assay-ledger/1';

/** What is needed to find the things of a collection again, and to remove them. */
export type LedgerCollection = Pick<
  Collection,
  'name' | 'path' | 'itemPath' | 'id' | 'marker' | 'pagination' | 'deletion' | 'envelope' | 'parents' | 'consistency'
> & {
  readonly list?: true;
  readonly read?: true;
  readonly remove?: true;
  readonly purge?: Purges[string];
};

/** A line behind the first one. `n` numbers things. */
export type LedgerLine =
  | {
      readonly intend: string;
      readonly n: number;
      readonly mark: string;
      readonly at?: string;
      readonly as?: string;
      readonly signs?: readonly string[];
      readonly bears?: BodyDigests;
      readonly unmarked?: true;
      readonly prints?: BodyDigests;
    }
  | { readonly made: string | null; readonly n: number }
  | { readonly gone: string | null; readonly n: number }
  | { readonly accepted: string | null; readonly n: number }
  | { readonly stays: string; readonly n: number; readonly why: string; readonly foreign?: true }
  | { readonly wrote: BodyDigests; readonly n: number }
  | { readonly acts: string }
  | { readonly doubt: string; readonly at: string }
  | { readonly settled: string; readonly at: string }
  | { readonly collection: LedgerCollection }
  | { readonly ended: string }
  | { readonly cleaning: string; readonly kit: string };

/** Short digests of the members that were written last, by JSON Pointer. */
export type BodyDigests = Readonly<Record<string, string>>;

/** What a ledger keeps of a collection. */
export function buildLedgerCollection(collection: Collection, purges: Purges): LedgerCollection {
  const { name, path, itemPath, id, marker, pagination, deletion, envelope, parents, consistency } = collection;
  const purge = purges[name];
  return {
    ...{ name, path, id, pagination, deletion, parents, consistency },
    ...(itemPath !== undefined && { itemPath }),
    ...(marker !== undefined && { marker }),
    ...(envelope !== undefined && { envelope }),
    ...(collection.list && { list: true }),
    ...(collection.read && { read: true }),
    ...(collection.remove && { remove: true }),
    ...(purge && { purge }),
  };
}

/** A collection again, out of what a ledger kept of it. */
export function restoreCollection({ list, read, remove, purge: _, ...kept }: LedgerCollection): Collection {
  const item = kept.itemPath ?? `${kept.path}/{id}`;
  return {
    ...kept,
    kind: 'collection',
    ...(list && { list: buildPlainOperation('GET', kept.path) }),
    ...(read && { read: buildPlainOperation('GET', item) }),
    ...(remove && { remove: buildPlainOperation('DELETE', item) }),
    actions: [],
    unique: [],
    overrides: {},
    volatile: [],
    accessStatistics: [],
    semanticInvalid: [],
    conflicts: [],
    callers: [],
    isPrivate: false,
    facts: [],
  };
}

const buildPlainOperation = (method: Operation['method'], path: string): Operation => ({
  method,
  path,
  provenance: 'declared',
  statuses: [],
  parameters: [],
});
