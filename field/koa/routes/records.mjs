import Router from '@koa/router';
import { sendCreated, sendItem } from '../conditional.mjs';
import { problem } from '../middleware/problems.mjs';
import { addActivity, findOrder, transitions } from '../order.mjs';
import { cancellation, record } from '../schemas.mjs';
import { parse } from '../values.mjs';

const columns = 'id, order_id as "orderId", kind, author, note, created_at as "createdAt"';

/** The records of what was done to an order; creating one does it. */
export const records = new Router({ prefix: '/orders/:orderId' });

for (const [kind, { from, to }] of Object.entries(transitions)) {
  records.post(`/${kind}`, async (ctx) => {
    const order = await findOrder(ctx, ctx.params.orderId);
    const { note } = parse(kind === 'cancellation' ? cancellation : record, ctx.request.body ?? {});
    if (!from.includes(order.status)) throw problem(409, `The order is ${order.status}.`);
    const { rows } = await ctx.db.query(
      `insert into records (order_id, kind, author, note) values ($1, $2, $3, $4) returning ${columns}`,
      [order.id, kind, ctx.state.user.id, note],
    );
    await ctx.db.query(
      `update orders set status = $2, updated_at = date_trunc('milliseconds', clock_timestamp()) where id = $1`,
      [order.id, to],
    );
    await addActivity(ctx, to, order.id);
    sendCreated(ctx, rows[0], `/orders/${order.id}/${kind}`);
  });

  records.get(`/${kind}`, async (ctx) => {
    const order = await findOrder(ctx, ctx.params.orderId);
    const sql = `select ${columns} from records where order_id = $1 and kind = $2`;
    const { rows } = await ctx.db.query(sql, [order.id, kind]);
    if (rows.length === 0) throw problem(404, `The order has no ${kind}.`);
    sendItem(ctx, rows[0]);
  });
}
