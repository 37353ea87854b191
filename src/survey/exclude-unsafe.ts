import type { WithheldWrites } from '../model/service/collection-parts.js';
import type { DeclaredService } from '../model/service/declared-service.js';
import { findScopeProblem, normalizeTemplate } from '../model/service/operation.js';
import type { Action, Collection } from '../model/service/subject.js';
import { writeRoles } from '../model/service/subject-collections.js';
import type { Survey } from '../model/service/survey.js';
import { findSideEffectWord, isEffectAllowed, nameEffectFlag } from '../openapi/recognize/side-effect-words.js';
import { isQueryPath } from '../openapi/recognize/words.js';
import { isPathMatch } from './declared/match-path.js';

/** Collections with the operations that may be tested, and notes about the others. */
type SafeCollections = Pick<Survey, 'collections' | 'notes'>;

/**
 * Removes writes that are not declared: those that may cause effects outside the service, and guessed creations on
 * search endpoints. Only a profile that declares the creation permits it, or a flag that names it; naming the resource, as
 * `init` does, is not enough.
 */
export function excludeUnsafe(all: readonly Collection[], known: DeclaredService): SafeCollections {
  const isPermitted = ({ path, create }: Collection) =>
    (create !== undefined && isEffectAllowed(create, known)) ||
    known.resources.some(({ collection, create }) => typeof create === 'object' && isPathMatch(path, collection));
  return limitEach(all, (one) =>
    isPermitted(one) ? { collection: one } : excludeUnsafeWrites(one, readAbove(one, all)),
  );
}

function limitEach(
  all: readonly Collection[],
  limit: (one: Collection) => { readonly collection: Collection; readonly note?: string },
): SafeCollections {
  const each = all.map(limit);
  return { collections: each.map(({ collection }) => collection), notes: each.flatMap(({ note }) => note ?? []) };
}

/** The paths of the collections in the path of a collection: what is written below them may have their effects. */
function readAbove({ path }: Collection, all: readonly Collection[]): readonly string[] {
  const own = normalizeTemplate(path);
  return all.map((other) => other.path).filter((other) => own.startsWith(`${normalizeTemplate(other)}/`));
}

/** Sending mail has effects even on loopback, so the words count wherever the service runs. */
function excludeUnsafeWrites(collection: Collection, above: readonly string[]) {
  const { path, actions } = collection;
  const word = [path, ...above].map((one) => findSideEffectWord(one, true)).find((found) => found !== undefined);
  const isWritten = actions.length > 0 || writeRoles.some((role) => collection[role]);
  if (word !== undefined && isWritten) {
    const withheld = listWithheld(collection);
    const note = `${path}: no writes are sent: "${word}" may cause effects outside the service; to test it, ${collection.create === undefined ? 'declare' : 'use'} ${withheld.enable}`;
    return { collection: { ...dropWrites(collection), withheld }, note };
  }
  if (!isQueryPath(path) || collection.create?.provenance !== 'assumed') return { collection };
  const note = `POST ${path}: not checked: it computes something and creates no item; to test it, declare resources[].create`;
  return { collection: dropWrites(collection), note };
}

/** The writes that the collection offers and that are not sent; with its creation, those to items of the run are permitted. */
const listWithheld = (collection: Collection): WithheldWrites => ({
  roles: writeRoles.filter((role) => collection[role]),
  why: 'the path suggests effects outside the service, so no writes are sent',
  enable: collection.create === undefined ? 'resources[].create' : nameEffectFlag(collection.create),
});

/**
 * Removes creations that could do harm or leave items: those whose content is a list, unless the profile permits lists, and, under a
 * permission to delete, those whose items the run may not remove.
 */
export function excludeHarmfulCreations(all: readonly Collection[], known: DeclaredService): SafeCollections {
  return limitEach(all, (collection) => {
    const problem = collection.create && findCreationProblem(collection, known);
    if (problem === undefined) return { collection };
    const { create, creation, path } = collection;
    const { why, advice, enable } = problem;
    const withheld: WithheldWrites = { roles: ['create'], why: `no creation is sent: ${why}`, enable };
    return {
      collection: { ...dropCreation(collection), withheld },
      note: `${create?.method} ${creation?.path ?? path}: not checked: ${why}; to test it, ${advice}`,
    };
  });
}

/** Why a creation is not sent, what to do, and the profile key or flag for it. */
function findCreationProblem(collection: Collection, known: DeclaredService) {
  if (collection.creation?.isList && !collection.acceptsArrays) {
    const enable = 'resources[].arrays: true';
    return { why: 'its content is a list, which may replace all items', advice: `declare ${enable}`, enable };
  }
  return known.permit !== 'writes' && isRemovalExcluded(collection, known)
    ? {
        why: 'DELETE of its items is excluded, so they would stay',
        advice: 'permit DELETE, or use --permit writes, which leaves items',
        enable: '--permit writes',
      }
    : undefined;
}

/** Whether the user excludes the removal of items by a scope: `delete: false` says that the service has none. */
function isRemovalExcluded(collection: Collection, { operations = {}, resources }: DeclaredService): boolean {
  const { path, itemPath = `${path}/{id}`, parents } = collection;
  const declared = resources.find((one) => isPathMatch(path, one.collection));
  if (declared?.purge !== undefined || parents.some(({ withChildren }) => withChildren === 'cascade')) return false;
  return findScopeProblem(operations, 'DELETE', itemPath) !== undefined;
}

function dropCreation({ create: _, creation: __, ...rest }: Collection): Collection {
  return { ...rest, facts: rest.facts.filter(({ about }) => about !== 'create') };
}

const noActions: readonly Action[] = [];

function dropWrites(collection: Collection): Collection {
  const { create, creation, replace, patch, remove, ...rest } = collection;
  const facts = rest.facts.filter(({ about }) => !writeRoles.some((role) => role === about));
  return { ...rest, actions: noActions, facts };
}
