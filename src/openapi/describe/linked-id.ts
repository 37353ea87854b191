import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { follow } from '../recognize/schema-shape.js';
import type { Branch } from './classify-paths.js';

/** Where a creation says, by an OpenAPI link to its item, that the id of what it made stands. */
export function linkedId(document: JsonObject, { create, read, parameter }: Branch): string | undefined {
  if (!create || !read || parameter === undefined) return undefined;
  const responses = isObject(create.raw.responses) ? Object.values(create.raw.responses) : [];
  const links = responses.flatMap((response) => linksOf(document, response));
  const own = links.filter(
    ({ operationId, operationRef }) =>
      (operationId !== undefined && operationId === read.raw.operationId) || operationRef === read.evidence,
  );
  const values = own.map(({ parameters }) => (isObject(parameters) ? parameters[parameter] : undefined));
  const told = values.find((value): value is string => typeof value === 'string' && body.test(value));
  return told === undefined ? undefined : body.exec(told)?.[1];
}

const body = /^\{?\$response\.body#(\/[^}]+)\}?$/;

function linksOf(document: JsonObject, response: Json): JsonObject[] {
  const { links } = follow(document, response);
  return isObject(links) ? Object.values(links).map((link) => follow(document, link)) : [];
}
