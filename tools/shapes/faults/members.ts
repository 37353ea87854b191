import { isDeepStrictEqual } from 'node:util';
import type { CollectionFacts, Member } from '../facts/facts.js';
import type { Content } from '../facts/values.js';

/** Whether no other member and no other item limits the value of a member, and the service never sets it. */
const isFree = (member: Member, { members }: CollectionFacts): boolean =>
  !member.isUnique &&
  !member.isOrdered &&
  !member.isDefaultFlag &&
  member.refersTo === undefined &&
  member.bound === undefined &&
  member.lessThan === undefined &&
  member.default === undefined &&
  members.every(({ lessThan }) => lessThan !== member.name);

/** Whether two valid values of a member are hardly ever equal. */
const isVaried = ({ type, values }: Member): boolean => type !== 'boolean' && values === undefined;

/** Whether a text has room for what a client knows its own items by. */
const isMark = ({ type, format, values, pattern, maxLength = 1000 }: Member): boolean =>
  type === 'object' ||
  format === 'email' ||
  format === 'uri' ||
  (type === 'string' && !format && !values && !pattern && maxLength > 8);

/** Members that any two items may have in common. */
export const listShared = (facts: CollectionFacts): Member[] =>
  facts.members.filter((one) => isFree(one, facts) && !isMark(one));

/** Whether items have a member in common that hardly has the same value in two of them by chance. */
export const hasShared = (facts: CollectionFacts): boolean => listShared(facts).some(isVaried);

/** Members that can grow with each write: counts and lists. */
export const listGrowing = (facts: CollectionFacts): Member[] =>
  facts.members.filter((one) => isFree(one, facts) && ['integer', 'number', 'strings'].includes(one.type));

/** What a member has after it has grown; undefined: it cannot. */
export function grow({ maximum = Number.POSITIVE_INFINITY }: Member, value: unknown): unknown {
  if (typeof value === 'number') return value < maximum ? value + 1 : undefined;
  return Array.isArray(value) && value.length > 0 ? [...value, ...value] : undefined;
}

/** Members with few values that each item has one of: its state. */
export const listStates = (facts: CollectionFacts): Member[] =>
  facts.members.filter(
    (one) => one.isOrdered || (isFree(one, facts) && (one.type === 'boolean' || one.values !== undefined)),
  );

/** The state after another one; undefined: there is none. */
export function findNextState({ values = [], isOrdered }: Member, value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  const place = values.indexOf(String(value));
  return place < 0 ? undefined : (values[place + 1] ?? (isOrdered ? undefined : values[0]));
}

/** Whether one member can be wrong in content in which another one is valid and new. */
export const hasHalves = (facts: CollectionFacts): boolean =>
  facts.members.some(
    (wrong) =>
      hasConstraint(wrong) &&
      facts.members.some((one) => one !== wrong && isVaried(one) && (isFree(one, facts) || one.isUnique)),
  );

/** Whether a client knows a value of a member that the service refuses. */
export const hasConstraint = ({ type, maxLength, format, values, pattern }: Member): boolean =>
  type === 'integer' || Boolean(maxLength || format || values || pattern);

/** The values that one content has and another one has not, of some members. */
export const pickNew = (members: readonly Member[], content: Content, before: Content): Content =>
  Object.fromEntries(
    members
      .map(({ name }) => [name, content[name]] as const)
      .filter(([name, value]) => value !== undefined && value !== null && !isDeepStrictEqual(value, before[name])),
  );
