import { listMembers } from '../../../generate/schema/read-schema.js';
import { isObject } from '../../../model/json.js';
import { createFact, replaceFacts } from '../../../model/service/operation.js';
import type { Collection } from '../../../model/service/subject.js';
import type { Creation } from '../../../rule/items.js';
import type { Turn } from './turn-wrapper.js';

/** The header field of draft-ietf-httpapi-idempotency-key-header, and its older form. */
const usualFields = ['Idempotency-Key', 'X-Idempotency-Key'];

/** Most names that are taken from a refusal. */
const maxNamed = 2;

/** Sends a key with creations, where each refusal asks for one: in the field or the member that it names, then in the usual fields. */
export function listKeyTurns(collection: Collection, refused: readonly Pick<Creation, 'exchange'>[]): readonly Turn[] {
  const { name, idempotency } = collection;
  const texts = refused.map(({ exchange }) => exchange.answer?.text ?? '');
  const isAsked = texts.length > 0 && texts.every((text) => /idempoten/i.test(text));
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
