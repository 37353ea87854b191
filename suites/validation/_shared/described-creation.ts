import { type Collection, compare, type Exchange, http, type Json, needs, type values } from '#rule';

/** The document of the service, and not only the profile, describes the content of a creation. */
export const describedCreation = needs.defineNeed('collection', {
  name: 'described creation',
  reason: 'no document of the service describes the content of a creation',
  enable: '--openapi',
  isMet: ({ create }) =>
    create?.request?.schema !== undefined && (create.request.schemaFrom ?? create.provenance) === 'described',
});

/** Keywords with one meaning for every validator. Formats, unknown members and pattern engines differ. */
const judged = new Set(
  'type enum const minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern minItems maxItems uniqueItems required'.split(
    ' ',
  ),
);

/** Whether the service itself reported the constraint: then it comes from an error message, and the document may differ. */
export const isLearned = ({ pointer }: values.NearMiss, { create }: Collection): boolean =>
  (create?.request?.taught ?? []).some((member) => `${pointer}/`.startsWith(`${member}/`));

/** Whether a violation of the schema is unambiguous: null may mean absent, and classes may include more letters. */
export function isPlainBreach({ body, pointer, keyword }: values.NearMiss): boolean {
  const value = compare.getAtPointer(body, pointer);
  const isNull = value === null;
  const isForeign = keyword === 'pattern' && typeof value === 'string' && /[^\x20-\x7e]/.test(value);
  return judged.has(keyword) && pointer !== '' && !isNull && !isForeign;
}

/** Whether the created item shows the forbidden value as it was sent, at a place where it shows valid values. */
export function isStored({ body, pointer, keyword }: values.NearMiss, shown: Exchange, valid: Exchange): boolean {
  if (!http.hasStatus(shown, 200) || !http.hasStatus(valid, 200)) return false;
  const usual = compare.getAtPointer(valid.answer?.json, pointer);
  if (usual === undefined || usual === null) return false;
  const there = compare.getAtPointer(shown.answer?.json, pointer);
  if (keyword === 'required') return there === undefined || there === null;
  return isSame(compare.getAtPointer(body, pointer), there);
}

/** A number and its text differ: a corrected value is not the sent one. */
const isSame = (sent: Json | undefined, shown: Json | undefined): boolean =>
  shown !== undefined &&
  typeof sent === typeof shown &&
  Array.isArray(sent) === Array.isArray(shown) &&
  compare.isEquivalent(sent, shown);
