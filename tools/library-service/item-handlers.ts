import { type Answer, createEmptyAnswer, createJsonAnswer } from '../../src/demo/service/http/answer.js';
import type { Json } from '../../src/demo/service/http/json.js';
import { applyMergePatch } from '../../src/demo/service/http/merge-patch.js';
import { acceptBody } from './accept-body.js';
import { performCreationOnce } from './http/perform-once.js';
import { refuseFailedPrecondition } from './http/preconditions.js';
import { createLibraryProblem } from './http/problems.js';
import { jsonTypes, parseContent, patchTypes, refuseUnreadable } from './http/read-content.js';
import type { ItemKind } from './kinds.js';
import { createEntityTag, representItem } from './represent.js';
import {
  createLibraryItem,
  findRemovalObstacle,
  getCollectionPath,
  getItemPath,
  type LibraryItem,
  removeLibraryItem,
  updateLibraryItem,
} from './stored-items.js';
import type { LibraryContext } from './visit.js';

/** POST to a collection. */
export function postLibraryItem(visit: LibraryContext, kind: ItemKind, parent: LibraryItem | undefined): Answer {
  const failure = refuseUnreadable(visit, jsonTypes);
  if (failure) return failure;
  const reading = parseContent(visit);
  if ('failure' in reading) return reading.failure;
  const { stock } = visit.library;
  return performCreationOnce(visit, getCollectionPath(kind, parent), reading.value, () => {
    const taken = acceptBody(stock, kind, reading.value);
    if ('failure' in taken) return taken.failure;
    const thing = createLibraryItem(stock, kind, parent, taken.input);
    return answerCreated(representItem(thing), getItemPath(thing));
  });
}

/** 201 with what was made, its place and its validator. */
export const answerCreated = (body: Json, location: string): Answer =>
  createJsonAnswer(201, body, { location, etag: createEntityTag(body) });

/** GET and HEAD of something that is there. */
export function readItem(visit: LibraryContext, body: Json): Answer {
  const etag = createEntityTag(body);
  return refuseFailedPrecondition(visit, etag) ?? createJsonAnswer(200, body, { etag });
}

/** PUT of an item: replaces the whole. */
export const putLibraryItem = (visit: LibraryContext, thing: LibraryItem): Answer =>
  rewriteItem(visit, thing, jsonTypes, (value) => value);

/** PATCH of an item: RFC 7396 on what is stored, all or nothing. */
export const patchLibraryItem = (visit: LibraryContext, thing: LibraryItem): Answer =>
  rewriteItem(visit, thing, patchTypes, (value) => applyMergePatch(thing.input, value));

/** DELETE of an item without nested items or references to it. */
export function deleteLibraryItem(visit: LibraryContext, thing: LibraryItem): Answer {
  const { stock } = visit.library;
  const held = findRemovalObstacle(stock, thing);
  if (held) return createLibraryProblem(409, held);
  const stopped = refuseFailedPrecondition(visit, createEntityTag(representItem(thing)));
  if (stopped) return stopped;
  removeLibraryItem(stock, thing);
  return createEmptyAnswer(204);
}

// What the header section alone decides comes before preconditions, what the content decides after (RFC 9110 section 13.2.1).
function rewriteItem(
  visit: LibraryContext,
  thing: LibraryItem,
  types: readonly string[],
  whole: (value: Json) => Json,
): Answer {
  const stopped =
    refuseUnreadable(visit, types) ?? refuseFailedPrecondition(visit, createEntityTag(representItem(thing)));
  if (stopped) return stopped;
  const reading = parseContent(visit);
  if ('failure' in reading) return reading.failure;
  const taken = acceptBody(visit.library.stock, thing.kind, whole(reading.value), thing);
  if ('failure' in taken) return taken.failure;
  updateLibraryItem(thing, taken.input);
  return createJsonAnswer(200, representItem(thing));
}
