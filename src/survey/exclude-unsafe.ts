import type { Known } from '../model/service/declared-service.js';
import type { Action, Collection } from '../model/service/subject.js';
import { dangerIn } from '../openapi/recognize/side-effect-words.js';
import { isQuestion } from '../openapi/recognize/words.js';
import { fits } from './declared/apply-declarations.js';

/** Collections as far as they may be tried, and what of them is left alone. */
export interface Restrained {
  readonly collections: readonly Collection[];
  readonly notes: readonly string[];
}

/** Takes away the writes that nobody vouched for: those that may act on the world outside, and guessed creations where questions are asked. A profile that declares the creation vouches for it; one that only names the resource, as that of `init` does, says nothing about it. */
export function restrained(all: readonly Collection[], { resources }: Known): Restrained {
  const isDeclared = ({ path }: Collection) =>
    resources.some(({ collection, create }) => typeof create === 'object' && fits(path, collection));
  const each = all.map((one) => (isDeclared(one) ? { collection: one } : restrain(one)));
  return {
    collections: each.map(({ collection }) => collection),
    notes: each.flatMap(({ note }) => note ?? []),
  };
}

interface One {
  readonly collection: Collection;
  readonly note?: string;
}

/** Sending mail is no make-believe on loopback either, so the words count wherever the service runs. */
function restrain(collection: Collection): One {
  const { path, actions } = collection;
  const word = dangerIn(path, true);
  const isWritten = actions.length > 0 || writes.some((role) => collection[role]);
  if (word !== undefined && isWritten) {
    const note = `${path}: not written to: "${word}" may act on the outside world; declare resources[].create to have it tried`;
    return { collection: withoutWrites(collection), note };
  }
  if (!isQuestion(path) || collection.create?.provenance !== 'assumed') return { collection };
  const note = `POST ${path}: not looked at: asks for something, and makes nothing; declare resources[].create to have it tried`;
  return { collection: withoutWrites(collection), note };
}

const writes = ['create', 'replace', 'patch', 'remove'] as const;
const none: readonly Action[] = [];

function withoutWrites(collection: Collection): Collection {
  const { create, replace, patch, remove, ...rest } = collection;
  const facts = rest.facts.filter(({ about }) => !writes.some((role) => role === about));
  return { ...rest, actions: none, facts };
}
