import type { Client } from '../http/exchange.js';
import { getHeader } from '../model/exchange.js';
import type { DeclaredService } from '../model/service/declared-service.js';
import { createFact, findFact, replaceFacts } from '../model/service/operation.js';
import { isPathMatch } from './declared/match-path.js';
import { describeView } from './observed/candidate-paths.js';
import type { ObservedCollection } from './observed/observe-collection.js';

/**
 * Marks a collection as missing when its list is described but not found, because creations there would fail and look
 * like violations. A service that returns 404 for an empty list may still accept a creation, so OPTIONS is sent first
 * (RFC 9110 §10.2.1). Declared collections are never missing.
 */
export async function detectMissingCollection(seen: ObservedCollection, known: DeclaredService, client: Client) {
  const { collection, status, contradictions } = seen;
  const { path, name, create } = collection;
  const listed = findFact(collection, 'list');
  if (!create || listed?.provenance !== 'described' || (status !== 404 && status !== 410)) return seen;
  if (isDeclared(path, known)) return seen;
  const { answer } = await client.send({ method: 'OPTIONS', path, role: 'survey' });
  if (/\bPOST\b/i.test(getHeader(answer, 'allow') ?? '')) return seen;
  const { create: _, ...rest } = collection;
  const believed = createFact('exists', false, 'observed', `GET ${path}: returned ${status}`);
  const facts = collection.facts.filter(({ about }) => about !== 'create');
  return {
    ...seen,
    collection: { ...rest, facts: replaceFacts(facts, [believed]) },
    contradictions: [
      ...contradictions.filter(({ about }) => about !== 'list'),
      { subject: name, about: 'exists', believed, doubted: createFact('exists', true, 'described', listed.evidence) },
    ],
  };
}

/**
 * Drops described collections whose list returned something else and that create nothing: a map, a single resource, a
 * computed view. Their operations are checked one by one.
 */
export function dropOtherResources(all: readonly ObservedCollection[], known: DeclaredService) {
  const isOther = ({ collection, status }: ObservedCollection) =>
    status === 200 &&
    collection.create === undefined &&
    findFact(collection, 'list')?.provenance === 'described' &&
    !isDeclared(collection.path, known) &&
    known.collections?.includes(collection.path) !== true;
  return {
    lists: all.filter((one) => !isOther(one)),
    notes: all.filter(isOther).map(({ collection: { path } }) => describeView(path)),
  };
}

export function dropBelowMissing(all: readonly ObservedCollection[]) {
  const names = new Set(all.filter(({ collection }) => isMissing(collection)).map(({ collection }) => collection.name));
  const lost = new Set<ObservedCollection>();
  for (const one of [...all].sort((a, b) => countPathSegments(a) - countPathSegments(b))) {
    const { parents, name } = one.collection;
    if (!parents.some((parent) => parent.place.startsWith('{') && names.has(parent.collection))) continue;
    lost.add(one);
    names.add(name);
  }
  return {
    observed: all.filter((one) => !lost.has(one)),
    notes: [...lost].map(({ collection: { path } }) => `${path}: not checked: its parent collection does not exist`),
  };
}

/** Declared paths may have parameters that were filled in since. */
const isDeclared = (path: string, { resources }: DeclaredService): boolean =>
  resources.some(({ collection }) => isPathMatch(collection, path) || isPathMatch(path, collection));

const isMissing = (collection: ObservedCollection['collection']): boolean =>
  findFact(collection, 'exists')?.value === false;
const countPathSegments = ({ collection: { path } }: ObservedCollection): number => path.split('/').length;
