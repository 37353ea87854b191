import { describe, expect, it } from 'vitest';
import { getAtPointer, type Json, type JsonObject } from '../../model/json.js';
import { bundle } from './bundle.js';

const base = new URL('file:///api/openapi.yaml');

/** Bundles a document with these other files, by URL. */
async function bundled(document: JsonObject, files: Readonly<Record<string, Json | string>> = {}) {
  const asked: string[] = [];
  const result = await bundle(document, base, async (url) => {
    asked.push(url.href);
    const file = files[url.href.replace('file:///api/', '')];
    if (file === undefined) throw new Error(`${url.href}: no such file`);
    return typeof file === 'string' ? file : JSON.stringify(file);
  });
  return { ...result, asked };
}

const get = (schema: Json): JsonObject => ({
  get: { responses: { 200: { content: { 'application/json': { schema } } } } },
});
const schemaAt = '/paths/~1a/get/responses/200/content/application~1json/schema';
const documentOf = (schema: Json, more: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  paths: { '/a': get(schema) },
  ...more,
});
const pet = { type: 'object', properties: { name: { type: 'string' } } };

describe('a document in one piece', () => {
  it('stays unchanged, without a request', async () => {
    const document = documentOf({ $ref: '#/components/schemas/Pet' }, { components: { schemas: { Pet: pet } } });
    const { document: same, notes, asked } = await bundled(document);
    expect(same).toBe(document);
    expect([notes, asked]).toEqual([[], []]);
  });
});

describe('schemas in other files', () => {
  it.each<[string, string, Record<string, Json | string>, string]>([
    ['a file of its own', './Pet.json', { 'Pet.json': pet }, 'Pet'],
    ['YAML', 'Pet.yaml', { 'Pet.yaml': 'type: object\nproperties:\n  name: { type: string }\n' }, 'Pet'],
    ['a part of a file', 'all.json#/definitions/Dog', { 'all.json': { definitions: { Dog: pet } } }, 'Dog'],
    [
      'a name with a slash and a space',
      'all.json#/a~1b/my%20pet',
      { 'all.json': { 'a/b': { 'my pet': pet } } },
      'my_pet',
    ],
    ['an anchor', 'all.json#cat', { 'all.json': { x: { ...pet, $anchor: 'cat' } } }, 'x'],
    ['a folder above', '../shared/Pet.json', { 'file:///shared/Pet.json': pet }, 'Pet'],
    ['another origin', 'https://a.example/Pet.json', { 'https://a.example/Pet.json': pet }, 'Pet'],
  ])('%s', async (_, ref, files, name) => {
    const { document, notes } = await bundled(documentOf({ $ref: ref }), files);
    expect(notes).toEqual([]);
    expect(getAtPointer(document, schemaAt)).toEqual({ $ref: `#/components/schemas/${name}` });
    expect(getAtPointer(document, `/components/schemas/${name}`)).toMatchObject(pet);
  });

  it('keeps cycles between files', async () => {
    const files = {
      'a.json': { type: 'object', properties: { b: { $ref: 'b.json' } } },
      'b.json': { type: 'object', properties: { a: { $ref: 'a.json' }, self: { $ref: '#' } } },
    };
    const { document, notes, asked } = await bundled(documentOf({ $ref: 'a.json' }), files);
    expect(notes).toEqual([]);
    expect(asked).toHaveLength(2);
    expect(getAtPointer(document, '/components/schemas')).toEqual({
      a: { type: 'object', properties: { b: { $ref: '#/components/schemas/b' } } },
      b: {
        type: 'object',
        properties: { a: { $ref: '#/components/schemas/a' }, self: { $ref: '#/components/schemas/b' } },
      },
    });
  });

  it('gives each an unused name', async () => {
    const document = documentOf(
      { anyOf: [{ $ref: 'Pet.json' }, { $ref: 'more/Pet.json' }] },
      { components: { schemas: { Pet: {} } } },
    );
    const { document: whole } = await bundled(document, { 'Pet.json': pet, 'more/Pet.json': { type: 'string' } });
    expect(Object.keys(getAtPointer(whole, '/components/schemas') as JsonObject)).toEqual(['Pet', 'Pet_2', 'Pet_3']);
  });

  it('resolves references back into the document', async () => {
    const document = documentOf({ $ref: 'Pet.json' }, { components: { schemas: { Name: { type: 'string' } } } });
    const files = {
      'Pet.json': {
        properties: { a: { $ref: 'openapi.yaml#/components/schemas/Name' }, b: { $ref: '#/components/schemas/Name' } },
      },
    };
    const { document: whole, asked } = await bundled(document, files);
    const name = { $ref: '#/components/schemas/Name' };
    expect(getAtPointer(whole, '/components/schemas/Pet/properties')).toEqual({ a: name, b: name });
    expect(asked).toHaveLength(1);
  });

  it('maps discriminators to the new places of schemas', async () => {
    const schema = {
      oneOf: [{ $ref: 'Dog.json' }],
      discriminator: { propertyName: 'kind', mapping: { dog: 'Dog.json', cat: 'Cat' } },
    };
    const { document } = await bundled(documentOf(schema), { 'Dog.json': pet });
    expect(getAtPointer(document, `${schemaAt}/discriminator/mapping`)).toEqual({
      dog: '#/components/schemas/Dog',
      cat: 'Cat',
    });
  });

  it('puts them among the definitions of Swagger 2.0', async () => {
    const swagger = {
      swagger: '2.0',
      paths: { '/a': { get: { responses: { 200: { schema: { $ref: 'Pet.json' } } } } } },
    };
    const { document } = await bundled(swagger, { 'Pet.json': pet });
    expect(getAtPointer(document, '/paths/~1a/get/responses/200/schema')).toEqual({ $ref: '#/definitions/Pet' });
    expect(getAtPointer(document, '/definitions/Pet')).toEqual(pet);
  });
});

