import type { Json, JsonObject } from './json.js';
import type { Order } from './orders.js';
import type { Complaint } from './validate.js';

/** What a handler says; the server puts it on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: no content. */
  readonly body?: Json;
  /** The order that was made, for faults that meddle with it. */
  readonly made?: Order;
  /** The orders on a page. */
  readonly page?: readonly Order[];
  /** Why a well-formed body was refused. */
  readonly refused?: { readonly value: Json; readonly complaints: readonly Complaint[] };
  /** Octets written after the message, where the protocol allows none. */
  readonly tail?: string;
}

/** An answer with JSON content. */
export const json = (status: number, body: Json, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers,
  body,
});

/** An answer without content. */
export const empty = (status: number, headers: Readonly<Record<string, string>> = {}): Answer => ({ status, headers });

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
};

/** Problem details of RFC 9457. */
export function problem(status: number, detail: string, extension: JsonObject = {}): Answer {
  const body = { type: 'about:blank', title: titles[status] ?? 'Error', status, detail, ...extension };
  return json(status, body, { 'content-type': 'application/problem+json' });
}

/** A problem with further header fields. */
export const problemWith = (status: number, detail: string, headers: Readonly<Record<string, string>>): Answer => {
  const answer = problem(status, detail);
  return { ...answer, headers: { ...answer.headers, ...headers } };
};

/** 422: the syntax is valid and the meaning is not. */
export function refusal(value: Json, complaints: readonly Complaint[]): Answer {
  const errors = complaints.map(({ pointer, detail }) => ({ pointer, detail }));
  return { ...problem(422, 'The content breaks the schema.', { errors }), refused: { value, complaints } };
}
