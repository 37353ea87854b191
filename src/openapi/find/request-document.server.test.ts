import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { answering, get, knowing, openapi } from '../../../test/support/scripted-service.fixture.js';
import { at, type Json, type JsonObject } from '../../model/json.js';
import { findDocument } from './find-document.js';

const pet = { type: 'object', properties: { name: { type: 'string' } } };
const leadingTo = (ref: string): JsonObject => openapi({ '/pets': get({ $ref: ref }) });

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

it('a file leads to files beside and above it', async () => {
  const path = folder({ 'api/openapi.json': leadingTo('../shared/pet.json'), 'shared/pet.json': pet });
  const { baseUrl, client } = await answering({});
  const found = await findDocument(knowing(baseUrl, { openapi: join(path, 'api/openapi.json') }), client);
  expect(found?.notes).toEqual([]);
  expect(at(found?.document, '/components/schemas/pet')).toEqual(pet);
});

it('a document of the target leads to others there, through the client', async () => {
  const { baseUrl, client, asked } = await answering({
    'GET /openapi.json': leadingTo('parts/pet.json'),
    'GET /parts/pet.json': pet,
  });
  const found = await findDocument(knowing(baseUrl), client);
  expect(found?.notes).toEqual([]);
  expect(at(found?.document, '/components/schemas/pet')).toEqual(pet);
  expect(asked.at(-1)).toBe('GET /parts/pet.json');
});

it('a document that nobody named leads to no other origin', async () => {
  const other = await answering({ 'GET /pet.json': pet });
  const { baseUrl, client } = await answering({ 'GET /openapi.json': leadingTo(`${other.baseUrl}/pet.json`) });
  const found = await findDocument(knowing(baseUrl), client);
  expect(found?.notes).toEqual([expect.stringMatching(/pet\.json: stands on another origin/)]);
  expect(other.asked).toEqual([]);
});

it('a document that was named leads to another origin', async () => {
  const other = await answering({ 'GET /pet.json': pet });
  const path = folder({ 'openapi.json': leadingTo(`${other.baseUrl}/pet.json`) });
  const { baseUrl, client, asked } = await answering({});
  const found = await findDocument(knowing(baseUrl, { openapi: join(path, 'openapi.json') }), client);
  expect(at(found?.document, '/components/schemas/pet')).toEqual(pet);
  expect(asked).toEqual([]);
});

it('a document from the wire leads to no file', async () => {
  const path = folder({ 'pet.json': pet });
  const { baseUrl, client } = await answering({
    'GET /openapi.json': leadingTo(pathToFileURL(join(path, 'pet.json')).href),
  });
  const found = await findDocument(knowing(baseUrl), client);
  expect(found?.notes).toEqual([expect.stringMatching(/is a file, which a document from the wire may not name$/)]);
  expect(at(found?.document, '/components/schemas/pet')).toBeUndefined();
});
