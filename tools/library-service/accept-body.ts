import type { Answer } from '../../src/demo/service/http/answer.js';
import { isObject, type Json, type JsonObject, only } from '../../src/demo/service/http/json.js';
import { complaintsAbout } from '../../src/demo/service/http/validate.js';
import { problem, refusal } from './http/problems.js';
import type { Kind } from './kinds.js';
import { inputOf } from './schemas.js';
import { type Stock, type Thing, thingsOf } from './stored-items.js';

/** What may be stored of a value for a thing, old or new, or why nothing of it. */
export function intake(
  stock: Stock,
  kind: Kind,
  value: Json,
  thing?: Thing,
): { readonly input: JsonObject } | { readonly failure: Answer } {
  const complaints = complaintsAbout(value, inputOf(kind));
  if (complaints.length > 0 || !isObject(value)) return { failure: refusal(complaints) };
  const input = { ...kind.defaults, ...only(value, Object.keys(kind.members)) };
  const failure = danglingReference(stock, kind, input) ?? takenMember(stock, kind, input, thing);
  return failure ? { failure } : { input };
}

function danglingReference(stock: Stock, { reference }: Kind, input: JsonObject): Answer | undefined {
  if (!reference) return undefined;
  const { member, to } = reference;
  const isThere = thingsOf(stock, to).some(({ id }) => id === input[member]);
  return isThere ? undefined : refusal([{ pointer: `/${member}`, detail: `must be the id of a known ${to.name}` }]);
}

function takenMember(stock: Stock, kind: Kind, input: JsonObject, thing?: Thing): Answer | undefined {
  const { unique } = kind;
  if (unique === undefined || input[unique] === undefined) return undefined;
  const isTaken = thingsOf(stock, kind).some((other) => other !== thing && other.input[unique] === input[unique]);
  return isTaken ? problem(409, `Another ${kind.name} has this ${unique}.`) : undefined;
}
