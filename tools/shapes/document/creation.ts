import { isCreatedByPost } from '../design/effects.js';
import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { makeId } from '../facts/ids.js';
import { nameMember } from '../facts/names.js';
import { answer, describeRefusals, type Operation, query } from './parts.js';
import {
  describeContent,
  describeId,
  describeItem,
  makeExample,
  nameSchema,
  referTo,
  type Schema,
  wrapSchema,
} from './schemas.js';
import { listRefusedCreations } from './statuses.js';

function describeKey(service: ServiceFacts): unknown[] {
  const { idempotency, keyName } = service.design.service;
  if (idempotency === 'none' || keyName === 'member') return [];
  return [
    {
      ...query(keyName, idempotency === 'required', { type: 'string', maxLength: 64 }, 'header'),
      description: 'Idempotency key: a repeated request with it creates nothing.',
    },
  ];
}

/** Members of a creation that are none of the item: the id that the client chooses, and an idempotency key. */
function describeMore(facts: CollectionFacts, { design }: ServiceFacts): Schema {
  const { idempotency, keyName } = design.service;
  const { clientIdMember } = facts;
  const isKeyed = idempotency !== 'none' && keyName === 'member' && isCreatedByPost(facts.design.choices);
  const key = { type: 'string', description: 'A repeated request with it creates nothing.' };
  const properties = {
    ...(clientIdMember !== undefined && { [clientIdMember]: describeId(facts) }),
    ...(isKeyed && { idempotency_key: key }),
  };
  const required = [
    ...(clientIdMember === undefined ? [] : [clientIdMember]),
    ...(isKeyed && idempotency === 'required' ? ['idempotency_key'] : []),
  ];
  return { properties, required };
}

/** An example of what a client sends to create an item. */
function makeWhole(facts: CollectionFacts, service: ServiceFacts): Record<string, unknown> {
  const { idempotency, keyName } = service.design.service;
  const { clientIdMember, isIdNumber, design } = facts;
  const id = makeId(design.choices.idFormat, 4_000_000, 'example');
  const isKeyed = idempotency === 'required' && keyName === 'member' && isCreatedByPost(design.choices);
  return {
    ...(clientIdMember !== undefined && { [clientIdMember]: isIdNumber ? Number(id) : id }),
    ...makeExample(facts, service),
    ...(isKeyed && { idempotency_key: 'a-key-of-the-client' }),
  };
}

/** The body of a creation; `isWhole`: without references to components. */
export function describeNewContent(facts: CollectionFacts, service: ServiceFacts, isWhole = false): Schema {
  const { create, createBody } = facts.design.choices;
  const { properties, required } = describeMore(facts, service) as { properties: Schema; required: string[] };
  const content = describeContent(facts, service, makeWhole(facts, service));
  const all = [...required, ...((content.required as string[] | undefined) ?? [])];
  const more = {
    properties: { ...properties, ...(content.properties as Schema) },
    ...(all.length > 0 && { required: all }),
  };
  const isOwn = isWhole || Object.keys(properties).length > 0;
  const whole = isOwn ? { ...content, ...more } : referTo(`New${nameSchema(facts)}`);
  if (create === 'post-replaces') return { type: 'array', items: whole };
  const wrapper = nameMember(facts.design.noun, service.design.service.naming);
  return createBody === 'wrapped' ? { type: 'object', required: [wrapper], properties: { [wrapper]: whole } } : whole;
}

/** The schema of the answer to a creation; undefined: it has no content. */
function describeCreated(facts: CollectionFacts): Schema | undefined {
  const { created } = facts.id;
  if (facts.design.choices.createAnswer.startsWith('item'))
    return wrapSchema(facts.itemPointer, describeItem(facts, created));
  return created && wrapSchema(created.pointer, created.isUrl ? { type: 'string' } : describeId(facts));
}

export function describeCreation(facts: CollectionFacts, service: ServiceFacts): Operation {
  const { create, design } = facts;
  const { choices } = design;
  const isLocated = choices.createAnswer.endsWith('location');
  const success = {
    ...answer(choices.create === 'post-replaces' ? 'The list has these items now' : 'Created', describeCreated(facts)),
    ...(isLocated && { headers: { Location: { schema: { type: 'string' } } } }),
  };
  const isChange = facts.changes.some(({ method }) => create?.path === facts.itemPath && create?.method === method);
  const changed = isChange && choices.changeAnswer === 'no-content' ? '204' : '200';
  const isUpsert = choices.create === 'post-upserts' || isChange;
  const content: Record<string, unknown> = { schema: describeNewContent(facts, service) };
  if (service.design.service.examples === 'media-type') content.example = makeMediaExample(facts, service);
  return {
    summary: choices.create === 'post-replaces' ? `Replace all ${facts.plural}` : `Create one of the ${facts.plural}`,
    parameters: isCreatedByPost(choices) ? describeKey(service) : [],
    requestBody: { required: true, content: { [create?.mediaType ?? '']: content } },
    responses: {
      [choices.createStatus]: success,
      ...(isUpsert && choices.createStatus !== changed && { [changed]: answer('Replaced') }),
      ...describeRefusals(service, listRefusedCreations(facts, service)),
    },
  };
}

/** An example of the body of a creation, as it is sent. */
export function makeMediaExample(facts: CollectionFacts, service: ServiceFacts): unknown {
  const example = makeWhole(facts, service);
  if (facts.design.choices.create === 'post-replaces') return [example];
  const wrapper = nameMember(facts.design.noun, service.design.service.naming);
  return facts.design.choices.createBody === 'wrapped' ? { [wrapper]: example } : example;
}
