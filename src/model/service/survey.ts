import type { Json } from '../json.js';
import type { Fact } from './operation.js';
import type { Collection, ResourceSubject } from './subject.js';

/** Two contradicting sources about one subject; the first one was believed. */
export interface Contradiction {
  readonly subject: string;
  readonly about: string;
  readonly believed: Fact;
  readonly doubted: Fact;
}

/** What a service offers, with the sources. */
export interface Survey {
  readonly collections: readonly Collection[];
  /** The entries that each list showed first, by collection name, as far as a few are worth their memory. */
  readonly entries?: ReadonlyMap<string, readonly Json[]>;
  /** Every address, with all operations of the service. */
  readonly resources: readonly ResourceSubject[];
  readonly contradictions: readonly Contradiction[];
  /** What was found but not used, with the place and the reason. */
  readonly notes: readonly string[];
  /** The OpenAPI document, converted to 3.1 and bundled; undefined without one. */
  readonly document: Json | undefined;
  /** Source of the document. */
  readonly documentSource: string | undefined;
}
