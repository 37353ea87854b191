import { flattenSchema, listMembers, listRequired } from '../../../generate/schema/read-schema.js';
import { type Exchange, hasStatus } from '../../../model/exchange.js';
import { buildPointer, isObject, type Json, parsePointer } from '../../../model/json.js';
import { createFact, replaceFacts } from '../../../model/service/operation.js';
import type { Collection } from '../../../model/service/subject.js';
import type { CorrectedCollection, WriteKind } from './correct-body.js';

/** Names of members whose values often must be unique. */
const uniqueNamePattern =
  /^(name|title|slug|code|key|sku|email|username|login|handle|reference|number)$|_?(code|slug|sku|email|reference|number)$/i;

/**
 * Narrows a body when the refusal does not say what is wrong: first values that may be taken are made unique, then
 * optional members are omitted; where no document says what is required, then structures, then all but what marks an item, is unique, or
 * is named by this refusal or an earlier one.
 */
export function narrowBody(
  collection: Collection,
  writing: WriteKind,
  refusal: Exchange,
  document: Json | undefined,
): CorrectedCollection | undefined {
  const operation = collection[writing];
  const schema = flattenSchema(operation?.request?.schema as Json | undefined, document);
  const all = listMembers(schema);
  const members = Object.entries(all);
  if (operation?.request === undefined || members.length === 0) return undefined;
  // A refused update conflicts with the state of the item itself, not with another item.
  if (hasStatus(refusal, 409)) return writing === 'create' ? markUnique(collection, refusal, members) : undefined;
  const { example, ...request } = operation.request;
  const marker = parsePointer(collection.marker ?? '')[0];
  // Patches begin with the member of the marker, of the example, or the first one.
  const order = [marker, ...Object.keys(isObject(example) ? example : {}), ...members.map(([name]) => name)];
  const first = order.find((name) => members.some(([own]) => own === name));
  const required = listRequired(schema);
  const isFirst = (name: string) => (writing === 'patch' ? name === first : required.includes(name) || name === marker);
  // What is required is only assumed where existing items were all that said it: their structures and other members may be the service's own.
  const isGuess = writing !== 'patch' && operation.provenance === 'assumed';
  const words = listWords(refusal.answer?.json ?? refusal.answer?.text);
  const taught = [...collection.unique, ...(request.taught ?? [])];
  const isWanted = (name: string) => name === marker || taught.includes(buildPointer([name])) || words.has(name);
  const isPlain = (name: string) => isWanted(name) || !/^(object|array)$/.test(String(getType(all[name])));
  const narrowings = [isFirst, ...(isGuess ? [isPlain, isWanted] : [])].map((isKept) => ({
    kept: members.filter(([name]) => isKept(name)),
    omitted: members.filter(([name]) => !isKept(name)).map(([name, member]) => ({ name, schema: member })),
  }));
  const chosen = narrowings.find(({ kept, omitted }) => kept.length > 0 && omitted.length > 0);
  if (chosen === undefined) return undefined;
  const { omitted } = chosen;
  const left = required.filter((name) => chosen.kept.some(([own]) => own === name));
  const narrow = { ...schema, properties: Object.fromEntries(chosen.kept), required: left };
  return {
    collection: { ...collection, [writing]: { ...operation, request: { ...request, schema: narrow } } },
    changes: [],
    omitted,
  };
}

const getType = (schema: Json | undefined): Json | undefined => (isObject(schema) ? schema.type : undefined);

/** The words in the texts of a response, without the names of its members. */
function listWords(shown: Json | undefined): ReadonlySet<string> {
  if (typeof shown === 'string') return new Set(shown.match(/[\p{L}\p{N}_$-]+/gu));
  const inside = typeof shown === 'object' && shown !== null ? Object.values(shown) : [];
  return new Set(inside.flatMap((one) => [...listWords(one)]));
}

/** Of a conflict in whatever language, the members that it names, otherwise those with usual names. Uniqueness is only assumed, so no rule may depend on it. */
function markUnique(
  collection: Collection,
  { method, path, n, answer }: Exchange,
  members: readonly (readonly [string, Json])[],
) {
  const words = new Set(answer?.text.match(/[\p{L}\p{N}_$-]+/gu) ?? []);
  const named = members.filter(([name]) => words.has(name));
  const chosen = named.length > 0 ? named : members.filter(([name]) => uniqueNamePattern.test(name));
  const pointers = chosen.map(([name]) => `/${name}`);
  const added = pointers.filter((pointer) => !collection.unique.includes(pointer));
  if (added.length === 0) return undefined;
  const evidence = `${method} ${path} (exchange ${n})`;
  const facts = replaceFacts(collection.facts, [createFact('unique', added, 'assumed', evidence)]);
  return {
    collection: { ...collection, unique: [...collection.unique, ...added], facts },
    changes: [`${added.map((pointer) => pointer.slice(1)).join(', ')} has a new value each time`],
  };
}
