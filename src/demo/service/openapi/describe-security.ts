import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { AccessScheme, Settings } from '../settings.js';
import { createProblemResponses } from './document-parts.js';

export function describeSecurity({ access }: Settings): JsonObject & { readonly schemes?: JsonObject } {
  if (access === 'open') return {};
  return { security: [{ caller: [] }], schemes: { securitySchemes: { caller: schemes[access] } } };
}

export function addAccessResponses(settings: Settings, paths: JsonObject): JsonObject {
  const isOpen = settings.access === 'open';
  const limit = settings.rateLimit === undefined ? [] : [429];
  const beforehand = (path: string): JsonObject =>
    isPublic(path) || isOpen ? createProblemResponses(...limit) : createDenials(limit);
  const free = (path: string): JsonObject => (isPublic(path) && !isOpen ? { security: [] } : {});
  return changeOperations(paths, (path, operation) => ({
    ...operation,
    ...free(path),
    responses: { ...beforehand(path), ...(operation.responses as JsonObject) },
  }));
}

function changeOperations(paths: JsonObject, change: (path: string, operation: JsonObject) => JsonObject): JsonObject {
  const changed = (path: string, item: Json | undefined) =>
    Object.entries(isObject(item) ? item : {}).map(
      ([name, part]) => [name, isObject(part) ? change(path, part) : part] as const,
    );
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, Object.fromEntries(changed(path, item))] as const),
  );
}

const isPublic = (path: string): boolean => path === '/' || path === '/openapi.json';

function createDenials(limit: readonly number[]): JsonObject {
  const challenge = { description: 'The accepted authentication scheme.', schema: { type: 'string' } };
  const { 401: unknown, ...others } = createProblemResponses(401, 403, ...limit);
  const challenged = isObject(unknown) ? { ...unknown, headers: { 'WWW-Authenticate': challenge } } : {};
  return { ...others, 401: challenged };
}

const schemes: Readonly<Record<AccessScheme, JsonObject>> = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  'api-key': { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  'query-key': { type: 'apiKey', in: 'query', name: 'api_key' },
};
