import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/demo/service/http/json.js';
import { listComplaints, type Schema } from '../../../src/demo/service/http/validate.js';
import { type SampleLibrary, startSampleLibrary } from '../sample-items.fixture.js';
import { libraryProfile } from '../start-library.js';

let at: SampleLibrary;
let document: {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, JsonObject>>;
  readonly components: { readonly schemas: Record<string, Schema> };
};

beforeEach(async () => {
  at = await startSampleLibrary();
  document = (await at.ask('GET', '/openapi.json')).body as unknown as typeof document;
});

afterEach(() => at.library.close());

/** The template with the ids of existing items. */
function filled(template: string): string {
  const ids: Record<string, string> = { author: at.author, shelf: at.shelf, book: at.book, copy: at.copy };
  return template.replaceAll(/\{(\w+)Id\}/g, (_, name: string) => ids[name]?.split('/').at(-1) ?? '');
}

test('every operation of the document is there, and no other', async () => {
  expect(document.openapi).toBe('3.1.1');
  for (const [path, operations] of Object.entries(document.paths)) {
    const { allow = '' } = (await at.ask('OPTIONS', filled(path))).headers;
    const said = Object.keys(operations).filter((name) => name !== 'parameters');
    const answered = allow.toLowerCase().split(', ');
    expect([path, answered]).toEqual([path, expect.arrayContaining(said)]);
    const documented = [...said, 'head', 'options'];
    expect([path, documented]).toEqual([path, expect.arrayContaining(answered)]);
  }
});

test('the parameters of a path are those in its template', () => {
  for (const [path, { parameters = [] }] of Object.entries(document.paths)) {
    const names = (parameters as unknown as readonly JsonObject[]).map(({ name }) => `{${name}}`);
    expect(names).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
});

test('every reference leads to a schema', () => {
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(references.length).toBeGreaterThan(20);
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(references));
});

test('responses match the documented schema and have no other members', async () => {
  const { schemas } = document.components;
  await at.ask('POST', `${at.copy}/retirement`, { reason: 'torn' });
  const places = {
    Shelf: at.shelf,
    Author: at.author,
    Book: at.book,
    Copy: at.copy,
    Retirement: `${at.copy}/retirement`,
  };
  const writing = (schema: Schema): Schema => JSON.parse(JSON.stringify(schema).replaceAll(',"readOnly":true', ''));
  for (const [name, place] of Object.entries(places)) {
    const { body } = await at.ask('GET', place);
    const schema = writing(schemas[name] ?? {});
    expect([name, listComplaints(body, { ...schema, additionalProperties: false })]).toEqual([name, []]);
  }
});

test.each(['Shelf', 'Author', 'Book', 'Copy'])('a patch of a %s needs nothing and may take away', (name) => {
  const { [`${name}Patch`]: patch = {}, [`${name}Input`]: input = {} } = document.components.schemas;
  expect(listComplaints({}, patch)).toEqual([]);
  expect(listComplaints({}, input).map(({ detail }) => detail)).toContain('is required');
  const optional = Object.keys(patch.properties ?? {}).filter((member) => !input.required?.includes(member));
  expect(listComplaints(Object.fromEntries(optional.map((member) => [member, null])), patch)).toEqual([]);
});

describe('the profile', () => {
  test('is one', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../../src/profile/profile.schema.json', import.meta.url), 'utf8'),
    );
    const validate = new Ajv2020({ strict: false, logger: false }).compile(schema);
    expect([validate(libraryProfile), validate.errors]).toEqual([true, null]);
  });

  test('names paths of the document only, and all its collections', () => {
    const { resources } = libraryProfile;
    const named = resources.flatMap((resource) => [
      resource.collection,
      resource.item,
      ...('actions' in resource ? resource.actions.map(({ path }) => path) : []),
      ...('parents' in resource ? Object.values(resource.parents) : []),
    ]);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(named));
    const collections = Object.keys(document.paths).filter(
      (path) => document.paths[path]?.post && !path.endsWith('/retirement'),
    );
    expect(resources.map(({ collection }) => collection)).toEqual(collections);
  });

  test('declares bodies that are refused', async () => {
    for (const resource of libraryProfile.resources) {
      for (const body of 'semanticInvalid' in resource ? resource.semanticInvalid : []) {
        expect((await at.ask('POST', filled(resource.collection), body)).status).toBe(422);
      }
    }
    expect(at.library.count().books).toBe(1);
  });
});
