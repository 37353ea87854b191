import { type Behaviour, createSpoilingBehaviour, isDocument } from './behaviour.js';
import {
  createDescriptionBehaviour,
  createDocumentBehaviour,
  getSchemas,
  type JsonTree,
  setInputSchema,
  setNoteSchema,
} from './description.js';

const schemaBehaviours: readonly Behaviour[] = [
  createDescriptionBehaviour('schema-of-300-levels', 'nests 300 allOf in each other', (document) =>
    setInputSchema(document, nestSchemas(300, getSchemas(document).OrderInput)),
  ),
  createDescriptionBehaviour('schema-of-itself', 'has schemas that are made of themselves', (document) =>
    setInputSchema(
      document,
      { allOf: [{ $ref: '#/components/schemas/A' }, getSchemas(document).OrderInput] },
      {
        A: { $ref: '#/components/schemas/B' },
        B: { anyOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] },
      },
    ),
  ),
  createDescriptionBehaviour('schemas-that-double', 'has a schema that doubles thirty times', (document) =>
    setInputSchema(
      document,
      { type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/D0' } } },
      createDoubling(30),
    ),
  ),
  createDescriptionBehaviour('unions-that-double', 'has a union that doubles thirty times', (document) =>
    setInputSchema(
      document,
      { type: 'object', properties: { a: { $ref: '#/components/schemas/D0' } } },
      createUnions(30),
    ),
  ),
  createDescriptionBehaviour(
    'document-of-prototypes',
    'has paths, schemas and members called __proto__ and constructor',
    (document) =>
      JSON.parse(
        JSON.stringify({ ...setNoteSchema(document, { type: 'string' }) })
          .replace('"properties":{', '"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},')
          .replace('"schemas":{', '"schemas":{"__proto__":{"type":"object"},')
          .replace(
            '"paths":{',
            '"paths":{"__proto__":{"get":{"responses":{}}},"/constructor":{"get":{"responses":{}}},',
          ),
      ),
  ),
  ...(
    [
      'file:///etc/passwd',
      'http://169.254.169.254/latest/meta-data/',
      'AWAY/schema.json',
      '../../../../etc/passwd',
      'javascript:alert(1)',
    ] as const
  ).map((place, index) =>
    createDescriptionBehaviour(
      `reference-to-${['a-file', 'metadata', 'elsewhere', 'a-folder-above', 'a-script'][index]}`,
      `refers to ${place} for its schema`,
      (document, { otherOrigin }) => setNoteSchema(document, { $ref: place.replace('AWAY', otherOrigin) }),
    ),
  ),
];

const textBehaviours: readonly Behaviour[] = [
  createDocumentBehaviour('document-of-aliases', 'is described in YAML whose aliases make ten thousand millions', () =>
    createAliasBomb(),
  ),
  createDocumentBehaviour(
    'document-of-200000-levels',
    'is described 200,000 levels deep',
    () => `{"openapi":"3.1.0","paths":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}`,
  ),
  createDocumentBehaviour(
    'document-in-yaml-of-50000-levels',
    'is described in YAML 50,000 levels deep',
    () => `openapi: 3.1.0\npaths: ${'['.repeat(50_000)}`,
  ),
  createDocumentBehaviour(
    'document-of-tags',
    'is described in YAML with tags of other languages',
    () => 'openapi: 3.1.0\npaths: !!python/object/apply:os.system ["touch x"]\n',
  ),
  createDocumentBehaviour('document-is-half', 'shows the first half of its description', ({ content }) =>
    content.toString().slice(0, content.length / 2),
  ),
  createDocumentBehaviour(
    'document-is-of-controls',
    'shows control characters as its description',
    () => `\u0000\u001b[2J\u0007${'\u202e'.repeat(500)}`,
  ),
  createSpoilingBehaviour('document-is-endless', 'shows a description without end', isDocument, () => ({
    octets: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"openapi":"3.1.0","paths":{',
    forever: '"/a":{},'.repeat(8000),
  })),
];

const nestSchemas = (levels: number, inner: unknown): unknown =>
  Array.from({ length: levels }).reduce<unknown>((schema) => ({ allOf: [schema] }), inner);

function createUnions(times: number): JsonTree {
  const schemas: JsonTree = { [`D${times}`]: { type: 'string' } };
  for (let i = 0; i < times; i++) {
    const next = { $ref: `#/components/schemas/D${i + 1}` };
    schemas[`D${i}`] = { oneOf: [next, next] };
  }
  return schemas;
}

function createDoubling(times: number): JsonTree {
  const schemas: JsonTree = { [`D${times}`]: { type: 'string' } };
  for (let i = 0; i < times; i++) {
    const next = { $ref: `#/components/schemas/D${i + 1}` };
    schemas[`D${i}`] = { type: 'object', required: ['a', 'b'], properties: { a: next, b: next } };
  }
  return schemas;
}

function createAliasBomb(): string {
  const lines = ['openapi: 3.1.0', 'paths: {}', 'x0: &x0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]'];
  for (let i = 1; i < 10; i++)
    lines.push(
      `x${i}: &x${i} [${Array(10)
        .fill(`*x${i - 1}`)
        .join(', ')}]`,
    );
  return lines.join('\n');
}

/** Services whose description is a trap. */
export const documents: readonly Behaviour[] = [...schemaBehaviours, ...textBehaviours];
