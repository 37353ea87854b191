import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  serveReplies,
} from '../../../test/support/scripted-service.fixture.js';
import { getAtPointer, type Json, type JsonObject } from '../../model/json.js';
import { findDocument } from './find-document.js';

const pet = { type: 'object', properties: { name: { type: 'string' } } };
const leadingTo = (ref: string): JsonObject => createDocument({ '/pets': createGet({ $ref: ref }) });

/** A folder with these files, until the test is over. */
function folder(files: Readonly<Record<string, Json>>): string {
  const path = mkdtempSync(join(tmpdir(), 'reading-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), JSON.stringify(value));
  }
  return path;
}

it('a file may refer to files beside and above it', async () => {
  const path = folder({ 'api/openapi.json': leadingTo('../shared/pet.json'), 'shared/pet.json': pet });
  const { baseUrl, client } = await serveReplies({});
  const found = await findDocument(createDeclaredService(baseUrl, { openapi: join(path, 'api/openapi.json') }), client);
  expect(found?.notes).toEqual([]);
  expect(getAtPointer(found?.document, '/components/schemas/pet')).toEqual(pet);
});

it('a document of the service may refer to others there, which the client requests', async () => {
  const { baseUrl, client, asked } = await serveReplies({
    'GET /openapi.json': leadingTo('parts/pet.json'),
    'GET /parts/pet.json': pet,
  });
  const found = await findDocument(createDeclaredService(baseUrl), client);
  expect(found?.notes).toEqual([]);
  expect(getAtPointer(found?.document, '/components/schemas/pet')).toEqual(pet);
  expect(asked.at(-1)).toBe('GET /parts/pet.json');
});

it('a document that was found may not refer to other origins', async () => {
  const other = await serveReplies({ 'GET /pet.json': pet });
  const { baseUrl, client } = await serveReplies({ 'GET /openapi.json': leadingTo(`${other.baseUrl}/pet.json`) });
  const found = await findDocument(createDeclaredService(baseUrl), client);
  expect(found?.notes).toEqual([expect.stringMatching(/pet\.json: is on another origin/)]);
  expect(other.asked).toEqual([]);
});

it('a named document may refer to other origins', async () => {
  const other = await serveReplies({ 'GET /pet.json': pet });
  const path = folder({ 'openapi.json': leadingTo(`${other.baseUrl}/pet.json`) });
  const { baseUrl, client, asked } = await serveReplies({});
  const found = await findDocument(createDeclaredService(baseUrl, { openapi: join(path, 'openapi.json') }), client);
  expect(getAtPointer(found?.document, '/components/schemas/pet')).toEqual(pet);
  expect(asked).toEqual([]);
});

it('a document from a URL may not refer to files', async () => {
  const path = folder({ 'pet.json': pet });
  const { baseUrl, client } = await serveReplies({
    'GET /openapi.json': leadingTo(pathToFileURL(join(path, 'pet.json')).href),
  });
  const found = await findDocument(createDeclaredService(baseUrl), client);
  expect(found?.notes).toEqual([
    expect.stringMatching(/is a file, and a document read from a URL may not refer to files$/),
  ]);
  expect(getAtPointer(found?.document, '/components/schemas/pet')).toBeUndefined();
});
