import type { Order } from '../orders/order.js';
import type { DeliveryOptions } from './deliver-answer.js';
import type { Json, JsonObject } from './json.js';
import type { Complaint } from './validate.js';

/** What a handler says; the server puts it on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: no content. */
  readonly body?: Json;
  /** Content that is no JSON, in place of the body. */
  readonly text?: string;
  /** The error that the body tells of, so that it may be told in another shape. */
  readonly failure?: Failure;
  /** The order that was made, for faults that meddle with it. */
  readonly made?: Order;
  /** The orders on a page. */
  readonly page?: readonly Order[];
  /** Why a well-formed body was refused. */
  readonly refused?: { readonly value: Json; readonly complaints: readonly Complaint[] };
  /** Octets written after the message, where the protocol allows none. */
  readonly tail?: string;
  /** How it is put on the wire. */
  readonly delivery?: DeliveryOptions;
}

/** Kinds of errors whose status a service may choose. */
export type FailureKind = 'syntax' | 'semantic' | 'conflict';

/** An error before it is given a shape. */
export interface Failure {
  readonly status: number;
  readonly detail: string;
  readonly extension: JsonObject;
  readonly kind: FailureKind | undefined;
  /** The problem details that were made of it. */
  readonly body: Json;
}

/** An answer, now or later. */
export type AnswerResult = Answer | Promise<Answer>;

/** An answer with JSON content. */
export const createJsonAnswer = (
  status: number,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers,
  body,
});

/** An answer without content. */
export const createEmptyAnswer = (status: number, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers,
});

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** The reason phrase of an error status. */
export const getTitle = (status: number): string => titles[status] ?? 'Error';

/** Problem details of RFC 9457; of a `kind`, the service may answer them with a status of its choice. */
export function createProblem(status: number, detail: string, extension: JsonObject = {}, kind?: FailureKind): Answer {
  const body = { type: 'about:blank', title: getTitle(status), status, detail, ...extension };
  const answer = createJsonAnswer(status, body, { 'content-type': 'application/problem+json' });
  return { ...answer, failure: { status, detail, extension, kind, body } };
}

/** A problem with further header fields. */
export const createProblemWithHeaders = (
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>>,
): Answer => {
  const answer = createProblem(status, detail);
  return { ...answer, headers: { ...answer.headers, ...headers } };
};

/** The request conflicts with the state. */
export const createConflict = (detail: string): Answer => createProblem(409, detail, {}, 'conflict');

/** The syntax is valid and the meaning is not. */
export function createRefusal(value: Json, complaints: readonly Complaint[]): Answer {
  const errors = complaints.map(({ pointer, detail }) => ({ pointer, detail }));
  return {
    ...createProblem(422, 'The content breaks the schema.', { errors }, 'semantic'),
    refused: { value, complaints },
  };
}
