import { appendToPointer, type Json, normalizeName } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { BodyMember } from '../../openapi/recognize/body-members.js';
import { getEntrySchema, listMembers, listTypes, mergeSchemaParts } from '../../openapi/recognize/schema-shape.js';
import { type CollectionIndex, getIdName } from './collection-index.js';

/** A member of a creation body that refers to an item of another collection. */
export interface ForeignKey {
  readonly pointer: string;
  /** Whether it is a list; each entry refers to one item. */
  readonly isList: boolean;
  /** Whether it takes a link instead of an id. */
  readonly isLink: boolean;
  /** Whether only some ids are allowed, so that a new one is not valid. */
  readonly isChoice?: boolean;
  /** The id of an item that exists, where the document names it. */
  readonly value?: Json;
  readonly types: readonly string[];
  /** Collections that it may refer to, most likely first. */
  readonly targets: readonly Collection[];
  /** What the detection is based on. */
  readonly sign: string;
}

/** Detects whether a member refers to an item of one of these collections: by its name, type or description. */
export function detectForeignKey(
  document: Json | undefined,
  member: BodyMember,
  others: CollectionIndex,
): ForeignKey | undefined {
  const { schema, pointer } = member;
  if (schema.readOnly === true || schema.const !== undefined) return undefined;
  const types = listTypes(document, schema);
  if (types.includes('array')) return detectListKey(document, member, others);
  if (types.includes('object') && !types.some((type) => scalarPattern.test(type)))
    return detectNestedKey(document, member, others) ?? detectDeepKey(document, member, others);
  if (types.includes('boolean')) return undefined;
  const [sign, targets] = findTargets(member, types, others) ?? [];
  const isLink = schema.format === 'uri' || schema.format === 'uri-reference';
  const isChoice = schema.enum !== undefined;
  return sign && targets ? { pointer, isList: false, isLink, isChoice, types, targets, sign } : undefined;
}

const scalarPattern = /^(string|integer|number)$/;

type KeySign = readonly [sign: string, targets: readonly Collection[]];

/** First by name; then by a plain noun whose type or description shows that it is not a free text. */
function findTargets(
  { name, schema }: Pick<BodyMember, 'name' | 'schema'>,
  types: readonly string[],
  others: CollectionIndex,
): KeySign | undefined {
  const noun = /^(.+?)(?:_id|-id|Id|ID|_uuid|Uuid|_guid|Guid|_sid|Sid|_ref|Ref)$/.exec(name)?.[1];
  const byId = noun === undefined ? [] : others.findByNameEnd(noun);
  if (byId.length > 0) return ['its name', byId];
  if (schema.enum !== undefined) return undefined;
  const byKey = others.findByKeyName(name);
  if (byKey.length > 0 && noun === undefined) return ['its name', byKey];
  const told = parseDescription(String(schema.description ?? ''));
  const byWords = told ? others.findByName(told.noun).filter((other) => isDescribedTarget(told, other)) : [];
  if (byWords.length > 0) return ['its description', byWords];
  if (!isTypedKey(schema, types) || positionNamePattern.test(name)) return undefined;
  const byNoun = others.findByName(name);
  return byNoun.length > 0 ? ['its name and type', byNoun] : undefined;
}

/** A plain noun with a number or a formatted text is not a free text. */
const isTypedKey = ({ format }: BodyMember['schema'], types: readonly string[]): boolean =>
  types.includes('integer') || /^(uuid|uri|uri-reference)$/.test(String(format));

function hasIdPattern(document: Json | undefined, other: Collection, { pattern }: BodyMember['schema']): boolean {
  const id = listMembers(document, other.item as Json | undefined).get(getIdName(other));
  return typeof pattern === 'string' && id !== undefined && mergeSchemaParts(document, id.schema).pattern === pattern;
}

/** Nouns that are usually numbers instead of references. */
const positionNamePattern = /^(order|position|number|version|page|count|level|rank|priority)s?$/i;

interface DescribedTarget {
  readonly noun: string;
  /** The member of the item: its id, or another one. */
  readonly member: string;
}

/** `The id of the customer who pays`, or the foreign key that PostgREST writes into descriptions. */
function parseDescription(description: string): DescribedTarget | undefined {
  const [, member, noun] =
    /\b(id|identifier|uuid|guid|\w+) of (?:the |an? |its |one )?(?:\w+ing )?([a-z]\w+)/i.exec(description) ?? [];
  if (noun !== undefined && member !== undefined) return { noun, member };
  const table = /<fk table='(\w+)'/.exec(description)?.[1];
  return table === undefined ? undefined : { noun: table, member: 'id' };
}

/** `The name of the customer` is a key only if customers are identified by name. */
const isDescribedTarget = ({ member }: DescribedTarget, other: Collection): boolean =>
  /^(id|identifier|uuid|guid)$/i.test(member) || normalizeName(member) === normalizeName(getIdName(other));

function detectListKey(document: Json | undefined, { name, schema, pointer }: BodyMember, others: CollectionIndex) {
  const types = listTypes(document, getEntrySchema(document, schema));
  if (types.some((type) => !scalarPattern.test(type))) return undefined;
  const noun = /^(.+?)(?:_ids|-ids|Ids|IDs|_uuids|Uuids)$/.exec(name)?.[1];
  const entry = mergeSchemaParts(document, getEntrySchema(document, schema));
  const targets =
    noun === undefined
      ? (findTargets({ name: '', schema: entry }, types, others)?.[1] ??
        others.findByName(name).filter((other) => isTypedKey(entry, types) || hasIdPattern(document, other, entry)))
      : others.findByNameEnd(noun);
  return targets.length > 0 ? { pointer, isList: true, isLink: false, types, targets, sign: 'its name' } : undefined;
}

/** `{"category": {"id": 7}}` refers to categories; with other required members it is an embedded object. */
function detectNestedKey(document: Json | undefined, { name, schema, pointer }: BodyMember, others: CollectionIndex) {
  const targets = others.findByName(name);
  const members = [...listMembers(document, schema)];
  const found = members.find(([inner]) => targets.some((target) => inner === getIdName(target)));
  const isMore = members.some(([inner, { isRequired }]) => isRequired && inner !== found?.[0]);
  if (!found || isMore || found[1].schema.readOnly === true || !(members.length === 1 || found[1].isRequired))
    return undefined;
  const types = listTypes(document, found[1].schema);
  return {
    pointer: appendToPointer(pointer, found[0]),
    isList: false,
    isLink: false,
    types,
    targets,
    sign: 'its name',
  };
}

/** `{"parent": {"page_id": 7}}` refers to pages; only by a name that says so, and without other required members. */
function detectDeepKey(document: Json | undefined, { schema, pointer }: BodyMember, others: CollectionIndex) {
  const members = [...listMembers(document, schema)];
  const [only, second] = members;
  if (!only || second !== undefined || !/id$/i.test(only[0]) || normalizeName(only[0]) === 'id') return undefined;
  const [name, { schema: inner, isRequired }] = only;
  const child = { name, schema: inner, isRequired, pointer: appendToPointer(pointer, name), isWrapped: true };
  return /object|array/.test(listTypes(document, inner).join()) ? undefined : detectForeignKey(document, child, others);
}
