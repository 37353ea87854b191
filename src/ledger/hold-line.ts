import type { Json } from '../model/json.js';

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

/** A line about a single resource. */
export type HoldLine =
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
