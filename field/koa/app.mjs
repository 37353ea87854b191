import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import { authenticate } from './middleware/authenticate.mjs';
import { idempotency } from './middleware/idempotency.mjs';
import { jsonOnly } from './middleware/json-only.mjs';
import { problems } from './middleware/problems.mjs';
import { transaction } from './middleware/transaction.mjs';
import { activity } from './routes/activity.mjs';
import { customers } from './routes/customers.mjs';
import { document } from './routes/document.mjs';
import { lines } from './routes/lines.mjs';
import { messages } from './routes/messages.mjs';
import { orders } from './routes/orders.mjs';
import { parts } from './routes/parts.mjs';
import { records } from './routes/records.mjs';
import { vehicles } from './routes/vehicles.mjs';

const routers = [customers, vehicles, orders, records, lines, parts, messages, activity];

/** The application over an open database. */
export function createApp(db) {
  const app = new Koa();
  app.use(problems);
  app.use(document.routes());
  app.use(authenticate(db));
  app.use(jsonOnly);
  app.use(
    bodyParser({
      enableTypes: ['json'],
      jsonLimit: '100kb',
      extendTypes: { json: ['application/json', 'application/merge-patch+json'] },
    }),
  );
  app.use(transaction(db));
  app.use(idempotency);
  for (const router of routers) app.use(router.routes()).use(router.allowedMethods());
  return app;
}
