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

/** What was found on a service and is not used, or not called. */
export interface Omission {
  /** A document that cannot be used, parts of the one that is used, or an operation whose words suggest effects. */
  readonly what: 'document' | 'parts' | 'operation';
  /** Where it is: a URL, with line and column if known, or the operation, such as `POST /emails/send`. */
  readonly about: string;
  readonly why: string;
  /** The profile key or flag that changes it. */
  readonly enable: string;
}

/** What is wrong with a document that was found, and what to do. */
export const describeBrokenDocument = ({ about, why }: Pick<Omission, 'about' | 'why'>): string =>
  `OpenAPI document not used: ${about}: ${why}; name a usable copy with --openapi FILE`;

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
  /** Most important first. */
  readonly omissions: readonly Omission[];
  /** The OpenAPI document, converted to 3.1 and bundled; undefined without one. */
  readonly document: Json | undefined;
  readonly documentSource: string | undefined;
}
