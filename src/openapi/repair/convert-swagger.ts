import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { bodyOf, parameterOf, responseOf, securityOf } from './convert-swagger-parts.js';
import { mapped } from './repair-context.js';

/** A document of Swagger 2.0 in the form of OpenAPI 3.0; what it has of no known form stays as it is. */
export function fromSwagger(root: JsonObject): JsonObject {
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
  const whole: Whole = { root, consumes: typesIn(consumes), produces: typesIn(produces) };
  const components = {
    ...(definitions === undefined ? {} : { schemas: definitions }),
    ...(isObject(parameters) ? sharedParameters(parameters, whole) : {}),
    ...(isObject(responses) ? { responses: mapped(responses, (one) => responseOf(one, whole.produces)) } : {}),
    ...(isObject(securityDefinitions) ? { securitySchemes: mapped(securityDefinitions, securityOf) } : {}),
  };
  const servers = serversOf(host, basePath, schemes);
  const document = {
    ...rest,
    openapi: '3.0.4',
    ...(servers.length === 0 ? {} : { servers }),
    ...(isObject(rest.paths) ? { paths: mapped(rest.paths, (item) => itemOf(item, whole)) } : {}),
    ...(Object.keys(components).length === 0 ? {} : { components }),
  };
  return moved(document) as JsonObject;
}

interface Whole {
  readonly root: JsonObject;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

const typesIn = (list: Json | undefined): string[] =>
  Array.isArray(list) ? (list as readonly Json[]).filter((type) => typeof type === 'string') : [];

function serversOf(host: Json | undefined, basePath: Json | undefined, schemes: Json | undefined): Json[] {
  const path = typeof basePath === 'string' && basePath !== '/' ? basePath : '';
  if (typeof host !== 'string') return path === '' ? [] : [{ url: path.startsWith('/') ? path : `/${path}` }];
  const known = typesIn(schemes).filter((scheme) => /^https?$/.test(scheme));
  const rooted = path === '' || path.startsWith('/') ? path : `/${path}`;
  return (known.length === 0 ? ['https'] : known).map((scheme) => ({ url: `${scheme}://${host}${rooted}` }));
}

/** Bodies were parameters once; shared ones become shared bodies. */
function sharedParameters(parameters: JsonObject, { consumes }: Whole): JsonObject {
  const entries = Object.entries(parameters);
  const bodies = entries.filter(([, node]) => isBody(node));
  const others = entries.filter(([, node]) => !isBody(node)).map(([name, node]) => [name, parameterOf(node)]);
  return {
    ...(others.length === 0 ? {} : { parameters: Object.fromEntries(others) }),
    ...(bodies.length === 0
      ? {}
      : {
          requestBodies: Object.fromEntries(
            bodies.map(([name, node]) => [name, bodyOf([node as JsonObject], consumes)]),
          ),
        }),
  };
}

const isBody = (node: Json): boolean => isObject(node) && (node.in === 'body' || node.in === 'formData');

function itemOf(item: Json, whole: Whole): Json {
  if (!isObject(item)) return item;
  const shared = listOf(item.parameters);
  const bodies = shared.filter((node) => isBody(followed(node, whole)));
  return mapped(item, (value, name) => {
    if (name === 'parameters' && Array.isArray(value))
      return shared.filter((node) => !bodies.includes(node)).map(parameterOf);
    return methods.has(name.toLowerCase()) && isObject(value) ? operationOf(value, bodies, whole) : value;
  });
}

function operationOf(operation: JsonObject, inherited: readonly Json[], whole: Whole): JsonObject {
  const { parameters, responses, consumes, produces, schemes: _, ...rest } = operation;
  const all = listOf(parameters);
  const own = all.map((node) => followed(node, whole)).filter(isBody);
  const bodies = (own.length > 0 ? own : inherited.map((node) => followed(node, whole))) as JsonObject[];
  const others = all.filter((node) => !isBody(followed(node, whole)));
  const made = Array.isArray(produces) ? typesIn(produces) : whole.produces;
  return {
    ...rest,
    ...(parameters === undefined
      ? {}
      : { parameters: Array.isArray(parameters) ? others.map(parameterOf) : parameters }),
    ...(bodies.length === 0
      ? {}
      : { requestBody: bodyOf(bodies, Array.isArray(consumes) ? typesIn(consumes) : whole.consumes) }),
    ...(responses === undefined
      ? {}
      : { responses: isObject(responses) ? mapped(responses, (one) => responseOf(one, made)) : responses }),
  };
}

const listOf = (node: Json | undefined): readonly Json[] => (Array.isArray(node) ? node : []);

/** What a shared parameter is, for it alone tells whether it is a body. */
function followed(node: Json, { root }: Whole): Json {
  const name =
    isObject(node) && typeof node.$ref === 'string' ? /^#\/parameters\/(.+)$/.exec(node.$ref)?.[1] : undefined;
  if (name === undefined || !isObject(root.parameters)) return node;
  return root.parameters[name.replaceAll('~1', '/').replaceAll('~0', '~')] ?? node;
}

const places: readonly (readonly [string, string])[] = [
  ['#/definitions/', '#/components/schemas/'],
  ['#/parameters/', '#/components/parameters/'],
  ['#/responses/', '#/components/responses/'],
];

/** Where a part of a Swagger document stands in it, for a place in the form of OpenAPI 3. */
export const placeInSwagger = (where: string): string =>
  places.reduce((now, [old, newer]) => now.replace(newer, old), where);

/** Every `$ref` to where its target stands now. */
function moved(node: Json): Json {
  if (Array.isArray(node)) {
    const entries = node.map(moved);
    return entries.some((entry, index) => entry !== node[index]) ? entries : node;
  }
  if (!isObject(node)) return node;
  return mapped(node, (value, name) => {
    if (name !== '$ref' || typeof value !== 'string') return moved(value);
    const [old, newer] = places.find(([prefix]) => value.startsWith(prefix)) ?? ['', ''];
    return newer + value.slice(old.length);
  });
}
