import type { CollectionFacts, Member } from '../../facts/facts.js';
import type { Content } from '../../facts/values.js';
import { isPresent, listPresent, readNewest } from '../state/items.js';
import type { Item, Problem, Visit, World } from '../state/world.js';
import { isObject } from './read-body.js';

/** What is wrong with the content of an item: a new one, or one that exists. */
export function findProblems({ world, facts, caller }: Visit, content: Content, item: Item | undefined): Problem[] {
  if (!facts) return [];
  const whole: Whole = { world, facts, caller, content, item };
  return facts.members.flatMap((member) => findProblem(whole, member) ?? []);
}

interface Whole {
  readonly world: World;
  readonly facts: CollectionFacts;
  readonly caller: string | undefined;
  readonly content: Content;
  readonly item: Item | undefined;
}

function findProblem(whole: Whole, member: Member): Problem | undefined {
  const { name } = member;
  const value = whole.content[name];
  if (value === undefined) return member.isRequired ? { member: name, rule: 'required' } : undefined;
  if (!hasType(member, value)) return { member: name, rule: 'type' };
  if (typeof value === 'string' && !hasForm(member, value)) return { member: name, rule: 'format' };
  if (typeof value === 'number' && !isWithin(whole, member, value)) return { member: name, rule: 'range' };
  const rule = findMisfit(whole, member, value);
  return rule && { member: name, rule };
}

function hasType({ type, maxLength = 1000 }: Member, value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'object') return isObject(value) && hasNestedTypes(value);
  if (type !== 'strings') return typeof value === type;
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && one.length <= maxLength);
}

/** The types of the members of objects, as the document says. */
const hasNestedTypes = ({ label, value }: Content) =>
  (label === undefined || typeof label === 'string') && (value === undefined || Number.isSafeInteger(value));

const formats: Record<NonNullable<Member['format']>, RegExp> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  uri: /^https?:\/\/\S+$/,
};

function hasForm({ values, format, pattern, maxLength = 1000 }: Member, text: string): boolean {
  if (values && !values.includes(text)) return false;
  if (format && (!formats[format].test(text) || (format.startsWith('date') && Number.isNaN(Date.parse(text)))))
    return false;
  return (pattern === undefined || new RegExp(pattern).test(text)) && [...text].length <= maxLength;
}

function isWithin({ world, facts, content }: Whole, { minimum, maximum, bound }: Member, value: number): boolean {
  if (value < (minimum ?? value) || value > (maximum ?? value)) return false;
  const to = facts.members.find(({ name }) => name === bound?.through)?.refersTo;
  const target = to === undefined ? undefined : world.stores[to]?.get(String(content[bound?.through ?? '']));
  const most = target && readNewest(world, target)?.content[bound?.member ?? ''];
  return typeof most !== 'number' || value <= most;
}

/** What is wrong with a value beside other members and items. */
function findMisfit(whole: Whole, member: Member, value: unknown): Problem['rule'] | undefined {
  const { world, facts, content, item, caller } = whole;
  const greater = member.lessThan === undefined ? undefined : content[member.lessThan];
  if (typeof greater === 'string' && String(value) >= greater) return 'range';
  if (member.refersTo !== undefined) {
    const target = world.stores[member.refersTo]?.get(String(value));
    if (!target || !isPresent(world, target) || !world.behaviour.canSee(world, caller, target)) return 'reference';
  }
  const isTaken = (other: Item) => other !== item && readNewest(world, other)?.content[member.name] === value;
  if (member.isUnique && listPresent(world, facts.index).some(isTaken)) return 'unique';
  return member.isOrdered && item && !isNext(member, readNewest(world, item)?.content[member.name], value)
    ? 'order'
    : undefined;
}

function isNext({ values = [] }: Member, before: unknown, after: unknown): boolean {
  const step = values.indexOf(String(after)) - values.indexOf(String(before));
  return step === 0 || step === 1;
}

/** Whether a problem is one with what exists, not with the content itself. */
export const isConflict = ({ rule }: Problem): boolean => rule === 'unique' || rule === 'order';
