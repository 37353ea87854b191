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

/** The service's own document says what a creation must be like. A schema that only a profile declares may serve to make bodies. */
export const described = defineCollectionNeed(
  'described',
  'no document of the service describes the content of a creation',
  '--openapi',
  ({ create }) => create?.request?.schema !== undefined && getSchemaSource(create) === 'described',
);

/** Keywords that mean the same to every validator. Formats, unknown members and the engines of patterns do not. */
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

/** Whether the service itself complained about the member: then that is its own word, and the document may say otherwise. */
export const isTaught = ({ pointer }: NearMiss, { create }: Collection): boolean =>
  (create?.request?.taught ?? []).some((member) => `${pointer}/`.startsWith(`${member}/`));

/** Whether a breach is one that nobody can read otherwise: null is often taken for nothing, and classes of a pattern may know more letters. */
export function isPlainBreach({ body, pointer, keyword }: NearMiss): boolean {
  const value = getAtPointer(body, pointer);
  const isNull = value === null;
  const isForeign = keyword === 'pattern' && typeof value === 'string' && /[^\x20-\x7e]/.test(value);
  return judged.has(keyword) && pointer !== '' && !isNull && !isForeign;
}

/** Whether what was made shows what is forbidden just as it was sent, at a place where what is allowed is shown. */
export function isStored({ body, pointer, keyword }: NearMiss, shown: Exchange, valid: Exchange): boolean {
  if (!hasStatus(shown, 200) || !hasStatus(valid, 200)) return false;
  const usual = getAtPointer(valid.answer?.json, pointer);
  if (usual === undefined || usual === null) return false;
  const there = getAtPointer(shown.answer?.json, pointer);
  if (keyword === 'required') return there === undefined || there === null;
  return isSame(getAtPointer(body, pointer), there);
}

/** A number is not its text: what was put right is not what was sent. */
const isSame = (sent: Json | undefined, shown: Json | undefined): boolean =>
  shown !== undefined &&
  typeof sent === typeof shown &&
  Array.isArray(sent) === Array.isArray(shown) &&
  isEquivalent(sent, shown);
