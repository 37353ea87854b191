import { changeMembers, isSuccess } from '../../../src/demo/faults/alter-answer.js';
import { createFault, createSubtleFault, type InjectedFault } from '../../../src/demo/faults/fault.js';
import type { Answer } from '../../../src/demo/service/http/answer.js';
import { isObject, type Json, type JsonObject } from '../../../src/demo/service/http/json.js';
import { jsonTypes, readJson } from '../../../src/demo/service/http/read-content.js';
import type { OrderChange, RequestContext } from '../../../src/demo/service/request-context.js';

const wholeRule = 'idempotency/put-replaces-the-whole-item';
const emptyRule = 'idempotency/patch-stores-empty-values';

const putStoredRule = 'idempotency/put-stores-what-was-sent';
const patchStoredRule = 'idempotency/patch-stores-what-was-sent';

/** Faults of writes that are acknowledged and not carried out, or not as they were sent. */
export const ignoringFaults: readonly InjectedFault[] = [
  createFault('put-is-ignored', 'PUT of an order reports success and changes nothing.', wholeRule, () => ({
    acceptChange: keepStored,
  })),
  createSubtleFault(
    'put-shows-what-it-ignores',
    'PUT of an order returns the sent content and stores nothing.',
    [wholeRule, 'idempotency/write-returns-what-get-returns'],
    () => ({
      acceptChange: keepStored,
      around: { 'PUT order': echoSent },
    }),
  ),
  createFault(
    'patch-ignores-false',
    'PATCH of a member with false reports success and changes nothing.',
    emptyRule,
    () => ({
      acceptChange: (change) => keepWhere(change, (value) => value === false),
    }),
  ),
  createSubtleFault(
    'patch-ignores-a-price-of-zero',
    'PATCH of the price with zero reports success and changes nothing.',
    emptyRule,
    () => ({ acceptChange: (change) => keepWhere(change, (value, name) => name === 'price' && value === 0) }),
  ),
  createFault(
    'put-ignores-false',
    'PUT of a member with false keeps true.',
    'idempotency/put-stores-empty-values',
    () => ({
      acceptChange: ({ method, input, before }) =>
        method === 'PUT' && input.gift === false && before?.gift === true ? { ...input, gift: true } : input,
    }),
  ),
  createSubtleFault(
    'put-keeps-a-price-instead-of-zero',
    'PUT with a price of zero keeps the stored price.',
    'idempotency/put-stores-empty-values',
    () => ({
      acceptChange: ({ method, input, before }) =>
        method === 'PUT' && input.price === 0 && before?.price !== undefined
          ? { ...input, price: before.price }
          : input,
    }),
  ),
  createFault('put-rounds-the-price', 'PUT stores the price without its last digit.', putStoredRule, () => ({
    acceptChange: ({ method, input }) =>
      method === 'PUT' && typeof input.price === 'number'
        ? { ...input, price: Math.floor(input.price / 10) * 10 }
        : input,
  })),
  createSubtleFault(
    'put-drops-the-last-of-several-tags',
    'PUT with two or more tags loses the last one.',
    putStoredRule,
    () => ({
      acceptChange: ({ method, input }) =>
        method === 'PUT' && Array.isArray(input.tags) && input.tags.length > 1
          ? { ...input, tags: input.tags.slice(0, -1) }
          : input,
    }),
  ),
  createFault('patch-halves-the-quantity', 'PATCH stores half of a quantity.', patchStoredRule, () => ({
    acceptChange: ({ method, input, sent }) =>
      method === 'PATCH' && isObject(sent) && typeof sent.quantity === 'number'
        ? { ...input, quantity: Math.ceil(sent.quantity / 2) }
        : input,
  })),
  createSubtleFault(
    'patch-drops-the-first-of-several-tags',
    'PATCH with two or more tags loses the first one.',
    patchStoredRule,
    () => ({
      acceptChange: ({ method, input, sent }) =>
        method === 'PATCH' && isObject(sent) && Array.isArray(sent.tags) && sent.tags.length > 1
          ? { ...input, tags: sent.tags.slice(1) }
          : input,
    }),
  ),
  createSubtleFault(
    'new-order-with-a-price-of-zero-costs-one',
    'POST stores a price of zero as one.',
    'creation/created-item-has-the-sent-values',
    () => ({
      acceptChange: ({ method, input }) => (method === 'POST' && input.price === 0 ? { ...input, price: 1 } : input),
    }),
  ),
];

/** Members of a patch that keep their stored value. */
function keepWhere(
  { method, input, sent, before }: OrderChange,
  isMeant: (value: Json | undefined, name: string) => boolean,
): JsonObject {
  if (method !== 'PATCH' || !isObject(sent) || before === undefined) return input;
  const kept = Object.keys(sent).filter((name) => isMeant(sent[name], name) && before[name] !== undefined);
  return { ...input, ...Object.fromEntries(kept.map((name) => [name, before[name] ?? null])) };
}

const keepStored = ({ method, input, before }: OrderChange) => (method === 'PUT' ? (before ?? input) : input);

function echoSent(visit: RequestContext, next: () => Answer): Answer {
  const answer = next();
  const reading = readJson(visit, jsonTypes);
  if (!visit.order || !isSuccess(answer) || 'failure' in reading) return answer;
  const { value } = reading;
  return isObject(value) ? changeMembers(answer, (body) => ({ ...body, ...value })) : answer;
}
