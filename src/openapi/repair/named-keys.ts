/** Below these keys, keys are names that people gave, and may be called like any word of OpenAPI. */
export const namedKeys: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'schemas', 'dependentSchemas'],
  ...['paths', 'pathItems', 'responses', 'parameters', 'headers', 'content', 'requestBodies', 'mediaTypes'],
  ...['securitySchemes', 'links', 'callbacks', 'variables'],
]);

/** Where examples and the like stand: data, in which a `$ref` is a member like any other. */
export const dataKeys: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);
