import { type Json, pointerOf } from '../../model/json.js';
import { entryOf, membersOf, typesOf } from './schema-shape.js';
import { isSameNoun, plainly } from './words.js';

/** Where things are in a page of a collection. */
export interface Page {
  /** Pointer to the entries; '' for a bare array. */
  readonly items: string;
  readonly next?: string;
  readonly total?: string;
  /** Schema of an entry. */
  readonly entry: Json | undefined;
}

/** What the schema of a list says: a page, something else, or nothing. */
export type Reading = Page | 'unknown' | 'no-page';

/** Reads the schema of a list's content as a page. */
export function readPage(document: Json | undefined, schema: Json | undefined, noun: string): Reading {
  const types = typesOf(document, schema);
  const members = membersOf(document, schema);
  if (types.includes('array') || entryOf(document, schema) !== undefined) {
    const entry = entryOf(document, schema);
    return isObjectLike(document, entry) ? { items: '', entry } : 'no-page';
  }
  if (members.size === 0) return types.length === 0 || types.includes('object') ? 'unknown' : 'no-page';
  return wrapper(document, schema, noun) ?? 'no-page';
}

const containers =
  /^(data|items|results|value|content|records|entries|elements|rows|list|hits|docs|objects|edges|resources)$/;
const asides = /^(links|errors|warnings|included|messages|facets|sort)$/;
const nextName =
  /^(links|meta|metadata|paging|pagination|page|pageinfo|cursors|responsemetadata)*(next|nextpage|nextlink|nexturl|nextpageuri|nextpageurl|nextcursor|nextpagetoken|nexttoken|nextmarker|nextcontinuationtoken|continuationtoken|cursor|continue|odatanextlink|endcursor|cursorsafter)(href)?$/;
/** A token is what the next request asks with, where a link stands beside it. */
const tokenName = /^(links|meta|metadata|paging|pagination)*next(page)?(after|offset|cursor|token)$/;
/** Numbers are called so too; only a text is the place of the next page. */
const offsetName = /^(meta|metadata|paging|pagination)*offset$/;
/** Whether there is more, where the next page is told by the last entry. */
const moreName = /^(meta|metadata|paging|pagination|page|pageinfo)*(hasmore|hasnext|hasnextpage)$/;
const totalName =
  /^(?!.*pages?count$)(meta|metadata|paging|pagination|page|pageinfo)*(total|totalcount|totalelements|totalitems|totalresults|totalsize|count|recordstotal|filtercount|itemstotal|odatacount)$/;

interface Spot {
  readonly tokens: readonly string[];
  readonly schema: Json;
}

function wrapper(document: Json | undefined, schema: Json | undefined, noun: string): Page | undefined {
  const spots = spotsIn(document, schema, [], 3);
  const arrays = spots.filter((spot) => isEntries(document, spot, noun));
  const scalars = spots.filter(({ schema: scalar }) => !/object|array/.test(typesOf(document, scalar).join()));
  const next =
    scalars.find((spot) => tokenName.test(wordOf(spot)) && mayBeText(document, spot.schema)) ??
    scalars.find((spot) => nextName.test(wordOf(spot)) && mayBeText(document, spot.schema)) ??
    scalars.find((spot) => offsetName.test(wordOf(spot)) && typesOf(document, spot.schema).join() === 'string') ??
    scalars.find((spot) => moreName.test(wordOf(spot)));
  const total = scalars.find((spot) => totalName.test(wordOf(spot)) && mayBeNumber(document, spot.schema));
  const named = arrays.find((spot) => isContainer(spot, noun));
  const [only] = arrays.length === 1 && (next || total) ? arrays : [];
  const items = named ?? only;
  if (!items) return undefined;
  return {
    items: pointerOf(items.tokens),
    ...(next ? { next: pointerOf(next.tokens) } : {}),
    ...(total ? { total: pointerOf(total.tokens) } : {}),
    entry: entryOf(document, items.schema),
  };
}

/** Members and their members, shallow ones first; entries are not looked into. */
function spotsIn(
  document: Json | undefined,
  schema: Json | undefined,
  tokens: readonly string[],
  depth: number,
): Spot[] {
  const here = [...membersOf(document, schema)].map(([name, member]) => ({
    tokens: [...tokens, name],
    schema: member.schema,
  }));
  const below = depth === 1 ? [] : here.flatMap((spot) => spotsIn(document, spot.schema, spot.tokens, depth - 1));
  return [...here, ...below];
}

function isEntries(document: Json | undefined, { tokens, schema }: Spot, noun: string): boolean {
  const name = tokens.at(-1) ?? '';
  const isReachable =
    tokens.length === 1 || (tokens.length === 2 && /^(data|result|response|embedded)$/.test(plainly(tokens[0] ?? '')));
  if (!isReachable || (asides.test(plainly(name)) && !isSameNoun(name, noun))) return false;
  const types = typesOf(document, schema);
  const entry = entryOf(document, schema);
  return (types.includes('array') || (types.length === 0 && entry !== undefined)) && isObjectLike(document, entry);
}

const isContainer = ({ tokens }: Spot, noun: string): boolean => {
  const name = tokens.at(-1) ?? '';
  return containers.test(plainly(name)) || isSameNoun(name, noun) || plainly(tokens[0] ?? '') === 'embedded';
};

function isObjectLike(document: Json | undefined, schema: Json | undefined): boolean {
  const types = typesOf(document, schema);
  return types.length === 0 || types.includes('object');
}

const mayBeText = (document: Json | undefined, schema: Json): boolean => {
  const types = typesOf(document, schema);
  return types.length === 0 || types.includes('string');
};

const mayBeNumber = (document: Json | undefined, schema: Json): boolean => {
  const types = typesOf(document, schema);
  return types.length === 0 || types.includes('integer') || types.includes('number');
};

const wordOf = ({ tokens }: Spot): string => tokens.map(plainly).join('');
