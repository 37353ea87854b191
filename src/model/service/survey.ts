import type { Json } from '../json.js';
import type { Fact } from './operation.js';
import type { Collection } from './subject.js';

/** Two sources that say different things about one subject; the first one named was believed. */
export interface Contradiction {
  readonly subject: string;
  readonly about: string;
  readonly believed: Fact;
  readonly doubted: Fact;
}

/** What is there and how we know it. */
export interface Survey {
  readonly collections: readonly Collection[];
  readonly contradictions: readonly Contradiction[];
  /** What was found but not understood, or left alone, each with its place. */
  readonly notes: readonly string[];
  /** The OpenAPI document, upgraded to 3.1 and with its `$ref`s in place; undefined without one. */
  readonly document: Json | undefined;
  /** Where the document came from. */
  readonly documentSource: string | undefined;
}
