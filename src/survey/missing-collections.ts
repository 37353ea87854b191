import type { Client } from '../http/exchange.js';
import { header } from '../model/exchange.js';
import type { Known } from '../model/service/declared-service.js';
import { beliefIn, believing, fact } from '../model/service/facts.js';
import { fits } from './declared/apply-declarations.js';
import type { Observed } from './observed/observe-collection.js';

/**
 * Believes a collection absent whose list is described and not found: what is sent to make something there would be sent
 * into the void, and be answered as if it were wrong. A service that answers 404 for an empty list may still take a
 * creation, so OPTIONS is asked before (RFC 9110 §10.2.1); and what the profile declares is there.
 */
export async function unlessAbsent(seen: Observed, known: Known, client: Client): Promise<Observed> {
  const { collection, status, contradictions } = seen;
  const { path, name, create } = collection;
  const listed = beliefIn(collection, 'list');
  if (!create || listed?.provenance !== 'described' || (status !== 404 && status !== 410)) return seen;
  if (isDeclared(path, known)) return seen;
  const { answer } = await client.send({ method: 'OPTIONS', path, role: 'survey' });
  if (/\bPOST\b/i.test(header(answer, 'allow') ?? '')) return seen;
  const { create: _, ...rest } = collection;
  const believed = fact('exists', false, 'observed', `GET ${path}: answered with ${status}`);
  const facts = collection.facts.filter(({ about }) => about !== 'create');
  return {
    ...seen,
    collection: { ...rest, facts: believing(facts, [believed]) },
    contradictions: [
      ...contradictions.filter(({ about }) => about !== 'list'),
      { subject: name, about: 'exists', believed, doubted: fact('exists', true, 'described', listed.evidence) },
    ],
  };
}

/** What was observed, without the collections that stand below absent ones, and a note for each of those. */
export function aboveGround(all: readonly Observed[]): { observed: Observed[]; notes: string[] } {
  const names = new Set(all.filter(({ collection }) => isAbsent(collection)).map(({ collection }) => collection.name));
  const lost = new Set<Observed>();
  for (const one of [...all].sort((a, b) => depthOf(a) - depthOf(b))) {
    const { parents, name } = one.collection;
    if (!parents.some((parent) => parent.place.startsWith('{') && names.has(parent.collection))) continue;
    lost.add(one);
    names.add(name);
  }
  return {
    observed: all.filter((one) => !lost.has(one)),
    notes: [...lost].map(({ collection: { path } }) => `${path}: not looked at: what it stands below is not there`),
  };
}

/** Declared paths may have holes that were filled since. */
const isDeclared = (path: string, { resources }: Known): boolean =>
  resources.some(({ collection }) => fits(collection, path) || fits(path, collection));

const isAbsent = (collection: Observed['collection']): boolean => beliefIn(collection, 'exists')?.value === false;
const depthOf = ({ collection: { path } }: Observed): number => path.split('/').length;
