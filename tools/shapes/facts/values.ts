import type { Member } from './facts.js';
import { hash, hashNumber, makeId } from './ids.js';

/** Content of an item, as clients write it. */
export type Content = Readonly<Record<string, unknown>>;

/** An item that another one may refer to. */
export interface Referenced {
  readonly id: string;
  readonly content: Content;
}

/** Finds an existing item of a collection. */
export type FindReferenced = (collection: number) => Referenced | undefined;

const syllables = ['ba', 'lor', 'mi', 'ten', 'ka', 'ro', 'su', 'vel', 'da', 'ni'];

/** A text of letters, at most 8 of them. */
const makeWord = (source: string) =>
  [0, 1].map((part) => syllables[hashNumber(syllables.length, source, part)] ?? '').join('') +
  hash(source).replaceAll(/[0-9]/g, '').slice(0, 2);

const makeDate = (source: string, year: number) =>
  `${year}-0${1 + hashNumber(9, source, 'month')}-1${hashNumber(9, source, 'day')}`;

/** A valid value of a member; other values for other sources, as far as there are any. */
function makeValue(member: Member, source: string): unknown {
  const word = makeWord(source);
  switch (member.type) {
    case 'boolean':
      return member.isDefaultFlag ? false : hashNumber(2, source) === 1;
    case 'integer':
      return (member.minimum ?? 1) + hashNumber(Math.min(member.maximum ?? 500, 500) - 1, source);
    case 'number':
      return (100 + hashNumber(9000, source)) / 4;
    case 'strings':
      return [word, makeWord(`${source}/2`)];
    case 'object':
      return { label: word, value: hashNumber(100, source) };
    case 'string':
      return makeText(member, source, word);
  }
}

function makeText(member: Member, source: string, word: string): string {
  if (member.isOrdered) return member.values?.[0] ?? '';
  if (member.values) return member.values[hashNumber(member.values.length, source)] ?? '';
  if (member.pattern)
    return `${hash(source).replaceAll(/[0-9]/g, '').toUpperCase().slice(0, 3)}-${1000 + hashNumber(9000, source)}`;
  if (member.isUnique) return hash(source).slice(0, 8);
  if (member.format === 'date') return makeDate(source, member.lessThan ? 2025 : 2026);
  if (member.format === 'date-time') return `${makeDate(source, 2026)}T08:${10 + hashNumber(49, source)}:00Z`;
  if (member.format === 'email') return `${word}@example.com`;
  if (member.format === 'uri') return `https://www.example.com/${word}`;
  return (member.maxLength ?? 0) <= 8 ? word : `${word} ${makeWord(`${source}/3`)} ${hash(source).slice(0, 6)}`;
}

/** Valid content; undefined if an item that it must refer to does not exist. */
export function makeContent(members: readonly Member[], source: string, find: FindReferenced): Content | undefined {
  const content: Record<string, unknown> = {};
  for (const member of members) {
    if (member.refersTo === undefined) {
      content[member.name] = member.bound ? 1 : makeValue(member, `${source}/${member.name}`);
      continue;
    }
    const target = find(member.refersTo);
    if (!target) return undefined;
    content[member.name] = member.type === 'integer' ? Number(target.id) : target.id;
  }
  return content;
}

/** Content that a service must refuse, and why. */
export interface BrokenContent {
  readonly content: Content;
  readonly member: string;
  /** `conflict`: valid by itself, but not beside the items that exist. */
  readonly kind: 'invalid' | 'conflict';
}

/** Each way to make valid content invalid; `existing` is the content of an item that exists. */
export function breakContent(
  members: readonly Member[],
  valid: Content,
  existing: Content | undefined,
  find: FindReferenced,
): BrokenContent[] {
  const broken: BrokenContent[] = [];
  const add = (member: Member, value: unknown, kind: BrokenContent['kind'] = 'invalid') => {
    const { [member.name]: _, ...rest } = valid;
    broken.push({
      content: value === undefined ? rest : { ...valid, [member.name]: value },
      member: member.name,
      kind,
    });
  };
  for (const member of members) {
    if (member.isRequired) add(member, undefined);
    for (const value of listInvalid(member)) add(member, value);
    if (member.isUnique && existing?.[member.name] !== undefined) add(member, existing[member.name], 'conflict');
    const most = member.bound && readBound(members, member, find);
    if (most !== undefined) add(member, most + 1);
    if (member.lessThan && typeof valid[member.lessThan] === 'string') add(member, '2031-01-01');
  }
  return broken;
}

function readBound(members: readonly Member[], { bound }: Member, find: FindReferenced): number | undefined {
  const to = members.find(({ name }) => name === bound?.through)?.refersTo;
  const most = to === undefined ? undefined : find(to)?.content[bound?.member ?? ''];
  return typeof most === 'number' ? most : undefined;
}

function listInvalid(member: Member): unknown[] {
  const { type } = member;
  if (member.refersTo !== undefined) return [type === 'integer' ? 999_999_999 : makeId('uuid', 0, 'no such item')];
  if (member.values) return ['no-such-value'];
  if (member.format) return ['neither a date nor an address'];
  if (member.pattern) return ['abc'];
  if (type === 'string') return member.maxLength === undefined ? [] : ['x'.repeat(member.maxLength + 1)];
  if (type === 'integer') return [member.minimum === undefined ? 'many' : member.minimum - 1];
  return type === 'number' ? ['much'] : [];
}
