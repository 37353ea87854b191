import { type Answer, createJsonAnswer } from '../../../src/demo/service/http/answer.js';
import type { JsonObject } from '../../../src/demo/service/http/json.js';
import type { Complaint } from '../../../src/demo/service/http/validate.js';

/** Problem details of RFC 9457, with further header fields. */
export function createLibraryProblem(
  status: number,
  detail: string,
  headers: HeaderFields = {},
  more: JsonObject = {},
): Answer {
  const body = { type: 'about:blank', title: titles[status] ?? 'Error', status, detail, ...more };
  return createJsonAnswer(status, body, { 'content-type': 'application/problem+json', ...headers });
}

/** 422: the syntax is valid and the meaning is not. */
export const createLibraryRefusal = (complaints: readonly Complaint[]): Answer => {
  const errors = complaints.map(({ pointer, detail }) => ({ pointer, detail }));
  return createLibraryProblem(422, 'The content means nothing valid.', {}, { errors });
};

type HeaderFields = Readonly<Record<string, string>>;

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
};
