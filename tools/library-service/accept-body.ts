import type { Answer } from '../../src/demo/service/http/answer.js';
import { isObject, type Json, type JsonObject, pickMembers } from '../../src/demo/service/http/json.js';
import { listComplaints } from '../../src/demo/service/http/validate.js';
import { createLibraryProblem, createLibraryRefusal } from './http/problems.js';
import type { ItemKind } from './kinds.js';
import { createInputSchema } from './schemas.js';
import { type LibraryItem, listKindItems, type StoredItems } from './stored-items.js';

/** The value to store for an item, old or new, or the reason to refuse it. */
export function acceptBody(
  stock: StoredItems,
  kind: ItemKind,
  value: Json,
  thing?: LibraryItem,
): { readonly input: JsonObject } | { readonly failure: Answer } {
  const complaints = listComplaints(value, createInputSchema(kind));
  if (complaints.length > 0 || !isObject(value)) return { failure: createLibraryRefusal(complaints) };
  const input = { ...kind.defaults, ...pickMembers(value, Object.keys(kind.members)) };
  const failure = refuseDanglingReference(stock, kind, input) ?? refuseTakenMember(stock, kind, input, thing);
  return failure ? { failure } : { input };
}

function refuseDanglingReference(stock: StoredItems, { reference }: ItemKind, input: JsonObject): Answer | undefined {
  if (!reference) return undefined;
  const { member, to } = reference;
  const isThere = listKindItems(stock, to).some(({ id }) => id === input[member]);
  return isThere
    ? undefined
    : createLibraryRefusal([{ pointer: `/${member}`, detail: `must be the id of a known ${to.name}` }]);
}

function refuseTakenMember(
  stock: StoredItems,
  kind: ItemKind,
  input: JsonObject,
  thing?: LibraryItem,
): Answer | undefined {
  const { unique } = kind;
  if (unique === undefined || input[unique] === undefined) return undefined;
  const isTaken = listKindItems(stock, kind).some((other) => other !== thing && other.input[unique] === input[unique]);
  return isTaken ? createLibraryProblem(409, `Another ${kind.name} has this ${unique}.`) : undefined;
}
