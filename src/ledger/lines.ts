import { getMember, type Json, omitUndefined } from '../model/json.js';
import type { LeftoverExtent } from '../model/result/leftover.js';
import { createBareCollection } from '../model/service/bare-collection.js';
import { createOperation } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';
import type { ExistingItems } from './places.js';
import type { Purges } from './purge-steps.js';

/** The first line of a ledger: the run, and how to reach the service again. */
export interface LedgerHead {
  readonly schema: typeof ledgerSchema;
  readonly kit: string;
  readonly baseUrl: string;
  /** Part of everything that the run created, where possible. */
  readonly runMark: string;
  readonly startedAt: string;
  readonly profile?: string;
  /** The callers, with the names of the fields and environment variables of their credentials, never the values. */
  readonly callers: readonly LedgerCaller[];
  readonly collections: readonly LedgerCollection[];
}

export interface LedgerCaller {
  readonly name: string;
  readonly fields: readonly string[];
  readonly from: readonly string[];
}

/** What is known about a run before its first creation. */
export type LedgerOrigin = Omit<LedgerHead, 'schema' | 'collections' | 'runMark' | 'baseUrl'>;

export const ledgerSchema = 'assay-ledger/1';

/** What finding and removing the items of a collection requires. */
export type LedgerCollection = Pick<
  Collection,
  | 'name'
  | 'path'
  | 'itemPath'
  | 'id'
  | 'marker'
  | 'pagination'
  | 'deletion'
  | 'envelope'
  | 'parents'
  | 'consistency'
  | 'listedAfterMs'
> & {
  readonly list?: true;
  readonly read?: true;
  readonly remove?: true;
  readonly purge?: Purges[string];
};

/** A single resource as the run found it, and how its content is written. */
export interface HeldResource {
  readonly path: string;
  /** What a client writes of its content; undefined where the resource did not exist. */
  readonly original: Json | undefined;
  /** The members that a client writes; the whole content when absent. */
  readonly members?: readonly string[] | undefined;
  /** Media types of PUT and of POST at its path. */
  readonly put?: string | undefined;
  readonly post?: string | undefined;
  /** Whether DELETE removes it. */
  readonly remove?: true | undefined;
}

type HoldLine =
  | ({ readonly holds: string; readonly n: number } & Partial<Omit<HeldResource, 'path'>>)
  | {
      readonly changes: string;
      readonly n: number;
      readonly own?: string;
      readonly parts?: Readonly<Record<string, string>>;
    }
  | { readonly shows: string; readonly n: number }
  | { readonly restored: string; readonly n: number }
  | { readonly unrestored: string; readonly n: number; readonly why: string };

/** A line after the first one. `n` is the number of an item. */
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
  | { readonly gone: string | null; readonly n: number; readonly refused?: true }
  | { readonly existing: string; readonly ids: readonly string[]; readonly whole: boolean; readonly pointer?: string }
  | { readonly accepted: string | null; readonly n: number }
  | ({ readonly stays: string; readonly n: number; readonly why: string; readonly foreign?: true } & LeftoverExtent)
  | { readonly wrote: BodyDigests; readonly n: number }
  | { readonly bears: BodyDigests; readonly n: number }
  | HoldLine
  | { readonly acts: string; readonly method: string; readonly n: number }
  | { readonly doubt: string; readonly at: string }
  | { readonly settled: string; readonly at: string }
  | { readonly collection: LedgerCollection }
  | { readonly ended: string }
  | { readonly cleaning: string; readonly kit: string };

/** Short digests of the last written members, by JSON Pointer. */
export type BodyDigests = Readonly<Record<string, string>>;

export function buildLedgerCollection(collection: Collection, purges: Purges): LedgerCollection {
  const { name, path, itemPath, id, marker, pagination, deletion, envelope, parents, consistency } = collection;
  const { listedAfterMs } = collection;
  const purge = getMember(purges, name);
  return {
    name,
    path,
    id,
    pagination,
    deletion,
    parents,
    consistency,
    ...omitUndefined({ itemPath, marker, envelope, listedAfterMs }),
    ...(collection.list && { list: true }),
    ...(collection.read && { read: true }),
    ...(collection.remove && { remove: true }),
    ...(purge && { purge }),
  };
}

/** The ledger form of what a list showed before the run. */
export const buildExistingLine = (collection: string, { ids, isWhole, pointer }: ExistingItems): LedgerLine => ({
  existing: collection,
  ids,
  whole: isWhole,
  ...(pointer !== undefined && { pointer }),
});

export function restoreCollection(
  { list, read, remove, purge: _, ...kept }: LedgerCollection,
  existing?: ExistingItems,
): Collection {
  const item = kept.itemPath ?? `${kept.path}/{id}`;
  return {
    ...createBareCollection(kept.name),
    ...kept,
    ...(existing && { standing: kept.id.ignoresCase ? existing.ids.map((id) => id.toLowerCase()) : existing.ids }),
    ...(list && { list: createOperation('GET', kept.path, 'declared') }),
    ...(read && { read: createOperation('GET', item, 'declared') }),
    ...(remove && { remove: createOperation('DELETE', item, 'declared') }),
  };
}
