type Json = Readonly<Record<string, unknown>>;

/** Keywords that all schemas share with parameters of Swagger 2.0. */
interface Body {
  readonly required?: boolean;
  readonly content: Readonly<Record<string, { readonly schema: Json }>>;
}

/** Writes a document of OpenAPI 3 as one of Swagger 2.0. */
export function toSwagger(document: Json): Json {
  const { components, servers, paths, security } = document as {
    components: { schemas: Json; securitySchemes?: { access: Json } };
    servers?: { url: string }[];
    paths: Record<string, Record<string, Json>>;
    security?: unknown;
  };
  const access = components.securitySchemes?.access;
  const swagger = {
    swagger: '2.0',
    info: document.info,
    ...writeBase(servers?.[0]?.url),
    paths: mapValues(paths, (operations) => mapValues(operations, (one) => writeOperation(one, components.schemas))),
    definitions: components.schemas,
    ...(access && { securityDefinitions: { access: writeScheme(access) }, security }),
  };
  return JSON.parse(JSON.stringify(swagger).replaceAll('#/components/schemas/', '#/definitions/'));
}

const mapValues = <T, U>(object: Readonly<Record<string, T>>, write: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, write(value)]));

function writeBase(url: string | undefined): Json {
  if (url === undefined) return {};
  const { host, pathname } = new URL(url, 'http://localhost');
  return { ...(host !== 'localhost' && { host, schemes: ['https'] }), basePath: pathname };
}

function writeOperation(operation: Json, schemas: Json): Json {
  const { requestBody, parameters, responses, security, ...rest } = operation as {
    requestBody?: Body;
    parameters?: Json[];
    responses: Record<string, Json>;
    security?: Json[];
  };
  const mediaTypes = Object.keys(requestBody?.content ?? {});
  const returned = Object.values(responses).flatMap(({ content }) => Object.keys((content ?? {}) as Json));
  const inBody = requestBody ? writeBody(requestBody, schemas) : [];
  // An operation with optional security has none in Swagger 2.0.
  const isOpen = security !== undefined;
  return {
    ...rest,
    ...(mediaTypes.length > 0 && { consumes: mediaTypes }),
    produces: [...new Set(returned)],
    ...(isOpen && { security: [] }),
    parameters: [...(parameters ?? []).map(writeParameter), ...inBody],
    responses: mapValues(responses, writeResponse),
  };
}

function writeParameter({ schema, ...rest }: Json): Json {
  return { ...rest, ...(schema as Json) };
}

function writeBody({ required, content }: Body, schemas: Json): Json[] {
  const [[mediaType, { schema }] = ['', { schema: {} as Json }]] = Object.entries(content);
  if (mediaType !== 'application/x-www-form-urlencoded')
    return [{ name: 'body', in: 'body', ...(required && { required }), schema }];
  const { required: names = [], properties } = resolve(schema, schemas) as { required?: string[]; properties: object };
  return Object.entries(properties).map(([name, one]: [string, Json]) => ({
    name,
    in: 'formData',
    ...(names.includes(name) && { required: true }),
    ...one,
  }));
}

/** A schema, or the one that it refers to. */
const resolve = (schema: Json, schemas: Json): Json =>
  typeof schema.$ref === 'string' ? (schemas[schema.$ref.split('/').at(-1) ?? ''] as Json) : schema;

function writeResponse({ content, headers, description }: Json): Json {
  const [media] = Object.values((content ?? {}) as Record<string, { schema: Json }>);
  const fields = headers as Record<string, { schema: Json }> | undefined;
  return {
    description,
    ...(media && { schema: media.schema }),
    ...(fields && { headers: mapValues(fields, ({ schema }) => schema) }),
  };
}

function writeScheme(access: Json): Json {
  if (access.scheme === 'basic') return { type: 'basic' };
  if (access.scheme === 'bearer') return { type: 'apiKey', in: 'header', name: 'Authorization' };
  return access.in === 'cookie' ? { type: 'apiKey', in: 'header', name: 'Cookie' } : access;
}
