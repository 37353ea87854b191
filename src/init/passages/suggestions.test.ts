import { expect, test } from 'vitest';
import { createOperation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { createWaitingCounter } from '../draft-passage.js';
import { createDraftInput, createSampleCollection } from '../sample.fixture.js';
import { draftSuggestions } from './suggestions.js';

const needed = ['create', 'replace', 'patch', 'delete', 'actions', 'states'].map(
  (key) => [`resources[].${key}`, 'things'] as const,
);

/** What is suggested for a collection, as paths with values. */
function suggest(collection: Collection): Record<string, unknown> {
  const { exclusions, ...known } = createDraftInput([collection], needed);
  const sources = { ...known, waiting: createWaitingCounter(exclusions) };
  const values = draftSuggestions(collection, sources, ['things']);
  return Object.fromEntries(values.map(({ path, value }) => [path.join('.'), value]));
}

const operation = (method: 'PUT' | 'PATCH' | 'DELETE') => createOperation(method, '/things/{id}', 'described');
const item = { properties: { status: { enum: ['open', 'sent', 'done'] } } };

test('nothing is suggested that the document of a collection rules out', () => {
  expect(suggest(createSampleCollection({ item }))).toEqual({});
});

test('what the document describes without all details is suggested', () => {
  const [replace, patch, remove] = (['PUT', 'PATCH', 'DELETE'] as const).map(operation);
  const written = createSampleCollection({
    item,
    ...(replace && { replace }),
    ...(patch && { patch }),
    ...(remove && { remove }),
  });
  expect(suggest(written)).toEqual({
    replace: {},
    'patch.field': '/name',
    'delete.mode': 'hard',
    states: { pointer: '/status', initial: 'open', terminal: ['done'], transitions: { open: ['sent', 'done'] } },
  });
});

test('everything is suggested for a collection that no document describes, with the states that end', () => {
  const list = createOperation('GET', '/things', 'observed');
  const suggested = suggest(createSampleCollection({ item, list, read: { ...list, path: '/things/{id}' } }));
  expect(Object.keys(suggested)).toEqual([
    'create.example',
    'replace',
    'patch.field',
    'delete.mode',
    'states',
    'actions',
  ]);
  expect(suggested.states).toEqual({
    pointer: '/status',
    initial: 'open',
    terminal: ['sent'],
    transitions: { open: { closure: 'sent' } },
  });
});
