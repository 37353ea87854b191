import { isEquivalent } from '../../model/difference.js';
import { getAtPointer, isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { NearMiss } from './bodies.js';

type PreparedMembers = Pick<Collection, 'marker' | 'unique' | 'overrides'>;

/** Whether a near miss still misses after it was dressed: a mark or a unique value may have mended what was broken. */
export const isStillBroken = ({ body, pointer, keyword }: NearMiss, sent: Json): boolean =>
  keyword !== 'none' && (pointer === '' || isEquivalent(getAtPointer(body, pointer), getAtPointer(sent, pointer)));

/** Where bodies are dressed before they are sent: the mark, unique members, and values that must be as they are. */
export const listPreparedMembers = ({ marker, unique, overrides }: PreparedMembers): string[] => [
  ...(marker === undefined ? [] : [marker]),
  ...unique,
  ...Object.keys(overrides),
];

/** Whether a near miss can be dressed there and stay broken: what is broken is none of these places, nor above one. */
export const canBePrepared = ({ body, pointer, keyword }: NearMiss, places: readonly string[]): boolean =>
  keyword !== 'none' &&
  isObject(body) &&
  (pointer === '' || !places.some((place) => `${place}/`.startsWith(`${pointer}/`)));

/** How a near miss is told in a sentence. */
export const describeNearMiss = ({ pointer, keyword }: NearMiss): string => `${keyword} broken at ${pointer || '/'}`;
