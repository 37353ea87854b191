import type { JsonObject } from '../../../src/demo/service/http/json.js';
import type { TeamList } from './team-store.js';

const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

const text = { type: 'string', minLength: 1, maxLength: 200 };

/** What clients send to create a member. */
export const memberSchema: JsonObject = {
  type: 'object',
  required: ['name', 'role'],
  properties: { name: text, role: { enum: ['reader', 'writer'] } },
  additionalProperties: false,
};

/** An OpenAPI document of these lists. */
export const describeTeam = (lists: Readonly<Record<string, TeamList>>): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Team', version: '1' },
  paths: Object.assign({}, ...Object.entries(lists).map(([name, list]) => describeList(name, list))),
});

function describeList(name: string, { methods, itemMethods, idMember = 'id', isUndescribed }: TeamList): JsonObject {
  const item: JsonObject = {
    type: 'object',
    required: [idMember],
    properties: { ...(memberSchema.properties as JsonObject), [idMember]: { type: 'string' } },
  };
  const list = { type: 'object', properties: { [name]: { type: 'array', items: item } } };
  const operations: Record<string, JsonObject> = {
    GET: { responses: { 200: { description: 'read', ...content(isUndescribed ? {} : list) } } },
    POST: {
      requestBody: { required: true, ...content(memberSchema) },
      responses: { 201: { description: 'created', ...content(item) }, 400: { description: 'refused' } },
    },
  };
  const single: Record<string, JsonObject> = {
    GET: { responses: { 200: { description: 'read', ...content(item) }, 404: { description: 'missing' } } },
    PUT: {
      requestBody: { required: true, ...content(memberSchema) },
      responses: { 200: { description: 'replaced', ...content(item) }, 404: { description: 'missing' } },
    },
    DELETE: { responses: { 204: { description: 'removed' }, 404: { description: 'missing' } } },
  };
  const parameters = [{ name: idMember, in: 'path', required: true, schema: { type: 'string' } }];
  const pick = (from: Record<string, JsonObject>, wanted: string): JsonObject =>
    Object.fromEntries(wanted.split(' ').map((method) => [method.toLowerCase(), from[method] ?? {}]));
  return {
    [`/${name}`]: pick(operations, methods),
    ...(itemMethods !== undefined && {
      [`/${name}/{${idMember}}`]: { parameters, ...pick(single, itemMethods) },
    }),
  };
}