describe('names of schemas', () => {
  const schemas = {
    Pet: {
      $id: 'https://a.example/pet.json',
      $defs: { Tag: { $anchor: 'tag', type: 'string' } },
      properties: { tag: { $ref: '#/$defs/Tag' } },
    },
    Tagged: { properties: { byAnchor: { $ref: '#tag' }, byId: { $ref: 'https://a.example/pet.json' } } },
  };

  it('are resolved to pointers, without a request', async () => {
    const { document, notes, asked } = await bundled(
      documentOf({ $ref: '#/components/schemas/Tagged' }, { components: { schemas } }),
    );
    const tag = '#/components/schemas/Pet/$defs/Tag';
    expect([notes, asked]).toEqual([[], []]);
    expect(getAtPointer(document, '/components/schemas/Tagged/properties')).toEqual({
      byAnchor: { $ref: tag },
      byId: { $ref: '#/components/schemas/Pet' },
    });
    expect(getAtPointer(document, '/components/schemas/Pet/properties/tag')).toEqual({ $ref: tag });
  });

  it('may belong to the document itself', async () => {
    const document = documentOf(
      { $ref: 'https://a.example/api#/components/schemas/Pet' },
      { $self: 'https://a.example/api', components: { schemas: { Pet: pet } } },
    );
    const { document: whole, asked } = await bundled(document);
    expect(getAtPointer(whole, schemaAt)).toEqual({ $ref: '#/components/schemas/Pet' });
    expect(asked).toEqual([]);
  });
});

describe('parts that are no schemas', () => {
  it('are inlined at every level', async () => {
    const files = {
      'paths/pets.json': { get: { $ref: 'list.json' }, parameters: [{ $ref: '../shared.json#/parameters/limit' }] },
      'paths/list.json': { responses: { 200: { $ref: '../shared.json#/responses/ok' } } },
      'shared.json': {
        parameters: { limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } },
        responses: {
          ok: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/schemas/Pet' } } } },
        },
        schemas: { Pet: pet },
      },
    };
    const { document, notes } = await bundled(
      { openapi: '3.0.0', paths: { '/pets': { $ref: 'paths/pets.json' } } },
      files,
    );
    expect(notes).toEqual([]);
    expect(getAtPointer(document, '/paths/~1pets/parameters/0')).toEqual(files['shared.json'].parameters.limit);
    expect(getAtPointer(document, '/paths/~1pets/get/responses/200/content/application~1json/schema')).toEqual({
      $ref: '#/components/schemas/Pet',
    });
  });

  it('may be all paths, or all schemas', async () => {
    const document = {
      openapi: '3.0.0',
      paths: { $ref: 'paths.json' },
      components: { schemas: { $ref: 'schemas.json' } },
    };
    const { document: whole } = await bundled(document, {
      'paths.json': { '/a': get({}) },
      'schemas.json': { Pet: pet },
    });
    expect(getAtPointer(whole, '/paths/~1a/get')).toBeDefined();
    expect(getAtPointer(whole, '/components/schemas/Pet')).toEqual(pet);
  });

  it('are left out with a note when they refer to themselves', async () => {
    const { document, notes } = await bundled(
      { openapi: '3.0.0', paths: { '/a': { $ref: 'a.json' } } },
      { 'a.json': { $ref: 'a.json' } },
    );
    expect(getAtPointer(document, '/paths/~1a')).toEqual({});
    expect(notes[0]).toMatch(/\$ref to a\.json: refers back to itself$/);
  });
});

describe('unreadable files', () => {
  it.each<[string, string, Record<string, Json | string>, RegExp]>([
    ['no file', 'gone.json', {}, /^#\/paths\/~1a\/.*schema: \$ref to gone\.json: no such file$/],
    ['no such part', 'Pet.json#/gone', { 'Pet.json': pet }, /\$ref to Pet\.json#\/gone: the target does not exist$/],
    ['no text that can be read', 'Pet.json', { 'Pet.json': '{ "a" ' }, /\$ref to Pet\.json: .*cannot be parsed/],
    ['no object', 'Pet.json', { 'Pet.json': '7' }, /contains nothing to refer to$/],
  ])('%s is left open, with a note', async (_, ref, files, note) => {
    const { document, notes } = await bundled(documentOf({ $ref: ref }), files);
    expect(getAtPointer(document, schemaAt)).toEqual({});
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(note);
  });

  it('end the reading when there are too many files', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`f${n}.json`, { properties: { next: { $ref: `f${n + 1}.json` } } }]),
    );
    const { notes, asked } = await bundled(documentOf({ $ref: 'f0.json' }), chain);
    expect(asked).toHaveLength(200);
    expect(notes[0]).toMatch(/too many other documents$/);
  });

  it('are not read for references in data', async () => {
    const { document, asked } = await bundled(
      documentOf({ example: { $ref: 'gone.json' }, properties: { example: { $ref: 'Pet.json' } } }),
      { 'Pet.json': pet },
    );
    expect(getAtPointer(document, `${schemaAt}/example`)).toEqual({ $ref: 'gone.json' });
    expect(asked).toHaveLength(1);
  });
});
