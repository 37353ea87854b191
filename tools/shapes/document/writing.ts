import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { answer, describeRefusals, type Operation, query } from './parts.js';
import { describeRead } from './reading.js';
import { nameSchema, referTo, type Schema } from './schemas.js';
import { listMissing, listRefusedChanges, listRefusedRemovals } from './statuses.js';

function describeMatch({ design }: CollectionFacts): unknown[] {
  const { entityTag, preconditions } = design.choices;
  return entityTag === 'none' ? [] : [query('If-Match', preconditions === 'required', { type: 'string' }, 'header')];
}

const patchSchema: Schema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['op', 'path'],
    properties: { op: { type: 'string' }, path: { type: 'string' }, value: {} },
  },
};

export function describeChange(facts: CollectionFacts, service: ServiceFacts, mediaType: string): Operation {
  const { changeAnswer } = facts.design.choices;
  const isWhole = facts.changes.some((one) => one.mediaType === mediaType && one.method === 'PUT');
  const content = referTo(`${isWhole ? 'New' : 'Changed'}${nameSchema(facts)}`);
  const schema = mediaType === 'application/json-patch+json' ? patchSchema : content;
  return {
    summary: `${isWhole ? 'Replace' : 'Change'} one of the ${facts.plural}`,
    parameters: describeMatch(facts),
    requestBody: { required: true, content: { [mediaType]: { schema } } },
    responses: {
      [changeAnswer === 'no-content' ? 204 : 200]: answer(
        'Changed',
        changeAnswer === 'item' ? describeRead(facts) : undefined,
      ),
      ...describeRefusals(service, listRefusedChanges(facts, service)),
    },
  };
}

export function describeRemoval(facts: CollectionFacts, service: ServiceFacts): Operation {
  const { removal, repeatedRemoval } = facts.design.choices;
  return {
    summary: `Remove one of the ${facts.plural}`,
    parameters: describeMatch(facts),
    responses: {
      [removal]: answer('Removed', removal === '200' ? describeRead(facts) : undefined),
      ...(repeatedRemoval === '204' && removal !== '204' && { 204: answer('Removed before') }),
      ...describeRefusals(service, listRefusedRemovals(facts, service)),
    },
  };
}

export function describeAction(
  facts: CollectionFacts,
  service: ServiceFacts,
  add: (path: string, method: string, operation: Operation) => void,
): void {
  const { action } = facts;
  if (!action) return;
  const record = {
    type: 'object',
    properties: Object.fromEntries(['id', 'reason', 'author', 'date'].map((name) => [name, { type: 'string' }])),
  };
  const reason = { type: 'object', properties: { reason: { type: 'string' } } };
  const isRepeatable = facts.design.choices.repeatedAction === 'same';
  add(action.path, 'POST', {
    summary: `The ${action.name} of one of the ${facts.plural}`,
    requestBody: { content: { 'application/json': { schema: reason } } },
    responses: {
      [action.hasRecord ? 201 : 200]: answer('Done', action.hasRecord ? record : describeRead(facts)),
      ...(isRepeatable && { 200: answer('Done before', action.hasRecord ? record : describeRead(facts)) }),
      ...describeRefusals(service, [
        400,
        ...listMissing(facts),
        ...(isRepeatable ? [] : [Number(service.design.service.conflictStatus)]),
      ]),
    },
  });
  if (action.hasRecord)
    add(action.path, 'GET', {
      summary: `The record of the ${action.name}`,
      responses: { 200: answer('The record', record), ...describeRefusals(service, listMissing(facts)) },
    });
}
