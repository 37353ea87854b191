import type { Settings } from '../settings.js';
import { type Answer, type Failure, problem, titleOf } from './answer.js';
import type { Json, JsonObject } from './json.js';
import type { Schema } from './validate.js';

/** How errors look: their media type, their content, and what the document says of it. */
export interface ErrorShape {
  /** Undefined: errors have no content. */
  readonly mediaType: string | undefined;
  readonly schema: Schema;
  /** The content; a text where it is no JSON. */
  show(failure: Failure): Json;
}

/** The answer as the service tells its errors: in its shape, with the statuses of its choice. What was changed on the way stays as it is. */
export function render(settings: Settings, answer: Answer): Answer {
  const { failure, status, body, headers } = answer;
  if (!failure || failure.body !== body || failure.status !== status) return answer;
  const chosen = chosenStatus(settings, failure);
  const told = chosen === status ? failure : (problem(chosen, failure.detail, failure.extension).failure ?? failure);
  if (settings.errorShape === 'problem') return { ...answer, status: chosen, body: told.body };
  const { mediaType, show } = errorShapes[settings.errorShape];
  const { 'content-type': _, ...others } = headers;
  const bare = { ...answer, status: chosen, body: undefined };
  if (mediaType === undefined) return { ...bare, headers: others };
  const content = show(told);
  const typed = { ...bare, headers: { ...others, 'content-type': mediaType } };
  return mediaType === 'text/plain' ? { ...typed, text: String(content) } : { ...typed, body: content };
}

const text: Schema = { type: 'string' };

const object = (properties: { readonly [member: string]: Schema }): Schema => ({ type: 'object', properties });

const list = (properties: { readonly [member: string]: Schema }): Schema => ({
  type: 'array',
  items: object(properties),
});

/** The shapes by name. */
export const errorShapes: Readonly<Record<Settings['errorShape'], ErrorShape>> = {
  problem: {
    mediaType: 'application/problem+json',
    schema: object({
      type: text,
      title: text,
      status: { type: 'integer' },
      detail: text,
      errors: list({ pointer: text, detail: text }),
    }),
    show: ({ body }) => body,
  },
  google: {
    mediaType: 'application/json',
    schema: object({
      error: object({ code: { type: 'integer' }, message: text, status: text, details: list({}) }),
    }),
    show: ({ status, detail, extension }) => ({
      error: { code: status, message: detail, status: codeOf(status), details: errorsOf(extension) },
    }),
  },
  jsonapi: {
    mediaType: 'application/vnd.api+json',
    schema: object({
      errors: list({ status: text, code: text, title: text, detail: text, source: object({ pointer: text }) }),
    }),
    show: (failure) => ({ errors: jsonApiErrors(failure) }),
  },
  github: {
    mediaType: 'application/json',
    schema: object({
      message: text,
      documentation_url: text,
      errors: list({ resource: text, field: text, code: text }),
    }),
    show: ({ detail, extension }) => ({
      message: detail,
      documentation_url: '/openapi.json',
      errors: errorsOf(extension).map(({ pointer }) => ({
        resource: 'Order',
        field: String(pointer).slice(1),
        code: 'invalid',
      })),
    }),
  },
  detail: {
    mediaType: 'application/json',
    schema: object({ detail: text }),
    show: ({ detail }) => ({ detail }),
  },
  text: { mediaType: 'text/plain', schema: text, show: ({ detail }) => `${detail}\n` },
  empty: { mediaType: undefined, schema: {}, show: () => null },
};

function chosenStatus(settings: Settings, { kind, status }: Failure): number {
  if (kind === 'syntax') return settings.syntaxStatus;
  if (kind === 'semantic') return settings.semanticStatus;
  return kind === 'conflict' ? settings.conflictStatus : status;
}

function jsonApiErrors({ status, detail, extension }: Failure): JsonObject[] {
  const shared = { status: String(status), code: codeOf(status), title: titleOf(status) };
  const each = errorsOf(extension).map((error) => ({
    ...shared,
    detail: String(error.detail),
    source: { pointer: String(error.pointer) },
  }));
  return each.length > 0 ? each : [{ ...shared, detail }];
}

const errorsOf = ({ errors }: JsonObject): readonly JsonObject[] =>
  Array.isArray(errors) ? (errors as readonly JsonObject[]) : [];

const codeOf = (status: number): string => titleOf(status).toUpperCase().replaceAll(' ', '_');
