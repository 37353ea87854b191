import {
  isObject,
  type Json,
  type JsonObject,
  type Method,
  type Operation,
  type Parameter,
  pointerOf,
  type Schema,
} from '../../rule/index.js';
import { follow, opened } from '../shape.js';

/** One operation of a document, and why it cannot be used, when it cannot. */
export interface Described {
  readonly operation: Operation;
  /** Path as the document has it. */
  readonly path: string;
  /** Where it stands: `#/paths/~1orders/post`. */
  readonly evidence: string;
  readonly raw: JsonObject;
  readonly unusable: string | undefined;
}

const methods: readonly Method[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Every operation that a document describes. */
export function operationsOf(document: JsonObject): Described[] {
  const paths = isObject(document.paths) ? Object.entries(document.paths) : [];
  return paths.flatMap(([path, node]) => {
    const item = follow(document, node);
    return methods.flatMap((method) => {
      const raw = item[method.toLowerCase()];
      return isObject(raw) && path.startsWith('/') ? [describeOne(document, path, method, raw, item)] : [];
    });
  });
}

function describeOne(document: JsonObject, path: string, method: Method, raw: JsonObject, item: JsonObject): Described {
  const request = requestOf(document, raw, method);
  const response = responseOf(document, raw);
  const parameters = parametersOf(document, item, raw);
  const operation: Operation = {
    method,
    path,
    provenance: 'described',
    statuses: statusesOf(raw),
    parameters,
    ...(typeof request === 'object' ? { request } : {}),
    ...(typeof response === 'object' ? { response } : {}),
    ...secured(document, raw),
  };
  const trouble = [request, response].find((part) => typeof part === 'string') ?? unfillable(parameters, method);
  return {
    operation,
    path,
    evidence: `#${pointerOf(['paths', path, method.toLowerCase()])}`,
    raw,
    unusable: trouble as string | undefined,
  };
}

function parametersOf(document: JsonObject, item: JsonObject, raw: JsonObject): Parameter[] {
  const nodes = [item.parameters, raw.parameters].flatMap((list) => (Array.isArray(list) ? (list as Json[]) : []));
  const known = nodes.map((node) => follow(document, node)).filter((node) => typeof node.name === 'string');
  const byKey = new Map(known.map((node) => [`${node.in} ${node.name}`, node]));
  return [...byKey.values()].map((node) => parameterOf(document, node));
}

function parameterOf(document: JsonObject, node: JsonObject): Parameter {
  const schema = opened(document, node.schema);
  return {
    name: String(node.name),
    in: node.in as Parameter['in'],
    required: node.required === true,
    ...withDescription(schema, node.description),
  };
}

/** What is said of a parameter is said of its values too. */
function withDescription(schema: Schema | undefined, description: Json | undefined): { schema?: Schema } {
  if (description === undefined || typeof schema === 'boolean') return schema === undefined ? {} : { schema };
  return { schema: { description, ...schema } };
}

/** A list that wants a parameter nobody knows a value for cannot be asked. */
function unfillable(parameters: readonly Parameter[], method: Method): string | undefined {
  const missing = parameters.find(
    ({ in: place, required, schema }) =>
      place === 'query' && required && !(isObject(schema) && schema.default !== undefined),
  );
  return missing && method !== 'POST' ? `needs the query parameter ${missing.name}` : undefined;
}

function requestOf(document: JsonObject, raw: JsonObject, method: Method): Operation['request'] | string | undefined {
  const content = follow(document, raw.requestBody).content;
  if (!isObject(content) || Object.keys(content).length === 0) return undefined;
  const [type, media] = jsonMedia(content, method === 'PATCH') ?? [];
  if (type === undefined) return `takes ${Object.keys(content).join(', ')}`;
  const described = follow(document, media);
  const schema = opened(document, described.schema);
  const example = exampleIn(document, described);
  return {
    mediaType: type.includes('*') ? 'application/json' : type,
    ...(schema === undefined ? {} : { schema }),
    ...(example === undefined ? {} : { example }),
  };
}

function responseOf(document: JsonObject, raw: JsonObject): Operation['response'] | string | undefined {
  const responses = isObject(raw.responses) ? raw.responses : {};
  const status = ['200', '201', ...Object.keys(responses).filter((code) => /^2/.test(code))].find(
    (code) => responses[code] !== undefined,
  );
  const content = status === undefined ? undefined : follow(document, responses[status]).content;
  if (!isObject(content) || Object.keys(content).length === 0) return undefined;
  const [, media] = jsonMedia(content, false) ?? [];
  if (media === undefined) return `answers ${Object.keys(content).join(', ')}`;
  const schema = opened(document, follow(document, media).schema);
  return schema === undefined ? {} : { schema };
}

/** The best JSON media type: plain JSON first, for patches the one whose meaning is written down (RFC 7396). */
function jsonMedia(content: JsonObject, isPatch: boolean): [string, Json] | undefined {
  const order = isPatch ? [/^application\/merge-patch\+json$/, ...jsonTypes] : jsonTypes;
  const entries = Object.entries(content).filter(([type]) => !/json-patch\+json/.test(type));
  for (const wanted of order) {
    const found = entries.find(([type]) => wanted.test(essenceOf(type)));
    if (found) return found;
  }
  return undefined;
}

const jsonTypes = [/^application\/json$/, /^[^/]+\/[^/]+\+json$/, /^text\/json$/, /^(\*|application)\/\*$/];
const essenceOf = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

function exampleIn(document: JsonObject, media: JsonObject): Json | undefined {
  if (media.example !== undefined) return media.example;
  const [first] = isObject(media.examples) ? Object.values(media.examples) : [];
  const named = follow(document, first).value;
  if (named !== undefined) return named;
  const schema = follow(document, media.schema);
  return schema.example ?? (Array.isArray(schema.examples) ? schema.examples[0] : undefined);
}

const statusesOf = ({ responses }: JsonObject): number[] =>
  Object.keys(isObject(responses) ? responses : {})
    .filter((code) => /^\d{3}$/.test(code))
    .map(Number);

function secured(document: JsonObject, raw: JsonObject): { secured?: boolean } {
  const security = raw.security ?? document.security;
  if (!Array.isArray(security)) return {};
  return {
    secured:
      security.length > 0 && security.every((scheme: Json) => isObject(scheme) && Object.keys(scheme).length > 0),
  };
}
