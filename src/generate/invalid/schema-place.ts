import { isObject, type Json, tokensOf } from '../../model/json.js';

/** A JSON pointer as tokens. */
export type Route = readonly string[];

/** Where in the value a schema applies, and what was asked for there. */
export interface Place {
  /** Members that this direction does not know or that the caller left out. */
  readonly hidden: readonly string[];
  readonly omit: readonly Route[];
  readonly fixed: readonly (readonly [Route, Json])[];
  /** Whether this schema is the first that applies here, not a part of a composition. */
  readonly isOuter: boolean;
  readonly isBranch: boolean;
  /** The `$ref`s followed without going deeper into the value. */
  readonly chain: readonly string[];
  readonly example: Json | undefined;
}

/** The place of the whole value. */
export const wholeOf = (
  omit: readonly string[],
  fixed: Readonly<Record<string, Json>>,
  example: Json | undefined,
): Place => ({
  hidden: [],
  omit: omit.map(tokensOf),
  fixed: Object.entries(fixed).map(([pointer, value]) => [tokensOf(pointer), value]),
  isOuter: true,
  isBranch: false,
  chain: [],
  example,
});

/** The place of a member. */
export const memberOf = (place: Place, name: string): Place =>
  below(place, (token) => token === name, isObject(place.example) ? place.example[name] : undefined);

/** The place of every item: a pointer that names one index means all of them. */
export const itemOf = (place: Place): Place =>
  below(place, isIndex, Array.isArray(place.example) ? (place.example[0] as Json) : undefined);

/** Whether a token stands for items. */
export const isIndex = (token: string): boolean => /^(\d+|[*-])$/.test(token);

/** The same place, for a part of a composition. */
export const partOf = (place: Place, isBranch = place.isBranch): Place => ({ ...place, isOuter: false, isBranch });

/** What makes two places differ for the same schema. */
export const keyOf = ({ chain: _, ...place }: Place): string =>
  JSON.stringify([place.hidden, place.omit, place.fixed, place.isOuter, place.isBranch, place.example]);

function below(place: Place, isNext: (token: string) => boolean, example: Json | undefined): Place {
  const leads = (route: Route) => route.length > 1 && isNext(route[0] as string);
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
