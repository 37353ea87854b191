import { z } from '@hono/zod-openapi';

/** Text of so many characters; characters outside the basic plane count once, as in JSON Schema. */
export const text = (min, max) =>
  z
    .string()
    .refine((value) => [...value].length >= min && [...value].length <= max, `must have ${min} to ${max} characters`)
    .openapi({ minLength: min, maxLength: max });

const labelPattern = /^[a-z0-9][a-z0-9-]{0,29}$/;

export const labelName = z.string().regex(labelPattern).openapi({ maxLength: 30, example: 'bug' });
export const isLabelName = (value) => labelPattern.test(value);
export const timestamp = z.string().openapi({ format: 'date-time' });
export const reference = (example) => z.string().openapi({ maxLength: 60, example });
export const pathParameter = (name) => z.string().openapi({ param: { name, in: 'path' } });
