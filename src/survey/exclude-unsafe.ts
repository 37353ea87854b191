import type { DeclaredService } from '../model/service/declared-service.js';
import type { Action, Collection } from '../model/service/subject.js';
import { normalizeTemplate } from '../model/service/surveyed-operation.js';
import { findSideEffectWord } from '../openapi/recognize/side-effect-words.js';
import { isQueryPath } from '../openapi/recognize/words.js';
import { isPathMatch } from './declared/apply-declarations.js';

/** Collections with the operations that may be tested, and notes about the others. */
export interface SafeCollections {
  readonly collections: readonly Collection[];
  readonly notes: readonly string[];
}

/**
 * Removes writes that are not declared: those that may cause effects outside the service, and guessed creations on
 * search endpoints. Only a profile that declares the creation permits it; naming the resource, as `init` does, is not
 * enough.
 */
export function excludeUnsafe(all: readonly Collection[], { resources }: DeclaredService): SafeCollections {
  const isDeclared = ({ path }: Collection) =>
    resources.some(({ collection, create }) => typeof create === 'object' && isPathMatch(path, collection));
  const each = all.map((one) =>
    isDeclared(one) ? { collection: one } : excludeUnsafeWrites(one, readAbove(one, all)),
  );
  return {
    collections: each.map(({ collection }) => collection),
    notes: each.flatMap(({ note }) => note ?? []),
  };
}

interface SafeCollection {
  readonly collection: Collection;
  readonly note?: string;
}

/** The paths of the collections in the path of a collection: what is written below them may have their effects. */
function readAbove({ path }: Collection, all: readonly Collection[]): readonly string[] {
  const own = normalizeTemplate(path);
  return all.map((other) => other.path).filter((other) => own.startsWith(`${normalizeTemplate(other)}/`));
}

/** Sending mail has effects even on loopback, so the words count wherever the service runs. */
function excludeUnsafeWrites(collection: Collection, above: readonly string[]): SafeCollection {
  const { path, actions } = collection;
  const word = [path, ...above].map((one) => findSideEffectWord(one, true)).find((found) => found !== undefined);
  const isWritten = actions.length > 0 || writeRoles.some((role) => collection[role]);
  if (word !== undefined && isWritten) {
    const note = `${path}: no writes are sent: "${word}" may cause effects outside the service; to test it, declare resources[].create`;
    return { collection: dropWrites(collection), note };
  }
  if (!isQueryPath(path) || collection.create?.provenance !== 'assumed') return { collection };
  const note = `POST ${path}: not checked: it computes something and creates no item; to test it, declare resources[].create`;
  return { collection: dropWrites(collection), note };
}

const writeRoles = ['create', 'replace', 'patch', 'remove'] as const;
const noActions: readonly Action[] = [];

function dropWrites(collection: Collection): Collection {
  const { create, creation, replace, patch, remove, ...rest } = collection;
  const facts = rest.facts.filter(({ about }) => !writeRoles.some((role) => role === about));
  return { ...rest, actions: noActions, facts };
}
