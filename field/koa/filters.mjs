import { problem } from './middleware/problems.mjs';

/** Readers of query parameters: the value, or undefined if the parameter was not sent. Each refuses other values with 400. */
const read = (ctx, name, isValid, what) => {
  const text = ctx.query[name];
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !isValid(text)) throw problem(400, `${name} is ${what}.`);
  return text;
};

export const readChoice = (ctx, name, choices) =>
  read(ctx, name, (text) => choices.includes(text), `one of ${choices.join(', ')}`);

export const readBoolean = (ctx, name) => {
  const text = readChoice(ctx, name, ['true', 'false']);
  return text === undefined ? undefined : text === 'true';
};

export const readInteger = (ctx, name) => {
  const text = read(ctx, name, (value) => /^\d{1,9}$/.test(value), 'a number');
  return text === undefined ? undefined : Number(text);
};

export const readDate = (ctx, name) =>
  read(ctx, name, (text) => /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && isDate(text), 'a date such as 2026-01-31');

export const readText = (ctx, name) =>
  read(ctx, name, (text) => text.length <= 100 && !text.includes('\0'), 'a text of at most 100 characters');

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const readId = (ctx, name) => read(ctx, name, (text) => uuid.test(text), 'an id');

function isDate(text) {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The pattern of a text that contains another, for `ilike`. */
export const containing = (text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
