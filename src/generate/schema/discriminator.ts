import { getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import { listSchemaParts, resolveReference, type SchemaSource } from './read-schema.js';

export function tagBranches(source: SchemaSource, raw: JsonObject, branches: readonly Json[]): Json[] {
  const { discriminator } = raw;
  if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return [...branches];
  const name = discriminator.propertyName;
  return branches.map((branch) => {
    const ref = isObject(branch) ? branch.$ref : undefined;
    if (typeof ref !== 'string') return branch;
    const tag = buildTagConstraint(source, branch, name, listTagNames(discriminator, ref));
    return tag ? { allOf: [branch, tag] } : branch;
  });
}

/** The discriminator value that a schema reached by `ref` must have because of its parent schema. */
export function findInheritedTag(source: SchemaSource, ref: string): JsonObject | undefined {
  const own = resolveReference(source, ref);
  const [, ...parents] = listSchemaParts(source, own);
  const parent = parents.find(isBaseSchema);
  if (!parent || !isObject(own)) return undefined;
  const discriminator = parent.discriminator as JsonObject;
  return buildTagConstraint(source, own, discriminator.propertyName as string, listTagNames(discriminator, ref));
}

/** The discriminator values of a base schema itself, from its mapping. */
export function buildOwnTags(source: SchemaSource, raw: JsonObject): JsonObject | undefined {
  if (!isBaseSchema(raw)) return undefined;
  const { propertyName, mapping } = raw.discriminator as JsonObject;
  const names = isObject(mapping) ? Object.keys(mapping) : [];
  return names.length > 0 ? buildTagConstraint(source, raw, propertyName as string, names) : undefined;
}

const isBaseSchema = ({ discriminator, oneOf, anyOf }: JsonObject) =>
  isObject(discriminator) && typeof discriminator.propertyName === 'string' && !oneOf && !anyOf;

function listTagNames({ mapping }: JsonObject, ref: string): string[] {
  const last = ref.slice(ref.lastIndexOf('/') + 1);
  const mapped = Object.entries(isObject(mapping) ? mapping : {})
    .filter(([, target]) => target === ref || target === last)
    .map(([name]) => name);
  return mapped.length > 0 ? mapped : [last];
}

/** Undefined when the schema itself restricts the member, or excludes these values. */
function buildTagConstraint(source: SchemaSource, schema: Json, name: string, values: string[]) {
  const declared = listSchemaParts(source, schema)
    .map(({ properties }) => (isObject(properties) ? getMember(properties, name) : undefined))
    .flatMap((member) => listSchemaParts(source, member));
  if (declared.some((member) => member.const !== undefined)) return undefined;
  const allowed = values.filter((value) =>
    declared.every((member) => !Array.isArray(member.enum) || member.enum.includes(value)),
  );
  if (allowed.length === 0) return undefined;
  const constraint: JsonObject = allowed.length === 1 ? { const: allowed[0] as Json } : { enum: allowed };
  return { properties: { [name]: { ...constraint, 'x-tag': true } }, required: [name] };
}
