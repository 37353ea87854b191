import type { Client } from '../http/exchange.js';
import type { Collection, Fact, Json } from '../rule/index.js';
import { inCircumstances } from './circumstances.js';
import { declareAll } from './declare-all.js';
import type { Known } from './known.js';
import { observe } from './observe.js';
import { describe } from './openapi/describe.js';
import { findDocument } from './openapi/find.js';
import { withParents } from './parents.js';
import { lookAround } from './unannounced/look-around.js';

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

/**
 * Finds out what is there: from the profile, then from an OpenAPI document, then by looking at the service itself.
 * Throws {@link DiscoveryError} when a document was named that cannot be used.
 */
export async function survey(known: Known, client: Client): Promise<Survey> {
  const found = await findDocument(known, client);
  const description = found && (await describe(found, known, client));
  if (!description && known.resources.length === 0) return surroundings(known, client);
  const beliefs = declareAll(known, description?.collections ?? [], description?.nested ?? []);
  const observed = [];
  for (const collection of beliefs.collections) observed.push(await observe(collection, client));
  return {
    collections: withParents(description?.document, observed).map((one) => inCircumstances(one, known)),
    contradictions: [...beliefs.contradictions, ...observed.flatMap(({ contradictions }) => contradictions)],
    notes: [...(description?.notes ?? []), ...beliefs.notes, ...observed.flatMap(({ notes }) => notes)],
    document: description?.document,
    documentSource: found?.source,
  };
}

async function surroundings(known: Known, client: Client): Promise<Survey> {
  const { seen, notes } = await lookAround(known, client);
  return {
    collections: withParents(undefined, seen).map((one) => inCircumstances(one, known)),
    contradictions: [],
    notes,
    document: undefined,
    documentSource: undefined,
  };
}
