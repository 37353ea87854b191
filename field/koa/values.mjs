import { problem } from './middleware/problems.mjs';

/**
 * The body of a request after validation.
 *
 * @throws 422 with all errors and where they are
 */
export function parse(schema, body) {
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const errors = error.issues.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, detail: message }));
  throw problem(422, 'The body is not valid.', { errors });
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a merge patch makes of a value (RFC 7396). */
export function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  const result = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
}

/** The values of an item after a merge patch; a patch must be an object. */
export function parsePatch(schema, current, patch) {
  if (!isObject(patch)) throw problem(422, 'A patch is an object.');
  return parse(schema, mergePatch(current, patch));
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The row with an id. */
export async function findRow(ctx, sql, id, ...params) {
  if (!uuid.test(id)) return undefined;
  const { rows } = await ctx.db.query(sql, [id, ...params]);
  return rows[0];
}

/** Whether the members that a client may set have the same values, so that there is nothing to write. */
export const isSame = (current, values) =>
  Object.entries(values).every(([name, value]) => JSON.stringify(current[name]) === JSON.stringify(value));
