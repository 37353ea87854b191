import type { DeclaredService } from '../model/service/declared-service.js';
import type { Action, Collection } from '../model/service/subject.js';
import { findSideEffectWord } from '../openapi/recognize/side-effect-words.js';
import { isQueryPath } from '../openapi/recognize/words.js';
import { isPathMatch } from './declared/apply-declarations.js';

/** Collections as far as they may be tried, and what of them is left alone. */
export interface SafeCollections {
  readonly collections: readonly Collection[];
  readonly notes: readonly string[];
}

/** Takes away the writes that nobody vouched for: those that may act on the world outside, and guessed creations where questions are asked. A profile that declares the creation vouches for it; one that only names the resource, as that of `init` does, says nothing about it. */
export function excludeUnsafe(all: readonly Collection[], { resources }: DeclaredService): SafeCollections {
  const isDeclared = ({ path }: Collection) =>
    resources.some(({ collection, create }) => typeof create === 'object' && isPathMatch(path, collection));
  const each = all.map((one) => (isDeclared(one) ? { collection: one } : excludeUnsafeWrites(one)));
  return {
    collections: each.map(({ collection }) => collection),
    notes: each.flatMap(({ note }) => note ?? []),
  };
}

interface SafeCollection {
  readonly collection: Collection;
  readonly note?: string;
}

/** Sending mail is no make-believe on loopback either, so the words count wherever the service runs. */
function excludeUnsafeWrites(collection: Collection): SafeCollection {
  const { path, actions } = collection;
  const word = findSideEffectWord(path, true);
  const isWritten = actions.length > 0 || writeRoles.some((role) => collection[role]);
  if (word !== undefined && isWritten) {
    const note = `${path}: not written to: "${word}" may act on the outside world; declare resources[].create to have it tried`;
    return { collection: dropWrites(collection), note };
  }
  if (!isQueryPath(path) || collection.create?.provenance !== 'assumed') return { collection };
  const note = `POST ${path}: not looked at: asks for something, and makes nothing; declare resources[].create to have it tried`;
  return { collection: dropWrites(collection), note };
}

const writeRoles = ['create', 'replace', 'patch', 'remove'] as const;
const noActions: readonly Action[] = [];

function dropWrites(collection: Collection): Collection {
  const { create, replace, patch, remove, ...rest } = collection;
  const facts = rest.facts.filter(({ about }) => !writeRoles.some((role) => role === about));
  return { ...rest, actions: noActions, facts };
}
