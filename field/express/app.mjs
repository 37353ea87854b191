import express from 'express';
import expressIdempotency from 'express-idempotency';
import { rateLimit } from 'express-rate-limit';
import { bearer } from './bearer.mjs';
import { customers } from './customers.mjs';
import { orders } from './orders.mjs';
import { answerWithProblem, NotFound, Problem, sendProblem } from './problems.mjs';

const { getSharedIdempotencyService, idempotency } = expressIdempotency;

/** The application. It has no OpenAPI document: its root names its collections, and that is all it says of itself. */
export function createApp(store, { token, limit, windowMs }) {
  const app = express();
  app.disable('x-powered-by');
  app.use(throttle({ limit, windowMs }));
  app.get('/', (_request, response) => {
    response.json({ customers: '/customers', orders: '/orders' });
  });
  app.use(bearer(token));
  app.use(express.json());
  app.use(jsonOnly);
  app.post('/{*path}', idempotency(), unlessAnswered);
  app.use('/customers', customers(store));
  app.use('/orders', orders(store));
  app.use((request) => {
    throw new NotFound(`There is nothing at ${request.path}.`);
  });
  app.use(answerWithProblem);
  return app;
}

const throttle = ({ limit, windowMs }) =>
  rateLimit({
    limit,
    windowMs,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (_request, response) => sendProblem(response, 429, 'Too many requests, please try again later.'),
  });

/** What the parser left alone is in a format that it does not know. */
function jsonOnly(request, _response, next) {
  const hasContent =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  if (hasContent && !request.is('json')) throw new Problem(415, 'Send application/json.');
  next();
}

/** The middleware goes on after it has answered out of its memory; its README leaves it to the application to stop there. */
function unlessAnswered(request, _response, next) {
  if (!getSharedIdempotencyService().isHit(request)) next();
}
