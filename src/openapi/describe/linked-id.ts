import { getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import { followReference } from '../recognize/schema-shape.js';
import type { CollectionPaths } from './classify-paths.js';

/** Reads the place of a created item's id from an OpenAPI link to the item. */
export function findLinkedId(document: JsonObject, { create, read, parameter }: CollectionPaths): string | undefined {
  if (!create || !read || parameter === undefined) return undefined;
  const responses = isObject(create.raw.responses) ? Object.values(create.raw.responses) : [];
  const links = responses.flatMap((response) => listLinks(document, response));
  const own = links.filter(
    ({ operationId, operationRef }) =>
      (operationId !== undefined && operationId === read.raw.operationId) || operationRef === read.evidence,
  );
  const values = own.map(({ parameters }) => (isObject(parameters) ? getMember(parameters, parameter) : undefined));
  const expression = values.find(
    (value): value is string => typeof value === 'string' && bodyExpressionPattern.test(value),
  );
  return expression === undefined ? undefined : bodyExpressionPattern.exec(expression)?.[1];
}

const bodyExpressionPattern = /^\{?\$response\.body#(\/[^}]+)\}?$/;

function listLinks(document: JsonObject, response: Json): JsonObject[] {
  const { links } = followReference(document, response);
  return isObject(links) ? Object.values(links).map((link) => followReference(document, link)) : [];
}
