import { getMember, isObject, type Json, type JsonObject, omitUndefined } from '../../model/json.js';
import { convertBody, convertParameter, convertResponse, convertSecurity } from './convert-swagger-parts.js';
import { mapEntries, mapMembers } from './repair-context.js';

/** Converts a Swagger 2.0 document to OpenAPI 3.0; unknown parts stay unchanged. */
export function convertSwagger(root: JsonObject): JsonObject {
  const {
    definitions,
    parameters,
    responses,
    securityDefinitions,
    host,
    basePath,
    schemes,
    consumes,
    produces,
    swagger: _,
    ...rest
  } = root;
  const whole: SwaggerContext = { root, consumes: listMediaTypes(consumes), produces: listMediaTypes(produces) };
  const components = {
    ...(definitions === undefined ? {} : { schemas: definitions }),
    ...(isObject(parameters) ? convertSharedParameters(parameters, whole) : {}),
    ...(isObject(responses) ? { responses: mapMembers(responses, (one) => convertResponse(one, whole.produces)) } : {}),
    ...(isObject(securityDefinitions) ? { securitySchemes: mapMembers(securityDefinitions, convertSecurity) } : {}),
  };
  const servers = buildServers(host, basePath, schemes);
  const document = {
    ...rest,
    openapi: '3.0.4',
    ...(servers.length === 0 ? {} : { servers }),
    ...(isObject(rest.paths) ? { paths: mapMembers(rest.paths, (item) => convertPathItem(item, whole)) } : {}),
    ...(Object.keys(components).length === 0 ? {} : { components }),
  };
  return moveReferences(document) as JsonObject;
}

interface SwaggerContext {
  readonly root: JsonObject;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

const listMediaTypes = (list: Json | undefined): string[] =>
  Array.isArray(list) ? (list as readonly Json[]).filter((type) => typeof type === 'string') : [];

function buildServers(host: Json | undefined, basePath: Json | undefined, schemes: Json | undefined): Json[] {
  const path = typeof basePath === 'string' && basePath !== '/' ? basePath : '';
  if (typeof host !== 'string') return path === '' ? [] : [{ url: path.startsWith('/') ? path : `/${path}` }];
  const known = listMediaTypes(schemes).filter((scheme) => /^https?$/.test(scheme));
  const rooted = path === '' || path.startsWith('/') ? path : `/${path}`;
  return (known.length === 0 ? ['https'] : known).map((scheme) => ({ url: `${scheme}://${host}${rooted}` }));
}

/** Body parameters become request bodies, including shared ones. */
function convertSharedParameters(parameters: JsonObject, { consumes }: SwaggerContext): JsonObject {
  const others = mapMembers(parameters, (node) => (isBodyParameter(node) ? undefined : convertParameter(node)));
  const requestBodies = mapMembers(parameters, (node) =>
    isBodyParameter(node) ? convertBody([node as JsonObject], consumes) : undefined,
  );
  return {
    ...(Object.keys(others).length === 0 ? {} : { parameters: others }),
    ...(Object.keys(requestBodies).length === 0 ? {} : { requestBodies }),
  };
}

const isBodyParameter = (node: Json): boolean => isObject(node) && (node.in === 'body' || node.in === 'formData');

function convertPathItem(item: Json, whole: SwaggerContext): Json {
  if (!isObject(item)) return item;
  const shared = getList(item.parameters);
  const bodies = shared.filter((node) => isBodyParameter(followParameter(node, whole)));
  return mapMembers(item, (value, name) => {
    if (name === 'parameters' && Array.isArray(value))
      return shared.filter((node) => !bodies.includes(node)).map(convertParameter);
    return methods.has(name.toLowerCase()) && isObject(value) ? convertOperation(value, bodies, whole) : value;
  });
}

function convertOperation(operation: JsonObject, inherited: readonly Json[], whole: SwaggerContext): JsonObject {
  const { parameters, responses, consumes, produces, schemes: _, ...rest } = operation;
  const all = getList(parameters);
  const own = all.map((node) => followParameter(node, whole)).filter(isBodyParameter);
  const bodies = (own.length > 0 ? own : inherited.map((node) => followParameter(node, whole))) as JsonObject[];
  const others = all.filter((node) => !isBodyParameter(followParameter(node, whole)));
  const made = Array.isArray(produces) ? listMediaTypes(produces) : whole.produces;
  const taken = Array.isArray(consumes) ? listMediaTypes(consumes) : whole.consumes;
  return omitUndefined({
    ...rest,
    parameters: Array.isArray(parameters) ? others.map(convertParameter) : parameters,
    requestBody: bodies.length === 0 ? undefined : convertBody(bodies, taken),
    responses: isObject(responses) ? mapMembers(responses, (one) => convertResponse(one, made)) : responses,
  }) as JsonObject;
}

const getList = (node: Json | undefined): readonly Json[] => (Array.isArray(node) ? node : []);

/** Resolves a shared parameter, because only its target shows whether it is a body. */
function followParameter(node: Json, { root }: SwaggerContext): Json {
  const name =
    isObject(node) && typeof node.$ref === 'string' ? /^#\/parameters\/(.+)$/.exec(node.$ref)?.[1] : undefined;
  if (name === undefined || !isObject(root.parameters)) return node;
  return getMember(root.parameters, name.replaceAll('~1', '/').replaceAll('~0', '~')) ?? node;
}

const movedPlaces: readonly (readonly [string, string])[] = [
  ['#/definitions/', '#/components/schemas/'],
  ['#/parameters/', '#/components/parameters/'],
  ['#/responses/', '#/components/responses/'],
];

/** Maps a place in the OpenAPI 3 form to the place in the Swagger document. */
export const locateInSwagger = (where: string): string =>
  movedPlaces.reduce((now, [old, newer]) => now.replace(newer, old), where);

/** Updates every `$ref` to the new place of its target. */
function moveReferences(node: Json): Json {
  if (Array.isArray(node)) return mapEntries(node, moveReferences);
  if (!isObject(node)) return node;
  return mapMembers(node, (value, name) => {
    if (name !== '$ref' || typeof value !== 'string') return moveReferences(value);
    const [old, newer] = movedPlaces.find(([prefix]) => value.startsWith(prefix)) ?? ['', ''];
    return newer + value.slice(old.length);
  });
}
