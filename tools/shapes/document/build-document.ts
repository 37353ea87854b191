import type { ServiceFacts } from '../facts/facts.js';
import { describeExtras } from './extras.js';
import { describeCollection } from './operations.js';
import type { PathOperations } from './parts.js';
import { describeContent, describeItem, nameSchema, type Schema } from './schemas.js';
import { toSwagger } from './to-swagger.js';

/** An OpenAPI document as an object. */
export type Document = Readonly<Record<string, unknown>>;

const security: Readonly<Record<string, Schema>> = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  'key-header': { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  'key-query': { type: 'apiKey', in: 'query', name: 'api_key' },
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
};

/** The honest document of a service, in the version of its design. */
export function buildDocument(service: ServiceFacts): Document {
  const { design } = service;
  const version = design.service.documentVersion;
  const paths: PathOperations = {};
  for (const facts of service.collections) describeCollection(facts, service, paths);
  describeExtras(service, paths);
  const scheme = security[design.service.access];
  const open = design.service.reading === 'open' ? openReading(paths) : paths;
  const document = {
    openapi: version === '3.1' ? '3.1.0' : '3.0.3',
    info: { title: 'A service', version: '1.0.0' },
    ...describeServer(service),
    paths: Object.fromEntries(
      Object.entries(open).map(([path, operations]) => [shortenPath(service, path), operations]),
    ),
    components: { schemas: describeSchemas(service), ...(scheme && { securitySchemes: { access: scheme } }) },
    ...(scheme && { security: [{ access: [] }] }),
  };
  return version === '2.0' ? toSwagger(document) : document;
}

/** Reading needs no credentials, but accepts them. */
const openReading = (paths: PathOperations): PathOperations =>
  Object.fromEntries(
    Object.entries(paths).map(([path, { get, ...others }]) => [
      path,
      get ? { get: { ...get, security: [{}, { access: [] }] }, ...others } : others,
    ]),
  );

function describeServer({ design, prefix }: ServiceFacts): Document {
  switch (design.service.documentBase) {
    case 'none':
      return {};
    case 'base-path':
      return { servers: [{ url: prefix }] };
    case 'other-host':
      return { servers: [{ url: `https://api.example.com${prefix}` }] };
    case 'other-base':
      return { servers: [{ url: '/v9' }] };
  }
}

/** Without the prefix where the server of the document has it, or has another one. */
const shortenPath = ({ design, prefix }: ServiceFacts, path: string) =>
  design.service.documentBase === 'none' ? path : path.slice(prefix.length);

function describeSchemas(service: ServiceFacts): Record<string, Schema> {
  const schemas: Record<string, Schema> = { Error: describeError(service) };
  for (const facts of service.collections) {
    const content = describeContent(facts, service);
    if (facts.itemPath !== undefined) schemas[nameSchema(facts)] = describeItem(facts, facts.id.item);
    if (facts.create || facts.changes.length > 0) schemas[`New${nameSchema(facts)}`] = content;
    const { required: _, ...changed } = content;
    if (facts.changes.some(({ method }) => method !== 'PUT')) schemas[`Changed${nameSchema(facts)}`] = changed;
  }
  return schemas;
}

function describeError({ design }: ServiceFacts): Schema {
  const text = { type: 'string' };
  const properties: Readonly<Record<string, Schema>> = {
    problem: { title: text, status: { type: 'integer' }, detail: text },
    object: { error: { type: 'object', properties: { code: text, message: text } } },
    text: { error: text },
    message: { status: { type: 'integer' }, message: text },
    array: { errors: { type: 'array', items: { type: 'object' } } },
  };
  const isOne = design.service.errorVariety === 'one';
  return { type: 'object', ...(isOne && { properties: properties[design.service.errorShape] }) };
}
