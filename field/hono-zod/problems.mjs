import { HTTPException } from 'hono/http-exception';

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** A request that is refused, with members and header fields for its response. */
export class Problem extends Error {
  constructor(status, detail, members = {}, headers = {}) {
    super(detail);
    Object.assign(this, { status, members, headers });
  }

  /** The response of RFC 9457. */
  toResponse() {
    const content = { type: 'about:blank', title: titles[this.status], status: this.status, detail: this.message };
    return new Response(JSON.stringify({ ...content, ...this.members }), {
      status: this.status,
      headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...this.headers },
    });
  }
}

export const missing = (what) => new Problem(404, `There is no such ${what}.`);
export const conflict = (detail) => new Problem(409, detail);
export const invalid = (field, message) =>
  new Problem(422, 'The request is invalid.', { errors: [{ field, message }] });

/** Answers what a handler has thrown. */
export function answerError(error) {
  if (error instanceof Problem) return error.toResponse();
  if (error instanceof HTTPException) return new Problem(error.status, error.message).toResponse();
  console.error(error);
  return new Problem(500, 'The request could not be processed.').toResponse();
}
