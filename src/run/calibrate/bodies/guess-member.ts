import { flattenSchema, listMembers } from '../../../generate/schema/read-schema.js';
import { escapeRegExp } from '../../../model/escapes.js';
import { type Json, type JsonObject, parsePointer } from '../../../model/json.js';
import { isIdName } from '../../../model/service/item-id.js';
import type { Collection } from '../../../model/service/subject.js';
import { computeOnce } from '../../../model/values/compute-once.js';
import type { Complaint } from '../complaints/parse-complaint.js';

/** Whether a member that is asked for is the id: it is where items show it, or existing ones show it in no member. */
export const isAskedId = (collection: Collection, member: string): boolean =>
  member === collection.id.pointer || (!mayShowId(collection) && isIdOf(collection, parsePointer(member)));

/** Whether existing items show their id in a member, as far as names tell, or none of them was seen. */
export const mayShowId = computeOnce((collection: Collection): boolean => {
  const shown = Object.keys(listMembers(collection.item as JsonObject | undefined));
  return shown.length === 0 || shown.some((one) => isIdOf(collection, [one]));
});

const isIdOf = ({ path }: Collection, [name = '', below]: readonly string[]): boolean =>
  below === undefined && isIdName(name, path.split('/').filter(Boolean).at(-1) ?? '');

/** An id that the client chooses, in the form of those that exist, and long enough that no other item has it. */
export function guessId({ item, standing = [] }: Collection, member: string, document: Json | undefined): JsonObject {
  const known = flattenSchema(item as Json | undefined, document);
  const isNumber = standing.length > 0 && standing.every((one) => /^\d{1,9}$/.test(one));
  const { type = isNumber ? 'integer' : 'string', format } =
    flattenSchema(listMembers(known)[parsePointer(member)[0] ?? ''], document) ?? {};
  if ((type === 'integer' || type === 'number') && standing.every((one) => Number(one) < chosenNumbers.minimum))
    return { type, ...chosenNumbers };
  if (format !== undefined || type !== 'string') return { type, ...(format !== undefined && { format }) };
  if (standing.length > 0 && standing.every((one) => uuidPattern.test(one))) return { type, format: 'uuid' };
  const found = ['a-z', 'A-Z', '0-9'].filter((range) => standing.some((one) => new RegExp(`[${range}]`).test(one)));
  const [first = 'a-z'] = found;
  const free = `[${first}][${found.length > 0 ? found.join('') : 'a-z0-9'}]{7,11}`;
  return { type, pattern: `^${describeForm(standing) ?? free}$` };
}

/** Numbers that no service with ids of nine digits has reached, in 32 bits: content that is sent as it was drawn names no item of others. */
const chosenNumbers = { minimum: 1_000_000_000, maximum: 2_000_000_000 };

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Kinds of characters in ids, and a pattern of each. */
const kinds = ['[0-9]', '[a-z]', '[A-Z]', '[0-9a-f]', '[0-9a-z]', '[0-9A-Z]', '[0-9A-Za-z]'];

/** The smallest number of bits in which a new id differs from those of others. */
const minBits = 28;

/**
 * A pattern of texts that are made like these ids: their parts between the same separators are of one kind, and as long. The last part,
 * if it is a number that grows, is longer. Undefined where too few texts are like that, so that one may be the id of an item of others.
 */
function describeForm(ids: readonly string[]): string | undefined {
  const split = ids.map((id) => id.split(/([^0-9A-Za-z]+)/));
  const [one = []] = split;
  let bits = 0;
  const parts = one.map((separator, index) => {
    const own = split.map((id) => id[index] ?? '');
    if (index % 2 === 1) return own.every((text) => text === separator) ? escapeRegExp(separator) : undefined;
    const kind = kinds.find((chars) => own.every((text) => new RegExp(`^${chars}+$`).test(text)));
    const [least, most] = [Math.min, Math.max].map((of) => of(...own.map(({ length }) => length)));
    if (kind === undefined || least === undefined || most === undefined) return undefined;
    const isGrowing = kind === '[0-9]' && index === one.length - 1 && !own.some((text) => /^0./.test(text));
    const length = isGrowing ? Math.max(9, most + 1) : least;
    bits += length * Math.log2(kind === '[0-9]' ? 10 : 16);
    // A service may read no more of an id than its first number.
    if (kind === '[0-9]' && index === 0 && length < 9) return undefined;
    return isGrowing ? `[1-9][0-9]{${length - 1}}` : `${kind}{${least},${most}}`;
  });
  const isKnown = one.length > 1 || one.join('').length >= 12;
  const isAlike = isKnown && parts.every(Boolean) && split.every(({ length }) => length === one.length);
  return isAlike && bits >= minBits ? parts.join('') : undefined;
}

export const guessMember = (name: string): JsonObject =>
  memberGuesses.find(([pattern]) => pattern.test(name))?.[1] ?? { type: 'string', minLength: 1, maxLength: 40 };

const memberGuesses: readonly (readonly [RegExp, JsonObject])[] = [
  [/e-?mail/i, { type: 'string', format: 'email' }],
  [/(url|uri|link|website|homepage)$/i, { type: 'string', format: 'uri' }],
  [/(At|_at|_on|time|timestamp)$/, { type: 'string', format: 'date-time' }],
  [/(date|day|birthday|dob)$/i, { type: 'string', format: 'date' }],
  [/^(is|has|can|should)[A-Z_]|(enabled|active|done|completed|published)$/, { type: 'boolean' }],
  [
    /(count|quantity|qty|number|amount|age|year|size|total|rank|position|stock)$/i,
    { type: 'integer', minimum: 1, maximum: 100 },
  ],
  [/(price|cost|rate|weight|latitude|longitude)$/i, { type: 'number', minimum: 1, maximum: 90 }],
  [/(tags|list|items|ids|roles)$/i, { type: 'array' }],
];

/** What a member may be whose value was refused for a reason that is not understood, from the likeliest on. */
const otherSchemas: readonly JsonObject[] = [
  { type: 'string', pattern: '^[a-z]{4,6}$' },
  { type: 'string', format: 'uuid' },
  { type: 'integer', minimum: 1, maximum: 100 },
  { type: 'string', format: 'date' },
  { type: 'string', format: 'email' },
  { type: 'string', format: 'uri' },
  { type: 'boolean' },
  { type: 'array', items: { type: 'string', minLength: 1, maxLength: 9 } },
];

/** What a refused member may be next: what other items have, a smaller number, or what comes after what it was; undefined after all of them. */
export function chooseOther(schema: JsonObject, { value, isType }: Extract<Complaint, { kind: 'wrong' }>) {
  if (Array.isArray(schema.examples)) return { type: schema.type, enum: schema.examples } as JsonObject;
  const least = Math.max(0, Number(schema.minimum ?? 0));
  const most = typeof value === 'number' ? Math.floor(value / 10) : -1;
  if (!isType && most >= least) return { ...schema, maximum: most };
  const isIt = (one: JsonObject) => (['type', 'format', 'pattern'] as const).every((key) => one[key] === schema[key]);
  const place = otherSchemas.findIndex(isIt);
  const isOther = ({ type, format }: JsonObject) =>
    isType ? type !== schema.type : format === undefined || format !== schema.format;
  return otherSchemas.slice(place + 1).find(isOther);
}
