import { moreNamePattern } from '../../model/field/next-page-field.js';
import { buildPointer, isObject, type Json, normalizeName } from '../../model/json.js';
import { getEntrySchema, listMembers, listTypes, mayHaveType, mergeSchemaParts } from './schema-shape.js';
import { isSameNoun } from './words.js';

/** The positions of the parts of a page. */
export interface PageMembers {
  /** Pointer to the entries; '' for a bare array. */
  readonly items: string;
  readonly next?: string;
  readonly total?: string;
  readonly entry: Json | undefined;
  /** Whether the entries are the members of an object, by their ids. */
  readonly isById?: boolean;
}

/** The result of reading a list schema: a page, unknown, or not a page. */
export type PageReading = PageMembers | 'unknown' | 'no-page';

/** The types of entries that are objects, and of those that are ids. */
const objectTypes: readonly string[] = ['object'];
export const idTypes: readonly string[] = ['string', 'integer'];

/** Whether a content schema is a list of texts or numbers. */
export const isListOfIds = (document: Json | undefined, schema: Json | undefined, noun: string): boolean =>
  typeof readPageSchema(document, schema, noun, idTypes) === 'object';

/** Reads the content schema of a list, whose entries have one of these types, as a page. */
export function readPageSchema(
  document: Json | undefined,
  schema: Json | undefined,
  noun: string,
  entryTypes = objectTypes,
): PageReading {
  const types = listTypes(document, schema);
  const members = listMembers(document, schema);
  if (types.includes('array') || getEntrySchema(document, schema) !== undefined) {
    const entry = getEntrySchema(document, schema);
    return mayHaveType(document, entry, ...entryTypes) ? { items: '', entry } : 'no-page';
  }
  if (members.size === 0) return types.length === 0 || types.includes('object') ? 'unknown' : 'no-page';
  return readWrapper(document, schema, noun, entryTypes) ?? 'no-page';
}

/** The same for items with an address, which may also be in an object by their ids, alone or in a member. */
export function readItemList(
  document: Json | undefined,
  schema: Json | undefined,
  noun: string,
  item?: Json,
): PageReading {
  const reading = readPageSchema(document, schema, noun);
  if (typeof reading === 'object') return reading;
  const inside = [...listMembers(document, schema)].map(([name, member]) => ({
    tokens: [name],
    schema: member.schema,
  }));
  const places = [{ tokens: [], schema: schema ?? null }, ...inside.filter((spot) => isContainer(spot, noun))];
  for (const { tokens, schema: keyed } of places) {
    const entry = getKeyedSchema(document, keyed);
    if (entry !== undefined && hasMostMembers(document, item, entry))
      return { items: buildPointer(tokens), isById: true, entry };
  }
  return reading;
}

/** Whether an item, or what is in its envelope, has most of the members of an entry, as far as its schema says which it has. */
function hasMostMembers(document: Json | undefined, item: Json | undefined, entry: Json): boolean {
  const own = listMembers(document, item);
  const shown = [...listMembers(document, entry).keys()];
  const hasMost = (names: ReadonlyMap<string, unknown>) =>
    shown.filter((name) => names.has(name)).length * 2 >= shown.length;
  return own.size === 0 || [own, ...[...own.values()].map(({ schema }) => listMembers(document, schema))].some(hasMost);
}

/** The schema of the objects that an object has under any name. */
function getKeyedSchema(document: Json | undefined, schema: Json): Json | undefined {
  const { additionalProperties: entry } = mergeSchemaParts(document, schema);
  const isOfObjects =
    isObject(entry) && (listTypes(document, entry).includes('object') || listMembers(document, entry).size > 0);
  return isOfObjects && listMembers(document, schema).size === 0 ? entry : undefined;
}

const containerNamePattern =
  /^(data|items|results|value|content|records|entries|elements|rows|list|hits|docs|objects|edges|resources)$/;
const asideNamePattern = /^(links|errors|warnings|included|messages|facets|sort)$/;
const nextNamePattern =
  /^(links|meta|metadata|paging|pagination|page|pageinfo|cursors|responsemetadata)*(next|nextpage|nextlink|nexturl|nextpageuri|nextpageurl|nextcursor|nextpagetoken|nexttoken|nextmarker|nextcontinuationtoken|continuationtoken|cursor|continue|odatanextlink|endcursor|cursorsafter)(href)?$/;
