import { type Json, pointerBelow } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { BodyMember } from '../../openapi/recognize/body-members.js';
import { entryOf, membersOf, merged, typesOf } from '../../openapi/recognize/schema-shape.js';
import { plainly } from '../../openapi/recognize/words.js';
import { type Directory, idNameOf } from './collection-index.js';

/** A member of a creation body that stands for an item of another collection. */
export interface ForeignKey {
  readonly pointer: string;
  /** Whether it takes many; then an entry of it stands for one item. */
  readonly isList: boolean;
  /** Whether a link is asked for, where others take the id. */
  readonly isLink: boolean;
  /** Whether only some ids are allowed; then a new one is none of them. */
  readonly isChoice?: boolean;
  readonly types: readonly string[];
  /** Collections that it may point to, likeliest first. */
  readonly targets: readonly Collection[];
  /** What gave it away. */
  readonly sign: string;
}

/** Tells whether a member points to an item of one of these collections: by its name, its type, or what is said of it. */
export function foreignKeyIn(
  document: Json | undefined,
  member: BodyMember,
  others: Directory,
): ForeignKey | undefined {
  const { schema, pointer } = member;
  if (schema.readOnly === true || schema.const !== undefined) return undefined;
  const types = typesOf(document, schema);
  if (types.includes('array')) return listed(document, member, others);
  if (types.includes('object') && !types.some((type) => scalar.test(type)))
    return inside(document, member, others) ?? deeper(document, member, others);
  if (types.includes('boolean')) return undefined;
  const [sign, targets] = pointed(member, types, others) ?? [];
  const isLink = schema.format === 'uri' || schema.format === 'uri-reference';
  const isChoice = schema.enum !== undefined;
  return sign && targets ? { pointer, isList: false, isLink, isChoice, types, targets, sign } : undefined;
}

const scalar = /^(string|integer|number)$/;

type Sign = readonly [sign: string, targets: readonly Collection[]];

/** First by name; then a plain noun whose type or description says that it is no text of its own. */
function pointed(
  { name, schema }: Pick<BodyMember, 'name' | 'schema'>,
  types: readonly string[],
  others: Directory,
): Sign | undefined {
  const noun = /^(.+?)(?:_id|-id|Id|ID|_uuid|Uuid|_guid|Guid|_sid|Sid|_ref|Ref)$/.exec(name)?.[1];
  const byId = noun === undefined ? [] : others.named(noun);
  if (byId.length > 0) return ['its name', byId];
  if (schema.enum !== undefined) return undefined;
  const byKey = others.keyed(name);
  if (byKey.length > 0 && noun === undefined) return ['its name', byKey];
  const told = toldIn(String(schema.description ?? ''));
  const byWords = told ? others.called(told.noun).filter((other) => isTold(told, other)) : [];
  if (byWords.length > 0) return ['its description', byWords];
  if (!isTyped(schema, types) || isPosition.test(name)) return undefined;
  const byNoun = others.called(name);
  return byNoun.length > 0 ? ['its name and type', byNoun] : undefined;
}

/** A plain noun that is a number or a machine's text is no text of its own. */
const isTyped = ({ format }: BodyMember['schema'], types: readonly string[]): boolean =>
  types.includes('integer') || /^(uuid|uri|uri-reference)$/.test(String(format));

/** Nouns that are numbers more often than they are things. */
const isPosition = /^(order|position|number|version|page|count|level|rank|priority)s?$/i;

interface Told {
  readonly noun: string;
  /** What of it: its id, or another member. */
  readonly member: string;
}

/** `The id of the customer who pays`, or the foreign key that PostgREST writes into descriptions. */
function toldIn(description: string): Told | undefined {
  const [, member, noun] =
    /\b(id|identifier|uuid|guid|\w+) of (?:the |an? |its |one )?(?:\w+ing )?([a-z]\w+)/i.exec(description) ?? [];
  if (noun !== undefined && member !== undefined) return { noun, member };
  const table = /<fk table='(\w+)'/.exec(description)?.[1];
  return table === undefined ? undefined : { noun: table, member: 'id' };
}

/** A name of the customer is no key, unless customers are known by their names. */
const isTold = ({ member }: Told, other: Collection): boolean =>
  /^(id|identifier|uuid|guid)$/i.test(member) || plainly(member) === plainly(idNameOf(other));

function listed(document: Json | undefined, { name, schema, pointer }: BodyMember, others: Directory) {
  const types = typesOf(document, entryOf(document, schema));
  if (types.some((type) => !scalar.test(type))) return undefined;
  const noun = /^(.+?)(?:_ids|-ids|Ids|IDs|_uuids|Uuids)$/.exec(name)?.[1];
  const entry = merged(document, entryOf(document, schema));
  const targets =
    noun === undefined
      ? (pointed({ name: '', schema: entry }, types, others)?.[1] ?? (isTyped(entry, types) ? others.called(name) : []))
      : others.named(noun);
  return targets.length > 0 ? { pointer, isList: true, isLink: false, types, targets, sign: 'its name' } : undefined;
}

/** `{"category": {"id": 7}}` points to categories; with other members that must be sent, it is a thing of its own. */
function inside(document: Json | undefined, { name, schema, pointer }: BodyMember, others: Directory) {
  const targets = others.called(name);
  const members = [...membersOf(document, schema)];
  const found = members.find(([inner]) => targets.some((target) => inner === idNameOf(target)));
  const isMore = members.some(([inner, { isRequired }]) => isRequired && inner !== found?.[0]);
  if (!found || isMore || found[1].schema.readOnly === true || !(members.length === 1 || found[1].isRequired))
    return undefined;
  const types = typesOf(document, found[1].schema);
  return { pointer: pointerBelow(pointer, found[0]), isList: false, isLink: false, types, targets, sign: 'its name' };
}

/** `{"parent": {"page_id": 7}}` points to pages; only by a name that says so, and where nothing else must be sent. */
function deeper(document: Json | undefined, { schema, pointer }: BodyMember, others: Directory) {
  const members = [...membersOf(document, schema)];
  const [only, second] = members;
  if (!only || second !== undefined || !/id$/i.test(only[0]) || plainly(only[0]) === 'id') return undefined;
  const [name, { schema: inner, isRequired }] = only;
  const child = { name, schema: inner, isRequired, pointer: pointerBelow(pointer, name), isWrapped: true };
  return /object|array/.test(typesOf(document, inner).join()) ? undefined : foreignKeyIn(document, child, others);
}
