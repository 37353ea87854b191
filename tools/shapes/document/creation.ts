import { isCreatedByPost } from '../design/effects.js';
import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { nameMember } from '../facts/names.js';
import { answer, describeRefusals, type Operation, query } from './parts.js';
import { describeId, describeItem, makeExample, nameSchema, referTo, type Schema, wrapSchema } from './schemas.js';

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

/** The body of a creation, with the id that the client chooses and the key that it sends as a member. */
function describeNewContent(facts: CollectionFacts, service: ServiceFacts): Schema {
  const { choices } = facts.design;
  const { idempotency, keyName } = service.design.service;
  const own = referTo(`New${nameSchema(facts)}`);
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  if (facts.clientIdMember !== undefined) {
    properties[facts.clientIdMember] = describeId(facts);
    required.push(facts.clientIdMember);
  }
  if (idempotency !== 'none' && keyName === 'member' && isCreatedByPost(choices)) {
    properties.idempotency_key = { type: 'string', description: 'A repeated request with it creates nothing.' };
    if (idempotency === 'required') required.push('idempotency_key');
  }
  const more = { type: 'object', properties, ...(required.length > 0 && { required }) };
  const whole = Object.keys(properties).length > 0 ? { allOf: [own, more] } : own;
  if (choices.create === 'post-replaces') return { type: 'array', items: whole };
  const wrapper = nameMember(facts.design.noun, service.design.service.naming);
  return choices.createBody === 'wrapped'
    ? { type: 'object', required: [wrapper], properties: { [wrapper]: whole } }
    : whole;
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
      ...describeRefusals(service, [400, Number(service.design.service.invalidStatus), ...(facts.parent ? [404] : [])]),
    },
  };
}

function makeMediaExample(facts: CollectionFacts, service: ServiceFacts): unknown {
  const example = makeExample(facts, service);
  if (facts.design.choices.create === 'post-replaces') return [example];
  const wrapper = nameMember(facts.design.noun, service.design.service.naming);
  return facts.design.choices.createBody === 'wrapped' ? { [wrapper]: example } : example;
}
