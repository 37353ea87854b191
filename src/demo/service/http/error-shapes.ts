import type { Settings } from '../settings.js';
import { type Answer, createProblem, type Failure, getTitle } from './answer.js';
import type { Json, JsonObject } from './json.js';
import type { Schema } from './validate.js';

/** The format of errors: media type, content, and schema in the document. */
export interface ErrorShape {
  /** Undefined: errors have no content. */
  readonly mediaType: string | undefined;
  readonly schema: Schema;
  /** The content; a text when it is not JSON. */
  show(failure: Failure): Json;
}

/** Formats the errors of the service, with the statuses of the settings. Changed errors stay as they are. */
export function applyErrorShape(settings: Settings, answer: Answer): Answer {
  const { failure, status, body, headers } = answer;
  if (!failure || failure.body !== body || failure.status !== status) return answer;
  const chosen = chooseStatus(settings, failure);
  const final =
    chosen === status ? failure : (createProblem(chosen, failure.detail, failure.extension).failure ?? failure);
  if (settings.errorShape === 'problem') return { ...answer, status: chosen, body: final.body };
  const { mediaType, show } = errorShapes[settings.errorShape];
  const { 'content-type': _, ...others } = headers;
  const bare = { ...answer, status: chosen, body: undefined };
  if (mediaType === undefined) return { ...bare, headers: others };
  const content = show(final);
  const typed = { ...bare, headers: { ...others, 'content-type': mediaType } };
  return mediaType === 'text/plain' ? { ...typed, text: String(content) } : { ...typed, body: content };
}

const textSchema: Schema = { type: 'string' };

const createObjectSchema = (properties: { readonly [member: string]: Schema }): Schema => ({
  type: 'object',
  properties,
});

const createListSchema = (properties: { readonly [member: string]: Schema }): Schema => ({
  type: 'array',
  items: createObjectSchema(properties),
});

export const errorShapes: Readonly<Record<Settings['errorShape'], ErrorShape>> = {
  problem: {
    mediaType: 'application/problem+json',
    schema: createObjectSchema({
      type: textSchema,
      title: textSchema,
      status: { type: 'integer' },
      detail: textSchema,
      errors: createListSchema({ pointer: textSchema, detail: textSchema }),
    }),
    show: ({ body }) => body,
  },
  google: {
    mediaType: 'application/json',
    schema: createObjectSchema({
      error: createObjectSchema({
        code: { type: 'integer' },
        message: textSchema,
        status: textSchema,
        details: createListSchema({}),
      }),
    }),
    show: ({ status, detail, extension }) => ({
      error: { code: status, message: detail, status: createCode(status), details: listErrors(extension) },
    }),
  },
  jsonapi: {
    mediaType: 'application/vnd.api+json',
    schema: createObjectSchema({
      errors: createListSchema({
        status: textSchema,
        code: textSchema,
        title: textSchema,
        detail: textSchema,
        source: createObjectSchema({ pointer: textSchema }),
      }),
    }),
    show: (failure) => ({ errors: createJsonApiErrors(failure) }),
  },
  github: {
    mediaType: 'application/json',
    schema: createObjectSchema({
      message: textSchema,
      documentation_url: textSchema,
      errors: createListSchema({ resource: textSchema, field: textSchema, code: textSchema }),
    }),
    show: ({ detail, extension }) => ({
      message: detail,
      documentation_url: '/openapi.json',
      errors: listErrors(extension).map(({ pointer }) => ({
        resource: 'Order',
        field: String(pointer).slice(1),
        code: 'invalid',
      })),
    }),
  },
  detail: {
    mediaType: 'application/json',
    schema: createObjectSchema({ detail: textSchema }),
    show: ({ detail }) => ({ detail }),
  },
  text: { mediaType: 'text/plain', schema: textSchema, show: ({ detail }) => `${detail}\n` },
  empty: { mediaType: undefined, schema: {}, show: () => null },
};

function chooseStatus(settings: Settings, { kind, status }: Failure): number {
  if (kind === 'syntax') return settings.syntaxStatus;
  if (kind === 'semantic') return settings.semanticStatus;
  return kind === 'conflict' ? settings.conflictStatus : status;
}

function createJsonApiErrors({ status, detail, extension }: Failure): JsonObject[] {
  const shared = { status: String(status), code: createCode(status), title: getTitle(status) };
  const each = listErrors(extension).map((error) => ({
    ...shared,
    detail: String(error.detail),
    source: { pointer: String(error.pointer) },
  }));
  return each.length > 0 ? each : [{ ...shared, detail }];
}

const listErrors = ({ errors }: JsonObject): readonly JsonObject[] =>
  Array.isArray(errors) ? (errors as readonly JsonObject[]) : [];

const createCode = (status: number): string => getTitle(status).toUpperCase().replaceAll(' ', '_');
