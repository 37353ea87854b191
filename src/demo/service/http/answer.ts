import type { Order } from '../orders/order.js';
import type { DeliveryOptions } from './deliver-answer.js';
import type { Json, JsonObject } from './json.js';
import type { Complaint } from './validate.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: no content. */
  readonly body?: Json;
  /** Content that is not JSON, instead of the body. */
  readonly text?: string;
  /** The error in the body, so that it can be formatted in another way. */
  readonly failure?: Failure;
  /** The created order, for faults that change it. */
  readonly made?: Order;
  /** The orders on a page. */
  readonly page?: readonly Order[];
  /** Why a well-formed body was refused. */
  readonly refused?: { readonly value: Json; readonly complaints: readonly Complaint[] };
  /** Octets written after the message, which the protocol does not allow. */
  readonly tail?: string;
  readonly delivery?: DeliveryOptions;
}

export type FailureKind = 'syntax' | 'semantic' | 'conflict';

/** An error before it is formatted. */
export interface Failure {
  readonly status: number;
  readonly detail: string;
  readonly extension: JsonObject;
  readonly kind: FailureKind | undefined;
  readonly body: Json;
}

export type AnswerResult = Answer | Promise<Answer>;

export const createJsonAnswer = (status: number, body: Json, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers,
  body,
});

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

export const getTitle = (status: number): string => titles[status] ?? 'Error';

/** Creates problem details of RFC 9457; with a `kind`, the service may choose the status. */
export function createProblem(status: number, detail: string, extension: JsonObject = {}, kind?: FailureKind): Answer {
  const body = { type: 'about:blank', title: getTitle(status), status, detail, ...extension };
  const answer = createJsonAnswer(status, body, { 'content-type': 'application/problem+json' });
  return { ...answer, failure: { status, detail, extension, kind, body } };
}

export const createProblemWithHeaders = (status: number, detail: string, headers: Readonly<Record<string, string>>) => {
  const answer = createProblem(status, detail);
  return { ...answer, headers: { ...answer.headers, ...headers } };
};

export const createConflict = (detail: string): Answer => createProblem(409, detail, {}, 'conflict');

/** Refuses content that is well-formed but invalid in meaning. */
export function createRefusal(value: Json, complaints: readonly Complaint[]): Answer {
  const errors = complaints.map(({ pointer, detail }) => ({ pointer, detail }));
  return {
    ...createProblem(422, 'The content breaks the schema.', { errors }, 'semantic'),
    refused: { value, complaints },
  };
}
