import { listMembers, listRequired } from '../../../generate/schema/read-schema.js';
import type { Exchange } from '../../../model/exchange.js';
import { isObject, parsePointer } from '../../../model/json.js';
import { createFact, type Operation, replaceFacts } from '../../../model/service/operation.js';
import type { Collection } from '../../../model/service/subject.js';
import type { Creation } from '../../../rule/items.js';
import type { Turn } from './turn-wrapper.js';

/** What the ids of a service usually are, beside short texts. */
const usualForms = [
  ['UUIDs', { type: 'string', format: 'uuid' }],
  ['numbers', { type: 'integer' }],
] as const;

/** Names items by other ids, where the client chooses them and neither the service nor a document shows what they are like. */
export function listIdTurns(collection: Collection): readonly Turn[] {
  const { name, creation, standing = [] } = collection;
  const idSchema = isObject(creation?.idSchema) ? creation.idSchema : {};
  const isKnown = standing.length > 0 || Object.keys(idSchema).some((key) => !/^(type|title|description)$/.test(key));
  if (!creation?.isNamed || isKnown || (idSchema.type ?? 'string') !== 'string') return [];
  // A number may be the id of an item of others: its address is read before.
  return usualForms.slice(0, collection.read ? 2 : 1).map(([form, schema]) => ({
    collection: { ...collection, creation: { ...creation, idSchema: schema } },
    note: `${name}: the service takes ${form} as ids that the client chooses, and refuses other texts`,
  }));
}

/** The header field of draft-ietf-httpapi-idempotency-key-header, and its older form. */
const usualFields = ['Idempotency-Key', 'X-Idempotency-Key'];

/** Most names that are taken from a refusal. */
const maxNamed = 2;

/** Sends a key with creations, where each refusal asks for one or says nothing: in the field or the member that it names, then in the usual fields. */
export function listKeyTurns(collection: Collection, refused: readonly Pick<Creation, 'exchange'>[]): readonly Turn[] {
  const { name, idempotency } = collection;
  const texts = refused.map(({ exchange }) => exchange.answer?.text ?? '');
  const isAsked = texts.length > 0 && texts.every((text) => /^$|idempoten/i.test(text.trim()));
  if (idempotency !== undefined || !isAsked) return [];
  const named = (texts[0]?.match(/[\w-]*idempoten[\w-]*/gi) ?? []).filter((word) => /[-_]|[a-z][A-Z]/.test(word));
  const fields = new Set(usualFields.map((field) => field.toLowerCase()));
  const others = [...new Set(named)].filter((word) => !fields.has(word.toLowerCase())).slice(0, maxNamed);
  return [...others, ...usualFields].map((word) => {
    const place = word.includes('-') ? ('header' as const) : ('body' as const);
    return {
      collection: requireKey(collection, place, word),
      note: `${name}: creations need an idempotency key, and take it in the ${place === 'header' ? 'field' : 'member'} ${word}`,
    };
  });
}

/** A member with a key, which a refusal asked for like any other one, has a new value in each creation. */
export function adoptKeyMember(collection: Collection, made: readonly Pick<Creation, 'exchange'>[]): Collection {
  const { idempotency, create } = collection;
  const schema = create?.request?.schema;
  if (idempotency !== undefined || create?.provenance === 'described' || !isObject(schema)) return collection;
  const refusals = made.flatMap(({ exchange: { answer } }) => (answer && answer.status >= 400 ? answer.text : []));
  const member = Object.entries(listMembers(schema)).find(
    ([name, one]) =>
      /idempoten/i.test(name) &&
      isObject(one) &&
      [one.type ?? 'string'].flat().includes('string') &&
      refusals.some((text) => text.includes(name)),
  )?.[0];
  return member === undefined ? collection : requireKey(collection, 'body', member);
}

function requireKey(collection: Collection, place: 'header' | 'body', name: string): Collection {
  const { create, facts } = collection;
  const evidence = `${create?.method} ${create?.path}`;
  const told = createFact('idempotency', { in: place, name }, 'observed', evidence);
  return {
    ...collection,
    idempotency: { in: place, name, format: 'raw', required: true },
    facts: replaceFacts(facts, [told]),
  };
}

/**
 * Sends the id of a new item where existing items show one of another collection as a whole, and a creation without it is refused: in
 * the members that the refusal names; if `isAny`, in all of them.
 */
export function listReferenceTurns(collection: Collection, { answer }: Exchange, isAny: boolean): readonly Turn[] {
  const { shownItems = [], parents, name, create, replace, facts } = collection;
  const words = new Set(answer?.text.match(/[\p{L}\p{N}_$-]+/gu));
  const open = shownItems.filter(({ place }) => !parents.some((one) => one.place === place));
  const chosen = isAny ? open : open.filter(({ place }) => words.has(parsePointer(place)[0] ?? ''));
  if (chosen.length === 0) return [];
  const types = Object.fromEntries(
    chosen.map(({ place, isNumber }) => [parsePointer(place)[0], { type: isNumber ? 'integer' : 'string' }]),
  );
  const refer = (operation: Operation | undefined) => {
    const { request } = operation ?? {};
    const schema = request?.schema;
    if (operation === undefined || request === undefined || !isObject(schema)) return operation;
    const required = [...new Set([...listRequired(schema), ...Object.keys(types)])];
    const wider = { ...schema, properties: { ...listMembers(schema), ...types }, required };
    return { ...operation, request: { ...request, schema: wider } };
  };
  const evidence = `${create?.method} ${create?.path}`;
  const told = chosen.map(({ place, collection: other }) =>
    createFact(`parent ${place}`, `one of ${other}, created first`, 'observed', evidence),
  );
  const operations = { create: refer(create), replace: refer(replace) };
  const names = chosen.map(({ place, collection: other }) => `the id of one of ${other} in ${place}`).join(', ');
  return [
    {
      collection: {
        ...collection,
        ...(operations.create && { create: operations.create }),
        ...(operations.replace && { replace: operations.replace }),
        parents: [...parents, ...chosen.map(({ place, collection: other }) => ({ place, collection: other }))],
        facts: replaceFacts(facts, told),
      },
      note: `${name}: creations take ${names}, where existing items show it as a whole`,
    },
  ];
}
