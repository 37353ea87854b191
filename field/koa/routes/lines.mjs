import Router from '@koa/router';
import { checkPreconditions, sendCreated, sendItem } from '../conditional.mjs';
import { problem } from '../middleware/problems.mjs';
import { findOrder, isEditable } from '../order.mjs';
import { Conditions, sendPage } from '../pages.mjs';
import { line as schema } from '../schemas.mjs';
import { findRow, isSame, parse, parsePatch } from '../values.mjs';

const columns = `id, order_id as "orderId", part_id as "partId", description, quantity, unit_price as "unitPrice",
  quantity * unit_price as amount, created_at as "createdAt", updated_at as "updatedAt"`;

async function findLine(ctx) {
  const order = await findOrder(ctx, ctx.params.orderId);
  const sql = `select ${columns} from lines where id = $1 and order_id = $2`;
  const line = await findRow(ctx, sql, ctx.params.lineId, order.id);
  if (line === undefined) throw problem(404, 'The order has no such line.');
  return { order, line };
}

const checkEditable = (order) => {
  if (!isEditable(order)) throw problem(409, `The order is ${order.status}.`);
};

async function checkPart(ctx, { partId }) {
  if (partId === null) return;
  const { rows } = await ctx.db.query('select 1 from parts where id = $1', [partId]);
  if (rows.length === 0) {
    throw problem(422, 'There is no such part.', { errors: [{ pointer: '/partId', detail: 'is unknown' }] });
  }
}

async function update(ctx, line, values) {
  await checkPart(ctx, values);
  if (isSame(line, values)) return line;
  const { rows } = await ctx.db.query(
    `update lines set part_id = $2, description = $3, quantity = $4, unit_price = $5,
       updated_at = date_trunc('milliseconds', clock_timestamp())
     where id = $1 returning ${columns}`,
    [line.id, values.partId, values.description, values.quantity, values.unitPrice],
  );
  return rows[0];
}

export const lines = new Router({ prefix: '/orders/:orderId/lines' });

lines.get('/', async (ctx) => {
  const order = await findOrder(ctx, ctx.params.orderId);
  const conditions = new Conditions().add('order_id = ?', order.id);
  await sendPage(ctx, { columns, from: 'lines', conditions });
});

lines.post('/', async (ctx) => {
  const order = await findOrder(ctx, ctx.params.orderId);
  const values = parse(schema, ctx.request.body);
  await checkPart(ctx, values);
  checkEditable(order);
  const { rows } = await ctx.db.query(
    `insert into lines (order_id, part_id, description, quantity, unit_price)
     values ($1, $2, $3, $4, $5) returning ${columns}`,
    [order.id, values.partId, values.description, values.quantity, values.unitPrice],
  );
  sendCreated(ctx, rows[0], `/orders/${order.id}/lines/${rows[0].id}`);
});

lines.get('/:lineId', async (ctx) => sendItem(ctx, (await findLine(ctx)).line));

lines.put('/:lineId', async (ctx) => {
  const { order, line } = await findLine(ctx);
  checkPreconditions(ctx, line);
  const values = parse(schema, ctx.request.body);
  checkEditable(order);
  sendItem(ctx, await update(ctx, line, values));
});

lines.patch('/:lineId', async (ctx) => {
  const { order, line } = await findLine(ctx);
  checkPreconditions(ctx, line);
  const values = parsePatch(schema, line, ctx.request.body);
  checkEditable(order);
  sendItem(ctx, await update(ctx, line, values));
});

lines.delete('/:lineId', async (ctx) => {
  const { order, line } = await findLine(ctx);
  checkPreconditions(ctx, line);
  checkEditable(order);
  await ctx.db.query('delete from lines where id = $1', [line.id]);
  ctx.status = 204;
});
