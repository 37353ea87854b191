import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDeclaredService } from '../../../test/support/scripted-service.fixture.js';
import { createLibraryDocument as library } from '../../../tools/library-service/openapi/openapi.js';
import { generate } from '../../generate/generate.js';
import type { Client } from '../../http/exchange.js';
import { appendToPointer, getAtPointer, isObject, type Json, type JsonObject, setAtPointer } from '../../model/json.js';
import { resolveParents } from '../../survey/references/resolve-parents.js';
import { bundle } from '../bundle/bundle.js';
import { openapi30Document, swagger20Document } from '../repair/documents.fixture.js';
import { describeDocument } from './describe-document.js';

/** There is no server, so that only the document is read. */
const anonymous = {
  send: async () => ({ n: 1, method: 'GET', path: '/', answer: undefined, silence: 'nobody' }),
  addQuery() {},
} as unknown as Client;

const address = new URL('http://127.0.0.1:1/openapi.json');
const unread = () => Promise.reject(new Error('there is no server'));

async function described(broken: JsonObject) {
  const { document, notes } = await bundle(broken, address, unread);
  return describeDocument({ document, source: 'fuzz', notes }, createDeclaredService('http://127.0.0.1:1'), anonymous);
}

const documents: readonly JsonObject[] = [library() as JsonObject, openapi30Document, swagger20Document];
const pointers = documents.map((document) => pointersIn(document, ''));

function pointersIn(node: Json, pointer: string): string[] {
  if (typeof node !== 'object' || node === null) return [pointer];
  const children = Object.entries(node).flatMap(([name, child]) => pointersIn(child, appendToPointer(pointer, name)));
  return pointer === '' ? children : [pointer, ...children];
}

const rubbish: readonly (Json | undefined)[] = [
  undefined,
  ...[null, true, false, 0, -1, 1e300, '', 'x', 'type: object', 'constructor', '__proto__'],
  ...[
    [],
    {},
    [null],
    [[]],
    [{}],
    [1, 'a'],
    { a: null },
    { length: 3 },
    { type: [] },
    { type: 'object', properties: [] },
  ],
  ...[
    { $ref: 7 },
    { $ref: '' },
    { $ref: '#' },
    { $ref: '#/paths' },
    { $ref: '#/%zz' },
    { $ref: 'a.json#b' },
    { $ref: 'http://[' },
    { $id: 'http://[', $ref: '#x' },
  ],
  { allOf: [{ $ref: '#' }], anyOf: {}, oneOf: [], enum: [], minimum: '1', maximum: 0, pattern: '(', items: [] },
];

interface Hit {
  readonly place: number;
  readonly with: { readonly value: Json | undefined } | { readonly from: number };
}

const hits: fc.Arbitrary<readonly Hit[]> = fc.array(
  fc.record({
    place: fc.nat(),
    with: fc.oneof(
      fc.constantFrom(...rubbish).map((value) => ({ value })),
      fc.record({ from: fc.nat() }),
    ),
  }),
  { minLength: 1, maxLength: 8 },
);

/** The document with each place replaced in turn: by a random value, or by another part of the document. */
function broken(which: number, all: readonly Hit[]): JsonObject {
  const places = pointers[which] ?? [];
  const placeOf = (n: number) => places[n % places.length] ?? '';
  const whole = documents[which] ?? {};
  const hit = (document: Json, { place, with: by }: Hit): Json =>
    getAtPointer(document, placeOf(place)) === undefined
      ? document
      : setAtPointer(document, placeOf(place), 'from' in by ? getAtPointer(whole, placeOf(by.from)) : by.value);
  const result = all.reduce<Json>(hit, whole);
  return isObject(result) ? result : {};
}

test('describes a randomly damaged document without an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(documents.length - 1), hits, async (which, all) => {
      const { collections, document, notes } = await described(broken(which, all));
      resolveParents(
        document,
        collections.map((collection) => ({ collection, entries: [] })),
      );
      const schema = which !== 2 ? undefined : collections.find(({ create }) => create)?.create?.request?.schema;
      if (schema !== undefined) generate(schema, { root: document, direction: 'request' });
      expect(notes.every((note) => note.length < 2000)).toBe(true);
    }),
    { numRuns: 120, interruptAfterTimeLimit: 40_000 },
  );
});

test('describes a document without an error when each part in turn is replaced', async () => {
  const wrong = [null, [], 'x'];
  for (const which of [1, 2])
    for (const place of (pointers[which] ?? []).keys())
      await described(broken(which, [{ place, with: { value: wrong[place % wrong.length] } }])).catch(
        (error: Error) => {
          throw new Error(`at ${pointers[which]?.[place]}: ${error.stack}`);
        },
      );
});
