import { isObject, type Json, type JsonObject } from '../../rule/index.js';

/** The document as OpenAPI 3.1, `$ref`s in place. The only door to the upgrader. */
export async function upgraded(document: JsonObject): Promise<JsonObject> {
  const isOld = document.swagger !== undefined || /^3(\.0|$)/.test(String(document.openapi));
  if (!isOld) return document;
  const { upgrade } = await import('@scalar/openapi-upgrader');
  const guarded = mapProperties({ ...document, ...versionOf(document) }, hideExample);
  const newer = upgrade(structuredClone(guarded) as Record<string, unknown>, '3.1') as unknown as Json;
  return withNulls(mapProperties(newer, showExample)) as JsonObject;
}

/** YAML reads `openapi: 3.0` as the number 3, and `swagger: 2.0` as 2. */
const versionOf = ({ openapi }: JsonObject): JsonObject =>
  openapi === undefined
    ? { swagger: '2.0' }
    : { openapi: typeof openapi === 'string' && openapi !== '3.0' ? openapi : '3.0.0' };

const hidden = ' example';
const hideExample = (name: string): string => (name === 'example' ? hidden : name);
const showExample = (name: string): string => (name === hidden ? 'example' : name);

/** The upgrader takes a member that is named `example` for an example, and loses it; so it is renamed meanwhile. */
function mapProperties(value: Json, rename: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((entry: Json) => mapProperties(entry, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === 'properties' && isObject(child)
        ? renamed(mapProperties(child, rename), rename)
        : mapProperties(child, rename),
    ]),
  );
}

const renamed = (value: Json, rename: (name: string) => string): Json =>
  Object.fromEntries(Object.entries(value as JsonObject).map(([name, member]) => [rename(name), member]));

/** The upgrader makes `null` a type of a nullable schema, but forgets to allow it in its `enum`. */
function withNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withNulls);
  if (!isObject(value)) return value;
  const mapped = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withNulls(child)]));
  const isNullable = Array.isArray(value.type) && value.type.includes('null');
  if (!isNullable || !Array.isArray(value.enum) || value.enum.includes(null)) return mapped;
  return { ...mapped, enum: [...(mapped.enum as Json[]), null] };
}
