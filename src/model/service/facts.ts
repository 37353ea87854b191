import type { Json } from '../json.js';
import type { Fact, Provenance } from './operation.js';
import type { Collection } from './subject.js';

/** Creates a fact with its source. */
export const createFact = (about: string, value: Json, provenance: Provenance, evidence: string): Fact => ({
  about,
  value,
  provenance,
  evidence,
});

/** Replaces the facts about the same topics. */
export function replaceFacts(facts: readonly Fact[], newer: readonly Fact[]): Fact[] {
  const abouts = new Set(newer.map(({ about }) => about));
  return [...facts.filter(({ about }) => !abouts.has(about)), ...newer];
}

/** Finds the fact about a topic. */
export function findFact({ facts }: Pick<Collection, 'facts'>, about: string): Fact | undefined {
  for (const known of facts) if (known.about === about) return known;
  return undefined;
}
