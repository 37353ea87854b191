import { type Answer, empty, json } from '../../src/demo/service/http/answer.js';
import type { Json } from '../../src/demo/service/http/json.js';
import { mergePatch } from '../../src/demo/service/http/merge-patch.js';
import { intake } from './accept-body.js';
import { once } from './http/perform-once.js';
import { failedPrecondition } from './http/preconditions.js';
import { problem } from './http/problems.js';
import { jsonTypes, parse, patchTypes, unreadable } from './http/read-content.js';
import type { Kind } from './kinds.js';
import { entityTag, representation } from './represent.js';
import { collectionOf, holdOn, make, pathOf, remove, type Thing, write } from './stored-items.js';
import type { Visit } from './visit.js';

/** POST to a collection. */
export function postItem(visit: Visit, kind: Kind, parent: Thing | undefined): Answer {
  const failure = unreadable(visit, jsonTypes);
  if (failure) return failure;
  const reading = parse(visit);
  if ('failure' in reading) return reading.failure;
  const { stock } = visit.library;
  return once(visit, collectionOf(kind, parent), reading.value, () => {
    const taken = intake(stock, kind, reading.value);
    if ('failure' in taken) return taken.failure;
    const thing = make(stock, kind, parent, taken.input);
    return created(representation(thing), pathOf(thing));
  });
}

/** 201 with what was made, its place and its validator. */
export const created = (body: Json, location: string): Answer => json(201, body, { location, etag: entityTag(body) });

/** GET and HEAD of something that is there. */
export function read(visit: Visit, body: Json): Answer {
  const etag = entityTag(body);
  return failedPrecondition(visit, etag) ?? json(200, body, { etag });
}

/** PUT of an item: replaces the whole. */
export const putItem = (visit: Visit, thing: Thing): Answer => rewrite(visit, thing, jsonTypes, (value) => value);

/** PATCH of an item: RFC 7396 on what is stored, all or nothing. */
export const patchItem = (visit: Visit, thing: Thing): Answer =>
  rewrite(visit, thing, patchTypes, (value) => mergePatch(thing.input, value));

/** DELETE of an item that nothing stands under or refers to. */
export function deleteItem(visit: Visit, thing: Thing): Answer {
  const { stock } = visit.library;
  const held = holdOn(stock, thing);
  if (held) return problem(409, held);
  const stopped = failedPrecondition(visit, entityTag(representation(thing)));
  if (stopped) return stopped;
  remove(stock, thing);
  return empty(204);
}

// What the header section alone decides comes before preconditions, what the content decides after (RFC 9110 section 13.2.1).
function rewrite(visit: Visit, thing: Thing, types: readonly string[], whole: (value: Json) => Json): Answer {
  const stopped = unreadable(visit, types) ?? failedPrecondition(visit, entityTag(representation(thing)));
  if (stopped) return stopped;
  const reading = parse(visit);
  if ('failure' in reading) return reading.failure;
  const taken = intake(visit.library.stock, thing.kind, whole(reading.value), thing);
  if ('failure' in taken) return taken.failure;
  write(thing, taken.input);
  return json(200, representation(thing));
}
