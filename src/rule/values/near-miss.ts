import { isEquivalent } from '../../model/difference.js';
import { getAtPointer, isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { NearMiss } from './bodies.js';

type PreparedMembers = Pick<Collection, 'marker' | 'unique' | 'overrides'>;

/**
 * Whether a near miss is still invalid after preparation: the marker or a unique value may have replaced the invalid
 * part.
 */
export const isStillBroken = ({ body, pointer, keyword }: NearMiss, sent: Json): boolean =>
  keyword !== 'none' && (pointer === '' || isEquivalent(getAtPointer(body, pointer), getAtPointer(sent, pointer)));

/** Pointers at which bodies are changed before they are sent: the marker, unique members, and overrides. */
const listPreparedMembers = ({ marker, unique, overrides }: PreparedMembers): string[] => [
  ...(marker === undefined ? [] : [marker]),
  ...unique,
  ...Object.keys(overrides),
];

/** Whether a near miss stays invalid after preparation: the violation is neither at nor above a prepared member. */
export const canBePrepared = ({ body, pointer, keyword }: NearMiss, collection: PreparedMembers): boolean =>
  keyword !== 'none' &&
  isObject(body) &&
  (pointer === '' || !listPreparedMembers(collection).some((place) => `${place}/`.startsWith(`${pointer}/`)));

/** Describes a near miss in a sentence. */
export const describeNearMiss = ({ pointer, keyword }: NearMiss): string => `${keyword} violated at ${pointer || '/'}`;
