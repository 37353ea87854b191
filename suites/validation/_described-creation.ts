import {
  type Collection,
  defineCollectionNeed,
  type Exchange,
  getAtPointer,
  getSchemaSource,
  hasStatus,
  isEquivalent,
  type Json,
  type NearMiss,
} from '#rule';

/**
 * The document of the service describes the content of a creation. A schema that only the profile declares may serve
 * to build bodies.
 */
export const describedCreation = defineCollectionNeed(
  'described creation',
  'no document of the service describes the content of a creation',
  '--openapi',
  ({ create }) => create?.request?.schema !== undefined && getSchemaSource(create) === 'described',
);

/** Keywords with one meaning for every validator. Formats, unknown members and pattern engines differ. */
const judged = new Set([
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
]);

/** Whether the service itself reported the constraint: then it comes from an error message, and the document may differ. */
export const isLearned = ({ pointer }: NearMiss, { create }: Collection): boolean =>
  (create?.request?.taught ?? []).some((member) => `${pointer}/`.startsWith(`${member}/`));

/**
 * Whether a violation of the schema is unambiguous: null is often treated as absent, and character classes may
 * include more letters.
 */
export function isPlainBreach({ body, pointer, keyword }: NearMiss): boolean {
  const value = getAtPointer(body, pointer);
  const isNull = value === null;
  const isForeign = keyword === 'pattern' && typeof value === 'string' && /[^\x20-\x7e]/.test(value);
  return judged.has(keyword) && pointer !== '' && !isNull && !isForeign;
}

/** Whether the created item shows the forbidden value as it was sent, at a place where it shows valid values. */
export function isStored({ body, pointer, keyword }: NearMiss, shown: Exchange, valid: Exchange): boolean {
  if (!hasStatus(shown, 200) || !hasStatus(valid, 200)) return false;
  const usual = getAtPointer(valid.answer?.json, pointer);
  if (usual === undefined || usual === null) return false;
  const there = getAtPointer(shown.answer?.json, pointer);
  if (keyword === 'required') return there === undefined || there === null;
  return isSame(getAtPointer(body, pointer), there);
}

/** A number and its text differ: a corrected value is not the sent one. */
const isSame = (sent: Json | undefined, shown: Json | undefined): boolean =>
  shown !== undefined &&
  typeof sent === typeof shown &&
  Array.isArray(sent) === Array.isArray(shown) &&
  isEquivalent(sent, shown);
