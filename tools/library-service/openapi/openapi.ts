import type { Json, JsonObject } from '../../../src/demo/service/http/json.js';
import { patchTypes } from '../http/read-content.js';
import { type Kind, kinds } from '../kinds.js';
import { pageParameters } from '../page.js';
import { inputOf, outputOf, patchOf, retirementInput, retirementOutput } from '../schemas.js';
import {
  content,
  created,
  field,
  keyField,
  problemSchema,
  problems,
  reference,
  requestBody,
  shown,
} from './document-parts.js';

/** The OpenAPI document of the library. */
export const openapi = (): Json => ({
  openapi: '3.1.1',
  info: { title: 'Library', version: '1.0.0', description: 'A small sound service of nested collections.' },
  paths: {
    '/': fixedPath('getDirectory', 'Where things are.'),
    '/openapi.json': fixedPath('getDocument', 'This document.'),
    ...Object.assign({}, ...kinds.map(pathsOf)),
  },
  components: {
    schemas: {
      ...Object.assign({}, ...kinds.map(schemasOf)),
      RetirementInput: retirementInput,
      Retirement: retirementOutput,
      Problem: problemSchema,
    },
  },
});

const fixedPath = (operationId: string, description: string): JsonObject => ({
  get: { operationId, responses: { 200: { description, ...content({ type: 'object' }) } } },
});

const typeNameOf = ({ name }: Kind): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const templateOf = (kind: Kind): string =>
  `${kind.parent ? `${templateOf(kind.parent)}/{${kind.parent.name}Id}` : ''}/${kind.plural}`;

const parametersOf = (kind: Kind | undefined): JsonObject[] =>
  kind ? [...parametersOf(kind.parent), { name: `${kind.name}Id`, in: 'path', required: true, schema: kind.id }] : [];

function schemasOf(kind: Kind): JsonObject {
  const name = typeNameOf(kind);
  const page = {
    type: 'object',
    properties: { items: { type: 'array', items: reference(name) }, total: { type: 'integer', minimum: 0 } },
    required: ['items', 'total'],
  };
  return {
    [name]: outputOf(kind),
    [`${name}Input`]: inputOf(kind),
    [`${name}Patch`]: patchOf(kind),
    [`${name}Page`]: page,
  };
}

function pathsOf(kind: Kind): JsonObject {
  const template = templateOf(kind);
  const item = `${template}/{${kind.name}Id}`;
  return {
    [template]: collectionPath(kind),
    [item]: itemPath(kind),
    ...(kind.isRetirable && { [`${item}/retirement`]: retirementPath(kind) }),
  };
}

function collectionPath(kind: Kind): JsonObject {
  const name = typeNameOf(kind);
  const orphaned = kind.parent ? [404] : [];
  const taken = kind.unique ? [409] : [];
  const page = { description: `A page of ${kind.plural}, oldest first.`, ...content(reference(`${name}Page`)) };
  return {
    parameters: parametersOf(kind.parent),
    get: {
      operationId: `list${typeNameOf(kind)}`,
      parameters: pageParameters,
      responses: { 200: page, ...problems(400, ...orphaned) },
    },
    post: {
      operationId: `create${name}`,
      parameters: [keyField],
      requestBody: requestBody(`${name}Input`),
      responses: { 201: created('It was made.', name), ...problems(400, ...orphaned, ...taken, 413, 415, 422) },
    },
  };
}

function itemPath(kind: Kind): JsonObject {
  const name = typeNameOf(kind);
  const taken = kind.unique ? [409] : [];
  const isHeld = kinds.some(({ parent, reference: to }) => parent === kind || to?.to === kind);
  const written = { 200: { description: 'As it is now.', ...content(reference(name)) } };
  const unwritten = problems(400, 404, ...taken, 412, 413, 415, 422);
  const conditions = [ifMatch, ifNoneMatch];
  return {
    parameters: parametersOf(kind),
    get: { operationId: `get${name}`, parameters: conditions, responses: shown('As it is now.', name) },
    head: { operationId: `head${name}`, parameters: conditions, responses: shown('As GET, without content.') },
    put: {
      operationId: `replace${name}`,
      parameters: conditions,
      requestBody: requestBody(`${name}Input`),
      responses: { ...written, ...unwritten },
    },
    patch: {
      operationId: `change${name}`,
      parameters: conditions,
      requestBody: requestBody(`${name}Patch`, patchTypes),
      responses: { ...written, ...unwritten },
    },
    delete: {
      operationId: `remove${name}`,
      parameters: conditions,
      responses: { 204: { description: 'Removed.' }, ...problems(404, ...(isHeld ? [409] : []), 412) },
    },
  };
}

const retirementPath = (kind: Kind): JsonObject => ({
  parameters: parametersOf(kind),
  post: {
    operationId: 'createRetirement',
    parameters: [keyField],
    requestBody: requestBody('RetirementInput'),
    responses: { 201: created('It was retired.', 'Retirement'), ...problems(400, 404, 409, 413, 415, 422) },
  },
  get: {
    operationId: 'getRetirement',
    parameters: [ifMatch, ifNoneMatch],
    responses: shown('The record.', 'Retirement'),
  },
});

const ifMatch = field('If-Match', 'Entity tags of which the current one must be one.');

const ifNoneMatch = field('If-None-Match', 'Entity tags of which the current one must be none.');
