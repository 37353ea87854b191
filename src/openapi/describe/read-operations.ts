import type { Method } from '../../model/exchange.js';
import { isObject, type Json, type JsonObject, pointerOf } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import { follow, opened, typesOf } from '../recognize/schema-shape.js';
import type { Described } from './described-operation.js';
import { jsonMedia, sendableMedia } from './media-types.js';
import { parametersOf, unfillable } from './read-parameters.js';

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

function requestOf(document: JsonObject, raw: JsonObject, method: Method): Operation['request'] | string | undefined {
  const content = follow(document, raw.requestBody).content;
  if (!isObject(content) || Object.keys(content).length === 0) return undefined;
  const [type, media] = sendableMedia(content, method === 'PATCH') ?? [];
  if (type === undefined) return `takes ${Object.keys(content).join(', ')}`;
  const described = follow(document, media);
  const schema = opened(document, described.schema);
  const example = exampleIn(document, described);
  // One call that makes or changes many things says nothing about one of them.
  if (method !== 'PATCH' && typesOf(document, described.schema).join() === 'array') return 'wants many things at once';
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

/** Who asks for credentials at some operations asks for none at those of which nothing is said; who never does has forgotten to say. */
function secured(document: JsonObject, raw: JsonObject): { secured?: boolean } {
  const security = raw.security ?? document.security ?? (asksSomewhere(document) ? [] : undefined);
  if (!Array.isArray(security)) return {};
  return { secured: isAsking(security) };
}

const isAsking = (security: readonly Json[]): boolean =>
  security.length > 0 && security.every((scheme) => isObject(scheme) && Object.keys(scheme).length > 0);

const asking = new WeakMap<JsonObject, boolean>();

function asksSomewhere(document: JsonObject): boolean {
  const known = asking.get(document);
  if (known !== undefined) return known;
  const items = Object.values(isObject(document.paths) ? document.paths : {}).filter(isObject);
  const asks = items
    .flatMap((item) => Object.values(item))
    .some((one) => isObject(one) && Array.isArray(one.security) && isAsking(one.security));
  asking.set(document, asks);
  return asks;
}
