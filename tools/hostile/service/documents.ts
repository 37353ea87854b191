import { type Behaviour, isDocument, spoiling } from './behaviour.js';
import { described, schemasOf, type Tree, withInput, withNote, written } from './description.js';

const trees: readonly Behaviour[] = [
  described('schema-of-300-levels', 'nests 300 allOf in each other', (document) =>
    withInput(document, nested(300, schemasOf(document).OrderInput)),
  ),
  described('schema-of-itself', 'has schemas that are made of themselves', (document) =>
    withInput(
      document,
      { allOf: [{ $ref: '#/components/schemas/A' }, schemasOf(document).OrderInput] },
      {
        A: { $ref: '#/components/schemas/B' },
        B: { anyOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] },
      },
    ),
  ),
  described('schemas-that-double', 'has a schema that doubles thirty times', (document) =>
    withInput(
      document,
      { type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/D0' } } },
      doubling(30),
    ),
  ),
  described('unions-that-double', 'has a union that doubles thirty times', (document) =>
    withInput(document, { type: 'object', properties: { a: { $ref: '#/components/schemas/D0' } } }, unions(30)),
  ),
  described('document-of-prototypes', 'has paths, schemas and members called __proto__ and constructor', (document) =>
    JSON.parse(
      JSON.stringify({ ...withNote(document, { type: 'string' }) })
        .replace('"properties":{', '"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},')
        .replace('"schemas":{', '"schemas":{"__proto__":{"type":"object"},')
        .replace('"paths":{', '"paths":{"__proto__":{"get":{"responses":{}}},"/constructor":{"get":{"responses":{}}},'),
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
    described(
      `reference-to-${['a-file', 'metadata', 'elsewhere', 'a-folder-above', 'a-script'][index]}`,
      `refers to ${place} for its schema`,
      (document, { away }) => withNote(document, { $ref: place.replace('AWAY', away) }),
    ),
  ),
];

const texts: readonly Behaviour[] = [
  written('document-of-aliases', 'is described in YAML whose aliases make ten thousand millions', () => laughs()),
  written(
    'document-of-200000-levels',
    'is described 200,000 levels deep',
    () => `{"openapi":"3.1.0","paths":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}`,
  ),
  written(
    'document-in-yaml-of-50000-levels',
    'is described in YAML 50,000 levels deep',
    () => `openapi: 3.1.0\npaths: ${'['.repeat(50_000)}`,
  ),
  written(
    'document-of-tags',
    'is described in YAML with tags of other languages',
    () => 'openapi: 3.1.0\npaths: !!python/object/apply:os.system ["touch x"]\n',
  ),
  written('document-is-half', 'shows the first half of its description', ({ content }) =>
    content.toString().slice(0, content.length / 2),
  ),
  written(
    'document-is-of-controls',
    'shows control characters as its description',
    () => `\u0000\u001b[2J\u0007${'\u202e'.repeat(500)}`,
  ),
  spoiling('document-is-endless', 'shows a description without end', isDocument, () => ({
    octets: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"openapi":"3.1.0","paths":{',
    forever: '"/a":{},'.repeat(8000),
  })),
];

const nested = (levels: number, inner: unknown): unknown =>
  Array.from({ length: levels }).reduce<unknown>((schema) => ({ allOf: [schema] }), inner);

function unions(times: number): Tree {
  const schemas: Tree = { [`D${times}`]: { type: 'string' } };
  for (let i = 0; i < times; i++) {
    const next = { $ref: `#/components/schemas/D${i + 1}` };
    schemas[`D${i}`] = { oneOf: [next, next] };
  }
  return schemas;
}

function doubling(times: number): Tree {
  const schemas: Tree = { [`D${times}`]: { type: 'string' } };
  for (let i = 0; i < times; i++) {
    const next = { $ref: `#/components/schemas/D${i + 1}` };
    schemas[`D${i}`] = { type: 'object', required: ['a', 'b'], properties: { a: next, b: next } };
  }
  return schemas;
}

function laughs(): string {
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
export const documents: readonly Behaviour[] = [...trees, ...texts];
