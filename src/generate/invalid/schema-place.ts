import { getMember, isObject, type Json, parsePointer } from '../../model/json.js';

/** A JSON pointer as tokens. */
export type PointerTokens = readonly string[];

/** The place in the value to which a schema applies, and the options for it. */
export interface SchemaPlace {
  /** Members that are hidden in this direction or omitted. */
  readonly hidden: readonly string[];
  readonly omit: readonly PointerTokens[];
  readonly fixed: readonly (readonly [PointerTokens, Json])[];
  /** Whether this schema is the outermost one here, not part of a composition. */
  readonly isOuter: boolean;
  readonly isBranch: boolean;
  /** The `$ref`s followed at this level of the value. */
  readonly chain: readonly string[];
  readonly example: Json | undefined;
}

/** Creates the place of the whole value. */
export const createWholePlace = (
  omit: readonly string[],
  fixed: Readonly<Record<string, Json>>,
  example: Json | undefined,
): SchemaPlace => ({
  hidden: [],
  omit: omit.map(parsePointer),
  fixed: Object.entries(fixed).map(([pointer, value]) => [parsePointer(pointer), value]),
  isOuter: true,
  isBranch: false,
  chain: [],
  example,
});

/** Creates the place of a member. */
export const createMemberPlace = (place: SchemaPlace, name: string): SchemaPlace =>
  createInnerPlace(
    place,
    (token) => token === name,
    isObject(place.example) ? getMember(place.example, name) : undefined,
  );

/** Creates the place of all items: a pointer with one index applies to all of them. */
export const createItemPlace = (place: SchemaPlace): SchemaPlace =>
  createInnerPlace(place, isIndexToken, Array.isArray(place.example) ? (place.example[0] as Json) : undefined);

/** Whether a token is an array index. */
export const isIndexToken = (token: string): boolean => /^(\d+|[*-])$/.test(token);

/** Returns the same place for a part of a composition. */
export const createPartPlace = (place: SchemaPlace, isBranch = place.isBranch): SchemaPlace => ({
  ...place,
  isOuter: false,
  isBranch,
});

/** Returns a key that distinguishes places for the same schema. */
export const buildSchemaPlaceKey = ({ chain: _, ...place }: SchemaPlace): string =>
  JSON.stringify([place.hidden, place.omit, place.fixed, place.isOuter, place.isBranch, place.example]);

function createInnerPlace(
  place: SchemaPlace,
  isNext: (token: string) => boolean,
  example: Json | undefined,
): SchemaPlace {
  const leads = (route: PointerTokens) => route.length > 1 && isNext(route[0] as string);
  return {
    hidden: [],
    omit: place.omit.filter(leads).map((route) => route.slice(1)),
    fixed: place.fixed.filter(([route]) => leads(route)).map(([route, value]) => [route.slice(1), value]),
    isOuter: true,
    isBranch: false,
    chain: [],
    example,
  };
}
