import type { Method } from '../../model/exchange.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { buildPointer, isObject, type Json, type JsonObject, omitUndefined } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import { computeOnce } from '../../model/values/compute-once.js';
import { followReference, getEntrySchema, listMembers, listTypes, openReference } from '../recognize/schema-shape.js';
import { recordedKey } from '../recording/build-document.js';
import type { DescribedOperation } from './described-operation.js';
import { addExampleDefaults } from './fixed-query.js';
import { findUnfillableParameter, readParameters } from './read-parameters.js';
import { readResponses } from './read-responses.js';

/** Maximum number of examples of one request that are kept. */
const maxExamples = 3;

const jsonTypePatterns = [/^application\/json$/, /^[^/]+\/[^/]+\+json$/, /^text\/json$/, /^(\*|application)\/\*$/];

const methods: readonly Method[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Reads every operation of a document. */
export function readOperations(document: JsonObject): DescribedOperation[] {
  const paths = isObject(document.paths) ? Object.entries(document.paths) : [];
  const found = paths.flatMap(([path, node]) => {
    const item = followReference(document, node);
    return methods.flatMap((method) => {
      const raw = item[method.toLowerCase()];
      return isObject(raw) && path.startsWith('/') ? [describeOperation(document, path, method, raw, item)] : [];
    });
  });
  const all = found.map(({ operation }) => operation);
  const hasMember = ({ request }: Operation, name: string) =>
    listMembers(document, request?.schema as Json | undefined).has(name);
  return found.map((one) => {
    const operation = addExampleDefaults(one.operation, all, hasMember);
    const { parameters, method } = operation;
    return { ...one, operation, unusable: one.unusable ?? findUnfillableParameter(parameters, method) };
  });
}

function describeOperation(document: JsonObject, path: string, method: Method, raw: JsonObject, item: JsonObject) {
  const request = readRequest(document, raw, method);
  const response = readResponse(document, raw);
  const parameters = readParameters(document, item, raw);
  const isRecorded = document[recordedKey] === true;
  const operation: Operation = {
    method,
    path,
    provenance: 'described',
    statuses: isRecorded ? [] : listStatuses(raw),
    parameters,
    ...(typeof request === 'object' ? { request } : {}),
    ...(typeof response === 'object' ? { response } : {}),
    // A recording promises no status, type or member.
    ...(isRecorded ? {} : { responses: readResponses(document, raw) }),
    ...readSecured(document, raw),
  };
  const listRequest = method === 'POST' ? readListRequest(document, raw) : undefined;
  const trouble = [request, response].find((part) => typeof part === 'string');
  return {
    operation,
    path,
    evidence: `#${buildPointer(['paths', path, method.toLowerCase()])}`,
    raw,
    unusable: trouble as string | undefined,
    ...(listRequest && { listRequest }),
  };
}

function readRequest(document: JsonObject, raw: JsonObject, method: Method): Operation['request'] | string | undefined {
  const content = followReference(document, raw.requestBody).content;
  if (!isObject(content) || Object.keys(content).length === 0) return undefined;
  const [type, media] = chooseSendableMedia(content, method === 'PATCH') ?? [];
  if (type === undefined) return `takes ${Object.keys(content).join(', ')}`;
  const described = followReference(document, media);
  // Its schema describes operations, and not the item that these change.
  if (parseMediaType(type).isJsonPatch) return { mediaType: type };
  const schema = openReference(document, described.schema);
  const example = findExample(document, described);
  const examples = document[recordedKey] === true ? [] : readExamples(document, described);
  // A request that creates or changes many items says nothing about a single one.
  if (method !== 'PATCH' && listTypes(document, described.schema).join() === 'array')
    return 'requires many items at once';
  return {
    mediaType: type.includes('*') ? 'application/json' : type,
    ...omitUndefined({ schema, example }),
    ...(examples.length === 0 ? {} : { examples }),
  };
}

/** The content of one item, where a request takes a list of objects. */
function readListRequest(document: JsonObject, raw: JsonObject): Operation['request'] {
  const content = followReference(document, raw.requestBody).content;
  const [type, media] = (isObject(content) && chooseSendableMedia(content, false)) || [];
  if (type === undefined) return undefined;
  const described = followReference(document, media);
  if (listTypes(document, described.schema).join() !== 'array') return undefined;
  const schema = openReference(document, getEntrySchema(document, described.schema));
  if (!isObject(schema) || !listTypes(document, schema).includes('object')) return undefined;
  const list = findExample(document, described);
  const example = Array.isArray(list) ? (list[0] as Json | undefined) : undefined;
  return { mediaType: type, schema, ...(example === undefined ? {} : { example }) };
}

function readResponse(document: JsonObject, raw: JsonObject): Operation['response'] | string | undefined {
  const responses = isObject(raw.responses) ? raw.responses : {};
  const status = ['200', '201', ...Object.keys(responses).filter((code) => /^2/.test(code))].find(
    (code) => responses[code] !== undefined,
  );
  const content = status === undefined ? undefined : followReference(document, responses[status]).content;
  if (!isObject(content) || Object.keys(content).length === 0) return undefined;
  const [, media] = chooseJsonMedia(content, false) ?? [];
  if (media === undefined) return `answers ${Object.keys(content).join(', ')}`;
  const schema = openReference(document, followReference(document, media).schema);
  return schema === undefined ? {} : { schema };
}

function findExample(document: JsonObject, media: JsonObject): Json | undefined {
  if (media.example !== undefined) return media.example;
  const [first] = isObject(media.examples) ? Object.values(media.examples) : [];
  const named = followReference(document, first).value;
  if (named !== undefined) return named;
  const schema = followReference(document, media.schema);
  return schema.example ?? (Array.isArray(schema.examples) ? schema.examples[0] : undefined);
}

const listStatuses = ({ responses }: JsonObject): number[] =>
  Object.keys(isObject(responses) ? responses : {})
    .filter((code) => /^\d{3}$/.test(code))
    .map(Number);

/**
 * A document that requires credentials for some operations requires none for the others; one that never mentions
 * credentials says nothing.
 */
function readSecured(document: JsonObject, raw: JsonObject): { secured?: boolean } {
  const security = raw.security ?? document.security ?? (hasSecuredOperation(document) ? [] : undefined);
  if (!Array.isArray(security)) return {};
  return { secured: isCredentialRequired(security) };
}

const isCredentialRequired = (security: readonly Json[]): boolean =>
  security.length > 0 && security.every((scheme) => isObject(scheme) && Object.keys(scheme).length > 0);

const hasSecuredOperation = computeOnce((document: JsonObject): boolean => {
  const items = Object.values(isObject(document.paths) ? document.paths : {}).filter(isObject);
  return items
    .flatMap((item) => Object.values(item))
    .some((one) => isObject(one) && Array.isArray(one.security) && isCredentialRequired(one.security));
});

type MediaTypeEntry = readonly [type: string, description: Json];

/** Chooses the best JSON media type: plain JSON first; for patches, merge patch (RFC 7396). */
function chooseJsonMedia(content: JsonObject, isPatch: boolean): MediaTypeEntry | undefined {
  return chooseBest(content, isPatch ? [/^application\/merge-patch\+json$/, ...jsonTypePatterns] : jsonTypePatterns);
}

/** Chooses a media type that can be sent: JSON, or a form or for patches a JSON Patch if nothing else is accepted. */
const chooseSendableMedia = (content: JsonObject, isPatch: boolean): MediaTypeEntry | undefined =>
  chooseJsonMedia(content, isPatch) ??
  chooseBest(content, [/^application\/x-www-form-urlencoded$/]) ??
  (isPatch ? Object.entries(content).find(([type]) => parseMediaType(type).isJsonPatch) : undefined);

function chooseBest(content: JsonObject, order: readonly RegExp[]): MediaTypeEntry | undefined {
  const entries = Object.entries(content).filter(([type]) => !parseMediaType(type).isJsonPatch);
  for (const wanted of order) {
    const found = entries.find(([type]) => wanted.test(parseMediaType(type).essence));
    if (found) return found;
  }
  return undefined;
}

/**
 * All examples that a document shows of one content: those of the media type, then those of its schema, which may be that
 * of responses too, so that members which no client sends are left out.
 */
export function readExamples(document: JsonObject, media: JsonObject): Json[] {
  const named = isObject(media.examples)
    ? Object.values(media.examples).map((one) => followReference(document, one).value)
    : [];
  const schema = followReference(document, media.schema);
  const several = Array.isArray(schema.examples) ? (schema.examples as Json[]) : [];
  const own = [media.example, ...named];
  const shared = [schema.example, ...several].map((value) => value && omitReadOnly(document, media.schema, value));
  const all = [...own, ...shared].filter((value) => value !== undefined) as Json[];
  const distinct = new Map(all.map((value) => [JSON.stringify(value), value]));
  return [...distinct.values()].slice(0, maxExamples);
}

function omitReadOnly(document: JsonObject, schema: Json | undefined, value: Json): Json {
  if (!isObject(value)) return value;
  const members = listMembers(document, schema);
  return Object.fromEntries(
    Object.entries(value as JsonObject).filter(([name]) => members.get(name)?.schema.readOnly !== true),
  ) as Json;
}
