import type { Json } from '../json.js';
import type { Fact, Provenance } from './operation.js';
import type { Collection } from './subject.js';

/** One thing believed, and where from. */
export const createFact = (about: string, value: Json, provenance: Provenance, evidence: string): Fact => ({
  about,
  value,
  provenance,
  evidence,
});

/** The facts of a collection with these in place of what was believed about the same. */
export function replaceFacts(facts: readonly Fact[], newer: readonly Fact[]): Fact[] {
  const abouts = new Set(newer.map(({ about }) => about));
  return [...facts.filter(({ about }) => !abouts.has(about)), ...newer];
}

/** What is believed about one thing. */
export const findFact = ({ facts }: Pick<Collection, 'facts'>, about: string): Fact | undefined =>
  facts.find((known) => known.about === about);
