import type { CollectionFacts, IdPlace, Member, ServiceFacts } from '../facts/facts.js';
import { makeId } from '../facts/ids.js';
import { putPointer } from '../facts/json-pointer.js';
import { nameMember } from '../facts/names.js';
import { type Content, makeContent } from '../facts/values.js';

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** A name in the components, from the singular. */
export const nameSchema = ({ design }: CollectionFacts): string => nameMember(design.noun, 'pascal');

export const referTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The schema of an id. */
export const describeId = ({ isIdNumber, idPattern }: CollectionFacts): Schema =>
  isIdNumber ? { type: 'integer', minimum: 1 } : { type: 'string', pattern: idPattern };

/** What a schema cannot say about a member, for those who read it. */
function describeInWords(member: Member): string {
  const { isUnique, lessThan, refersTo, bound, isOrdered, isDefaultFlag } = member;
  const notes = [
    [isUnique, 'No two items have the same.'],
    [lessThan, `Must be less than ${lessThan}.`],
    [refersTo !== undefined, 'The id of an item that exists.'],
    [bound, `At most ${bound?.member} of the item that ${bound?.through} refers to.`],
    [isOrdered, 'Changes to the next value only.'],
    [isDefaultFlag, 'True for one item at most: a new one takes it.'],
  ] as const;
  return notes.flatMap(([applies, text]) => (applies ? [text] : [])).join(' ');
}

/** The schema of a member. */
function describeMember(member: Member): Schema {
  const { type, format, pattern, values, maxLength, minimum, maximum } = member;
  if (type === 'strings') return { type: 'array', items: { type: 'string', maxLength } };
  if (type === 'object')
    return { type: 'object', properties: { label: { type: 'string' }, value: { type: 'integer' } } };
  const description = describeInWords(member) || undefined;
  const keywords = {
    type,
    format,
    pattern,
    enum: values,
    maxLength,
    minimum,
    maximum,
    default: member.default,
    description,
  };
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}

/** Content that is valid as long as the first items of others exist. */
export function makeExample(facts: CollectionFacts, { design, collections }: ServiceFacts): Content {
  const find = (collection: number) => {
    const choices = collections[collection]?.design.choices;
    return choices && { id: makeId(choices.idFormat, 0, `${design.seed}/${collection}`), content: {} };
  };
  return makeContent(facts.members, 'example', find) ?? {};
}

/** What a client sends to create or replace an item. */
export function describeContent(
  facts: CollectionFacts,
  service: ServiceFacts,
  example: Content = makeExample(facts, service),
): Schema {
  const { examples } = service.design.service;
  const properties: Record<string, unknown> = {};
  for (const member of facts.members) {
    const schema = describeMember(member);
    properties[member.name] =
      examples === 'member' ? { ...schema, ...writeExample(service, example[member.name]) } : schema;
  }
  const required = facts.members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const isClosed = facts.design.choices.unknownMembers === 'refused';
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(isClosed && { additionalProperties: false }),
    ...(examples === 'schema' && writeExample(service, example)),
  };
}

const writeExample = ({ design }: ServiceFacts, example: unknown): Schema =>
  design.service.documentVersion === '3.1' ? { examples: [example] } : { example };

/** What the service returns of an item, with the id in one of its places. */
export function describeItem(facts: CollectionFacts, place: IdPlace | undefined): Schema {
  const { choices } = facts.design;
  const properties: Record<string, unknown> = {};
  if (place) putProperty(properties, place, describeIdAt(facts, place));
  for (const member of facts.members) properties[member.name] = describeMember(member);
  if (facts.parentMember && facts.parent) properties[facts.parentMember] = describeId(facts.parent);
  if (facts.action) properties[facts.action.stateMember] = { type: 'string', enum: facts.action.states };
  if (choices.removalKind === 'archive-first') properties.archived = { type: 'boolean' };
  if (choices.removalKind === 'soft') properties.deleted = { type: 'boolean' };
  if (choices.actionLinks !== 'none') properties.actions = { type: 'array', items: { type: 'object' } };
  if (choices.dates !== 'none' && choices.entry !== 'equal') {
    const date = choices.dates === 'iso' ? { type: 'string', format: 'date-time' } : { type: 'integer' };
    properties.created = date;
    properties.modified = date;
  }
  return { type: 'object', properties };
}

const describeIdAt = (facts: CollectionFacts, { isUrl }: IdPlace): Schema =>
  isUrl ? { type: 'string', format: 'uri-reference' } : describeId(facts);

function putProperty(properties: Record<string, unknown>, { pointer }: IdPlace, schema: Schema): void {
  const nested = pointer.slice(1).replaceAll('/', '/properties/');
  putPointer(properties, `/${nested}`, schema);
  for (let end = nested.indexOf('/properties'); end > 0; end = nested.indexOf('/properties', end + 1))
    putPointer(properties, `/${nested.slice(0, end)}/type`, 'object');
}

/** A schema within objects, at a JSON pointer. */
export function wrapSchema(pointer: string, schema: Schema): Schema {
  const [, first, ...rest] = pointer.split('/');
  if (first === undefined) return schema;
  const inner = rest.length > 0 ? wrapSchema(`/${rest.join('/')}`, schema) : schema;
  return { type: 'object', properties: { [first]: inner } };
}

/** The schema of one entry of a list. */
function describeEntry(facts: CollectionFacts): Schema {
  const { entry } = facts.design.choices;
  const place = facts.id.list;
  if (entry === 'string') return { type: 'string', pattern: facts.idPattern };
  if (entry === 'number') return describeId(facts);
  if (entry === 'item') return describeItem(facts, place);
  if (entry === 'without-id' || entry === 'equal') return describeItem(facts, undefined);
  const [first] = entry === 'fewer' ? facts.members : [];
  const properties: Record<string, unknown> = {};
  if (place) putProperty(properties, place, describeIdAt(facts, place));
  if (first) properties[first.name] = describeMember(first);
  return { type: 'object', properties };
}

/** The schema of a list. */
export function describeList(facts: CollectionFacts): Schema {
  const { listShape, lastNext } = facts.design.choices;
  const entry = describeEntry(facts);
  if (listShape === 'by-id') return { type: 'object', additionalProperties: entry };
  const whole = wrapSchema(facts.entriesPointer, { type: 'array', items: entry });
  const { next, total } = facts.paging ?? {};
  const nextSchema: Schema = lastNext === 'null' ? { description: 'Null on the last page.' } : { type: 'string' };
  const parts = [
    whole,
    ...(next?.in === 'body' ? [wrapSchema(next.pointer, nextSchema)] : []),
    ...(total?.in === 'body' ? [wrapSchema(total.name, { type: 'integer' })] : []),
  ];
  return parts.reduce(mergeSchemas);
}

function mergeSchemas(one: Schema, other: Schema): Schema {
  const properties: Record<string, unknown> = { ...(one.properties as Schema) };
  for (const [name, schema] of Object.entries((other.properties ?? {}) as Record<string, Schema>))
    properties[name] = properties[name] ? mergeSchemas(properties[name] as Schema, schema) : schema;
  return { ...one, properties };
}
