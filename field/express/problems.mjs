import { STATUS_CODES } from 'node:http';

/** An error that the client is told of, as RFC 9457 has it. */
export class Problem extends Error {
  constructor(status, detail, errors) {
    super(detail);
    this.status = status;
    this.errors = errors;
  }
}

export class NotFound extends Problem {
  constructor(detail) {
    super(404, detail);
  }
}

export class Conflict extends Problem {
  constructor(detail) {
    super(409, detail);
  }
}

/** Content that was understood and means nothing valid: `errors` says what is wrong with which member. */
export class Invalid extends Problem {
  constructor(errors) {
    super(422, 'The content is not valid.', errors);
  }
}

export function sendProblem(response, status, detail, errors) {
  response
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ title: STATUS_CODES[status], status, detail, errors }));
}

/** The last handler. Middleware sets a status on the error (body-parser) or on the response (express-idempotency). */
export function answerWithProblem(error, _request, response, next) {
  if (response.headersSent) return next(error);
  const status = error.status ?? (response.statusCode >= 400 ? response.statusCode : 500);
  if (status < 500) return sendProblem(response, status, error.message, error.errors);
  console.error(error);
  sendProblem(response, status, 'Something went wrong.');
}
