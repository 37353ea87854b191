/** Below these keys, keys are user-defined names, and may equal OpenAPI keywords. */
export const namedKeys: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'schemas', 'dependentSchemas'],
  ...['paths', 'pathItems', 'responses', 'parameters', 'headers', 'content', 'requestBodies', 'mediaTypes'],
  ...['securitySchemes', 'links', 'callbacks', 'variables'],
]);

/** Keys with data such as examples, in which `$ref` has no meaning. */
export const dataKeys: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);
