import { Problem } from './problems.mjs';

/** Reads content by a schema, or refuses it as a body is refused. */
export function readContent(schema, value) {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  throw new Problem(422, 'The request is invalid.', { errors });
}
