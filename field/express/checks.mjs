import { Invalid } from './problems.mjs';

/** Checks on a value: each answers with what is wrong with it, or with undefined. */
export const text = (min, max) => (value) =>
  typeof value === 'string' && value.trim().length >= min && value.length <= max
    ? undefined
    : `must be a text of ${min} to ${max} characters`;

export const matching = (pattern, what) => (value) =>
  typeof value === 'string' && pattern.test(value) ? undefined : `must be ${what}`;

export const integer = (min, max) => (value) =>
  Number.isInteger(value) && value >= min && value <= max ? undefined : `must be an integer from ${min} to ${max}`;

export const oneOf = (values) => (value) =>
  values.includes(value) ? undefined : `must be one of ${values.join(', ')}`;

export const nullable = (check) => (value) => (value === null ? undefined : check(value));

/**
 * What a client sent for the members that it may set; others are passed over, so that what was read can be sent back.
 * A whole needs what is required and gets a default for the rest; a part may leave out anything.
 */
export function read(body, members, { isPart = false } = {}) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Invalid([{ pointer: '', detail: 'must be an object' }]);
  }
  const errors = [];
  const values = {};
  for (const [name, { check, isRequired, fallback = null }] of Object.entries(members)) {
    if (Object.hasOwn(body, name)) {
      const detail = check(body[name]);
      if (detail !== undefined) errors.push({ pointer: `/${name}`, detail });
      values[name] = body[name];
    } else if (!isPart) {
      if (isRequired) errors.push({ pointer: `/${name}`, detail: 'is required' });
      values[name] = fallback;
    }
  }
  if (errors.length > 0) throw new Invalid(errors);
  return values;
}