/** A token beside a link is the value for the next request. */
const tokenNamePattern = /^(links|meta|metadata|paging|pagination)*next(page)?(after|offset|cursor|token)$/;
/** Numbers have this name, too; only a text is the position of the next page. */
const offsetNamePattern = /^(meta|metadata|paging|pagination)*offset$/;
const totalNamePattern =
  /^(?!.*pages?count$)(meta|metadata|paging|pagination|page|pageinfo)*(total|totalcount|totalelements|totalitems|totalresults|totalsize|count|recordstotal|filtercount|itemstotal|odatacount)$/;

interface MemberPlace {
  readonly tokens: readonly string[];
  readonly schema: Json;
}

function readWrapper(
  document: Json | undefined,
  schema: Json | undefined,
  noun: string,
  entryTypes: readonly string[],
): PageMembers | undefined {
  const spots = listMemberPlaces(document, schema, [], 3);
  const arrays = spots.filter((spot) => isEntriesMember(document, spot, noun, entryTypes));
  const scalars = spots.filter(({ schema: scalar }) => !/object|array/.test(listTypes(document, scalar).join()));
  const next =
    scalars.find((spot) => tokenNamePattern.test(joinName(spot)) && mayHaveType(document, spot.schema, 'string')) ??
    scalars.find((spot) => nextNamePattern.test(joinName(spot)) && mayHaveType(document, spot.schema, 'string')) ??
    scalars.find(
      (spot) => offsetNamePattern.test(joinName(spot)) && listTypes(document, spot.schema).join() === 'string',
    ) ??
    scalars.find((spot) => moreNamePattern.test(joinName(spot)) && mayHaveType(document, spot.schema, 'boolean'));
  const total = scalars.find(
    (spot) => totalNamePattern.test(joinName(spot)) && mayHaveType(document, spot.schema, 'integer', 'number'),
  );
  const named = arrays.find((spot) => isContainer(spot, noun));
  const [only] = arrays.length === 1 && (next || total) ? arrays : [];
  const items = named ?? only;
  if (!items) return undefined;
  return {
    items: buildPointer(items.tokens),
    ...(next ? { next: buildPointer(next.tokens) } : {}),
    ...(total ? { total: buildPointer(total.tokens) } : {}),
    entry: getEntrySchema(document, items.schema),
  };
}

/** Members and their members, shallow ones first, without entries of lists. */
function listMemberPlaces(
  document: Json | undefined,
  schema: Json | undefined,
  tokens: readonly string[],
  depth: number,
): MemberPlace[] {
  const here = [...listMembers(document, schema)].map(([name, member]) => ({
    tokens: [...tokens, name],
    schema: member.schema,
  }));
  const below =
    depth === 1 ? [] : here.flatMap((spot) => listMemberPlaces(document, spot.schema, spot.tokens, depth - 1));
  return [...here, ...below];
}

function isEntriesMember(
  document: Json | undefined,
  { tokens, schema }: MemberPlace,
  noun: string,
  entryTypes: readonly string[],
): boolean {
  const name = tokens.at(-1) ?? '';
  const isReachable =
    tokens.length === 1 ||
    (tokens.length === 2 && /^(data|result|response|embedded)$/.test(normalizeName(tokens[0] ?? '')));
  if (!isReachable || (asideNamePattern.test(normalizeName(name)) && !isSameNoun(name, noun))) return false;
  const types = listTypes(document, schema);
  const entry = getEntrySchema(document, schema);
  return (
    (types.includes('array') || (types.length === 0 && entry !== undefined)) &&
    mayHaveType(document, entry, ...entryTypes)
  );
}

const isContainer = ({ tokens }: MemberPlace, noun: string): boolean => {
  const name = tokens.at(-1) ?? '';
  return (
    containerNamePattern.test(normalizeName(name)) ||
    isSameNoun(name, noun) ||
    normalizeName(tokens[0] ?? '') === 'embedded'
  );
};

const joinName = ({ tokens }: MemberPlace): string => tokens.map(normalizeName).join('');
