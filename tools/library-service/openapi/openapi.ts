import type { Json, JsonObject } from '../../../src/demo/service/http/json.js';
import { patchTypes } from '../http/read-content.js';
import { type ItemKind, kinds } from '../kinds.js';
import { pageParameters } from '../page.js';
import {
  createInputSchema,
  createOutputSchema,
  createPatchSchema,
  retirementInput,
  retirementOutput,
} from '../schemas.js';
import {
  createContent,
  createCreatedResponse,
  createFieldParameter,
  createProblemResponses,
  createReadResponses,
  createReference,
  createRequestBody,
  keyParameter,
  problemSchema,
} from './document-parts.js';

/** The OpenAPI document of the library. */
export const createLibraryDocument = (): Json => ({
  openapi: '3.1.1',
  info: { title: 'Library', version: '1.0.0', description: 'A small correct service of nested collections.' },
  paths: {
    '/': createFixedPath('getDirectory', 'The paths of the service.'),
    '/openapi.json': createFixedPath('getDocument', 'This document.'),
    ...Object.assign({}, ...kinds.map(createPaths)),
  },
  components: {
    schemas: {
      ...Object.assign({}, ...kinds.map(createSchemas)),
      RetirementInput: retirementInput,
      Retirement: retirementOutput,
      Problem: problemSchema,
    },
  },
});

const createFixedPath = (operationId: string, description: string): JsonObject => ({
  get: { operationId, responses: { 200: { description, ...createContent({ type: 'object' }) } } },
});

const getTypeName = ({ name }: ItemKind): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const createTemplate = (kind: ItemKind): string =>
  `${kind.parent ? `${createTemplate(kind.parent)}/{${kind.parent.name}Id}` : ''}/${kind.plural}`;

const createParameters = (kind: ItemKind | undefined): JsonObject[] =>
  kind
    ? [...createParameters(kind.parent), { name: `${kind.name}Id`, in: 'path', required: true, schema: kind.id }]
    : [];

function createSchemas(kind: ItemKind): JsonObject {
  const name = getTypeName(kind);
  const page = {
    type: 'object',
    properties: { items: { type: 'array', items: createReference(name) }, total: { type: 'integer', minimum: 0 } },
    required: ['items', 'total'],
  };
  return {
    [name]: createOutputSchema(kind),
    [`${name}Input`]: createInputSchema(kind),
    [`${name}Patch`]: createPatchSchema(kind),
    [`${name}Page`]: page,
  };
}

function createPaths(kind: ItemKind): JsonObject {
  const template = createTemplate(kind);
  const item = `${template}/{${kind.name}Id}`;
  return {
    [template]: createCollectionPath(kind),
    [item]: createItemPath(kind),
    ...(kind.isRetirable && { [`${item}/retirement`]: createRetirementPath(kind) }),
  };
}

function createCollectionPath(kind: ItemKind): JsonObject {
  const name = getTypeName(kind);
  const orphaned = kind.parent ? [404] : [];
  const taken = kind.unique ? [409] : [];
  const page = {
    description: `A page of ${kind.plural}, oldest first.`,
    ...createContent(createReference(`${name}Page`)),
  };
  return {
    parameters: createParameters(kind.parent),
    get: {
      operationId: `list${getTypeName(kind)}`,
      parameters: pageParameters,
      responses: { 200: page, ...createProblemResponses(400, ...orphaned) },
    },
    post: {
      operationId: `create${name}`,
      parameters: [keyParameter],
      requestBody: createRequestBody(`${name}Input`),
      responses: {
        201: createCreatedResponse('It was made.', name),
        ...createProblemResponses(400, ...orphaned, ...taken, 413, 415, 422),
      },
    },
  };
}

function createItemPath(kind: ItemKind): JsonObject {
  const name = getTypeName(kind);
  const taken = kind.unique ? [409] : [];
  const isHeld = kinds.some(({ parent, reference: to }) => parent === kind || to?.to === kind);
  const written = { 200: { description: 'As it is now.', ...createContent(createReference(name)) } };
  const unwritten = createProblemResponses(400, 404, ...taken, 412, 413, 415, 422);
  const conditions = [ifMatch, ifNoneMatch];
  return {
    parameters: createParameters(kind),
    get: { operationId: `get${name}`, parameters: conditions, responses: createReadResponses('As it is now.', name) },
    head: {
      operationId: `head${name}`,
      parameters: conditions,
      responses: createReadResponses('As GET, without content.'),
    },
    put: {
      operationId: `replace${name}`,
      parameters: conditions,
      requestBody: createRequestBody(`${name}Input`),
      responses: { ...written, ...unwritten },
    },
    patch: {
      operationId: `change${name}`,
      parameters: conditions,
      requestBody: createRequestBody(`${name}Patch`, patchTypes),
      responses: { ...written, ...unwritten },
    },
    delete: {
      operationId: `remove${name}`,
      parameters: conditions,
      responses: { 204: { description: 'Removed.' }, ...createProblemResponses(404, ...(isHeld ? [409] : []), 412) },
    },
  };
}

const createRetirementPath = (kind: ItemKind): JsonObject => ({
  parameters: createParameters(kind),
  post: {
    operationId: 'createRetirement',
    parameters: [keyParameter],
    requestBody: createRequestBody('RetirementInput'),
    responses: {
      201: createCreatedResponse('It was retired.', 'Retirement'),
      ...createProblemResponses(400, 404, 409, 413, 415, 422),
    },
  },
  get: {
    operationId: 'getRetirement',
    parameters: [ifMatch, ifNoneMatch],
    responses: createReadResponses('The record.', 'Retirement'),
  },
});

const ifMatch = createFieldParameter('If-Match', 'Entity tags of which the current one must be one.');

const ifNoneMatch = createFieldParameter('If-None-Match', 'Entity tags of which the current one must be none.');
