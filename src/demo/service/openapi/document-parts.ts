import type { Json, JsonObject } from '../http/json.js';

export type ProblemStatuses = readonly number[];

export const problemType = 'application/problem+json';

export const createReference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

export const createContent = (schema: Json, types: readonly string[] = ['application/json']): JsonObject => ({
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
});

export const createProblemResponses = (...statuses: ProblemStatuses): JsonObject =>
  Object.fromEntries(statuses.map((status) => [status, createProblemResponse(status)]));

export const createCreatedResponse = (description: string, schema: JsonObject | undefined): JsonObject => ({
  description,
  headers: { Location: { description: 'URL of the created resource.', schema: { type: 'string' } } },
  ...(schema && createContent(schema)),
});

const createProblemResponse = (status: number): JsonObject => ({
  description: descriptions[status] ?? 'The request failed.',
  ...createContent(createReference('Problem'), [problemType]),
});

const descriptions: Readonly<Record<number, string>> = {
  400: 'The request is wrong.',
  401: 'The caller is not known.',
  403: 'The caller may not do this.',
  404: 'The resource does not exist.',
  409: 'The state does not allow it.',
  410: 'The order was removed.',
  412: 'A precondition does not hold.',
  413: 'The content is too large.',
  415: 'The media type is not supported.',
  422: 'The content breaks the schema.',
  429: 'The caller sends too many requests.',
};
