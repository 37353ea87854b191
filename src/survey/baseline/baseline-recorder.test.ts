// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how what is hidden is shown
import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { createEmptyCollection } from '../../openapi/describe/empty-collection.js';
import { buildBaseline, createBaselineRecorder, listMemberTypes } from './baseline-recorder.js';

const schema = { type: 'object', properties: { name: {}, size: {}, note: {} }, required: ['name'] } as const;
const operation = (method: Operation['method'], path: string): Operation => ({
  ...{ method, path, provenance: 'described', statuses: [], parameters: [] },
  ...(method === 'POST' && { request: { mediaType: 'application/json', schema } }),
});

const things: Collection = {
  ...createEmptyCollection('things', '/things', { volatile: [], consistency: {} } as never),
  list: operation('GET', '/things'),
  create: operation('POST', '/things'),
  read: operation('GET', '/things/{id}'),
  remove: operation('DELETE', '/things/{id}'),
};

type Heard = readonly [trial: string, method: string, path: string, status: number, sent?: Json, got?: Json];

function seenIn(...heard: readonly Heard[]) {
  const { onEnd, watch, getRecorded } = createBaselineRecorder('http://127.0.0.1:80/api');
  watch([things]);
  heard.forEach(([trial, method, path, status, sent, got], n) => {
    const as = { target: `/api${path}`, content: sent === undefined ? undefined : JSON.stringify(sent) };
    const request = { method, url: 'http://${HIDDEN}', headers: {}, content: '[redacted]' };
    const answer = { status, headers: {}, content: '[redacted]' };
    const text = got === undefined ? '' : JSON.stringify(got);
    onEnd({ n, trial, role: undefined, request, unredacted: { ...as, text }, end: { ms: 1, answer } });
  });
  const [found] = buildBaseline([things], undefined, getRecorded);
  return found;
}

describe('the observations of an audit', () => {
  test('contain the successful operations by template', () => {
    const seen = seenIn(
      ['a', 'GET', '/things?limit=2', 200],
      ['a', 'GET', '/things/7', 200],
      ['a', 'DELETE', '/things/7', 405],
      ['a', 'GET', '/things/7/parts', 200],
    );
    expect(seen?.operations).toEqual(['GET /things', 'GET /things/{id}']);
  });

  test('contain the members of items that were created only for reading', () => {
    const trial = 'noise@things';
    const seen = seenIn(
      [trial, 'GET', '/things/1', 200, undefined, { foreign: 1 }],
      [trial, 'POST', '/things', 201, { name: 'a' }],
      [trial, 'GET', '/things/2', 200, undefined, { name: 'a', size: 1 }],
      [trial, 'GET', '/things/2', 200, undefined, { name: 'a', size: null, late: true }],
      ['safety/x@things', 'GET', '/things/2', 200, undefined, {}],
    );
    expect(seen?.members).toEqual({ '/name': ['string'], '/size': ['null', 'number'] });
  });

  test('contain the members of the smallest accepted creation', () => {
    const made = (body: Json, status = 201): Heard => ['a', 'POST', '/things', status, body];
    expect(seenIn(made({ name: 'a', size: 1, note: 'n' }), made({ name: 'a', size: 1 }))?.required).toEqual([
      'name',
      'size',
    ]);
    expect(seenIn(made({ name: 'a', size: 1 }), made({}), made({ name: 'a' }, 422))?.required).toEqual([
      'name',
      'size',
    ]);
    expect(seenIn(made({ size: 1 }))?.required).toEqual([]);
  });
});

describe('types of members', () => {
  test('include members of objects, not of arrays', () => {
    expect(listMemberTypes([{ a: { b: 1, 'c/d': [{ e: 1 }] } }])).toEqual({
      '/a': ['object'],
      '/a/b': ['number'],
      '/a/c~1d': ['array'],
    });
  });

  test('are empty without items', () => expect(listMemberTypes([])).toEqual({}));
});
