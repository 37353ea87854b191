import type { Json, JsonObject } from '../../../src/demo/service/http/json.js';
import type { Schema } from '../../../src/demo/service/http/validate.js';

/** A reference to a schema of the document. */
export const createReference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** Content of one schema in the given media types. */
export const createContent = (schema: Json, types: readonly string[] = ['application/json']): JsonObject => ({
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
});

/** The request body of an operation. */
export const createRequestBody = (name: string, types?: readonly string[]): JsonObject => ({
  required: true,
  ...createContent(createReference(name), types),
});

/** Responses with problem details. */
export const createProblemResponses = (...statuses: readonly number[]): JsonObject =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: descriptions[status], ...createContent(createReference('Problem'), ['application/problem+json']) },
    ]),
  );

/** The responses of GET or HEAD to something with a validator. */
export const createReadResponses = (description: string, name?: string): JsonObject => ({
  200: { description, headers: { ETag: etagHeader }, ...(name && createContent(createReference(name))) },
  304: { description: 'Not modified.', headers: { ETag: etagHeader } },
  ...createProblemResponses(404, 412),
});

/** The response of a creation. */
export const createCreatedResponse = (description: string, name: string): JsonObject => ({
  description,
  headers: { Location: { description: 'Where it is.', schema: { type: 'string' } }, ETag: etagHeader },
  ...createContent(createReference(name)),
});

/** A header field that a request may carry. */
export const createFieldParameter = (
  name: string,
  description: string,
  schema: Schema = { type: 'string' },
): JsonObject => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

/** The header field that makes a creation safe to repeat. */
export const keyParameter = createFieldParameter(
  'Idempotency-Key',
  'Repeating a creation with its key makes nothing more.',
  {
    type: 'string',
    minLength: 1,
    maxLength: 255,
  },
);

/** Problem details. */
export const problemSchema: Schema = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { pointer: { type: 'string' }, detail: { type: 'string' } } },
    },
  },
};

const etagHeader = { description: 'The validator.', schema: { type: 'string' } };

const descriptions: Readonly<Record<number, string>> = {
  400: 'The request is wrong.',
  404: 'The item does not exist.',
  409: 'The state of what is stored does not allow it.',
  412: 'A precondition does not hold.',
  413: 'The content is too large.',
  415: 'The media type is not supported.',
  422: 'The content means nothing valid.',
};
