import Router from '@koa/router';
import { checkPreconditions, sendCreated, sendItem } from '../conditional.mjs';
import { problem } from '../middleware/problems.mjs';
import { rateLimit } from '../middleware/rate-limit.mjs';
import { Conditions, sendPage } from '../pages.mjs';
import { message as schema } from '../schemas.mjs';
import { findRow, parse } from '../values.mjs';

const columns = 'id, customer_id as "customerId", subject, body, created_at as "createdAt"';
const perUser = rateLimit({ limit: 25, windowMs: 2000 });

async function findMessage(ctx) {
  const sql = `select ${columns} from messages where id = $1 and workshop_id = $2`;
  const message = await findRow(ctx, sql, ctx.params.messageId, ctx.state.user.workshopId);
  if (message === undefined) throw problem(404, 'There is no such message.');
  return message;
}

/** Messages to customers. What was sent cannot be changed. */
export const messages = new Router({ prefix: '/messages' });

messages.get('/', async (ctx) => {
  const conditions = new Conditions().add('workshop_id = ?', ctx.state.user.workshopId);
  await sendPage(ctx, { columns, from: 'messages', conditions });
});

messages.post('/', perUser, async (ctx) => {
  const { customerId, subject, body } = parse(schema, ctx.request.body);
  const { workshopId } = ctx.state.user;
  const known = await ctx.db.query('select 1 from customers where id = $1 and workshop_id = $2', [
    customerId,
    workshopId,
  ]);
  if (known.rows.length === 0) {
    throw problem(422, 'There is no such customer.', { errors: [{ pointer: '/customerId', detail: 'is unknown' }] });
  }
  const { rows } = await ctx.db.query(
    `insert into messages (workshop_id, customer_id, subject, body) values ($1, $2, $3, $4) returning ${columns}`,
    [workshopId, customerId, subject, body],
  );
  sendCreated(ctx, rows[0], `/messages/${rows[0].id}`);
});

messages.get('/:messageId', async (ctx) => sendItem(ctx, await findMessage(ctx)));

messages.delete('/:messageId', async (ctx) => {
  const message = await findMessage(ctx);
  checkPreconditions(ctx, message);
  await ctx.db.query('delete from messages where id = $1', [message.id]);
  ctx.status = 204;
});
