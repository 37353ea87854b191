import { type Collection, compare, type Json, type JudgingTools, needs } from '#rule';
import { getMember } from '../../_shared/members.js';

/** The creation has members that may be left out, beside the marker. */
export const optionalMembers = needs.defineNeed('collection', {
  name: 'optional members',
  reason: 'the schema of the creation names no optional member',
  enable: 'resources[].create.schema',
  isMet: ({ create, marker, id, serverAssigned = [] }) => {
    const schema = create?.request?.schema;
    if (!compare.isObject(schema)) return false;
    const { properties, required, allOf, $ref } = schema;
    if (allOf !== undefined || $ref !== undefined) return true;
    if (!compare.isObject(properties) || !Array.isArray(required)) return false;
    const isFixed = (name: string) =>
      required.includes(name) || serverAssigned.includes(name) || [marker, id.pointer].includes(`/${name}`);
    return Object.entries(properties).some(
      ([name, member]) => !isFixed(name) && !(compare.isObject(member) && member.readOnly === true),
    );
  },
});

/** Number of top-level members. */
export const countTopMembers = (body: Json): number => (compare.isObject(body) ? Object.keys(body).length : 0);

/** A body with the flags and the enumerated values that an item shows, and no others. */
export function copyChoices(body: Json, shown: Json | undefined, { create }: Collection): Json {
  if (!compare.isObject(body) || !compare.isObject(shown)) return body;
  const { properties } = compare.isObject(create?.request?.schema) ? create.request.schema : {};
  const isChoice = (name: string, value: Json) => {
    const schema = getMember(properties as Json | undefined, name);
    return typeof value === 'boolean' || (compare.isObject(schema) && Array.isArray(schema.enum));
  };
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const chosen = isChoice(name, value) ? (getMember(shown, name) ?? undefined) : value;
      return chosen === undefined ? [] : [[name, chosen] as const];
    }),
  );
}

const wordPattern = /^[\p{L}_ -]{1,40}$/u;

/** Finds a member by which a list may select one of two items and not the other; `sent` created one of them. */
export function findDifferentChoice(
  [one, other]: readonly [Json | undefined, Json | undefined],
  sent: Json,
  { create, states }: Collection,
  { findBreaches }: Pick<JudgingTools, 'findBreaches'>,
): string | undefined {
  if (!compare.isObject(one) || !compare.isObject(other) || !compare.isObject(sent)) return 'the content';
  const schema = create?.request?.schema;
  const isFreeText = (name: string) =>
    schema !== undefined &&
    Object.hasOwn(sent, name) &&
    !findBreaches(schema, { ...sent, [name]: 'text for a check' }).some(
      ({ pointer }) => compare.parsePointer(pointer)[0] === name,
    );
  const isWord = (value: Json | undefined) => typeof value === 'string' && wordPattern.test(value);
  const [state] = compare.parsePointer(states?.pointer ?? '');
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].find((name) => {
    const values = [getMember(one, name), getMember(other, name)] as const;
    if (compare.isEquivalent(values[0] ?? null, values[1] ?? null)) return false;
    return (
      name === state || values.some((value) => typeof value === 'boolean') || (values.some(isWord) && !isFreeText(name))
    );
  });
}
