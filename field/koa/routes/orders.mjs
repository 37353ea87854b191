import Router from '@koa/router';
import { checkPreconditions, sendCreated, sendItem } from '../conditional.mjs';
import { readChoice, readDate, readId } from '../filters.mjs';
import { problem } from '../middleware/problems.mjs';
import { addActivity, columns, findOrder, isEditable, toOrder } from '../order.mjs';
import { Conditions, sendPage } from '../pages.mjs';
import { priorities, order as schema, statuses } from '../schemas.mjs';
import { isSame, parse, parsePatch } from '../values.mjs';

/** Vehicles of other workshops are unknown here. */
async function checkVehicle(ctx, { vehicleId }) {
  const sql = 'select 1 from vehicles where id = $1 and workshop_id = $2';
  const { rows } = await ctx.db.query(sql, [vehicleId, ctx.state.user.workshopId]);
  if (rows.length === 0) {
    throw problem(422, 'There is no such vehicle.', { errors: [{ pointer: '/vehicleId', detail: 'is unknown' }] });
  }
}

const toParams = ({ vehicleId, title, description, priority, dueOn }) => [
  vehicleId,
  title,
  description,
  priority,
  dueOn,
];

async function update(ctx, order, values) {
  await checkVehicle(ctx, values);
  if (isSame(order, values)) return order;
  await ctx.db.query(
    `update orders set vehicle_id = $2, title = $3, description = $4, priority = $5, due_on = $6::text::date,
       updated_at = date_trunc('milliseconds', clock_timestamp())
     where id = $1`,
    [order.id, ...toParams(values)],
  );
  return findOrder(ctx, order.id);
}

export const orders = new Router({ prefix: '/orders' });

orders.get('/', async (ctx) => {
  const conditions = new Conditions().add('workshop_id = ? and deleted_at is null', ctx.state.user.workshopId);
  const status = readChoice(ctx, 'status', statuses);
  const priority = readChoice(ctx, 'priority', priorities);
  const vehicleId = readId(ctx, 'vehicleId');
  const dueBy = readDate(ctx, 'dueBy');
  if (status !== undefined) conditions.add('status = ?', status);
  if (priority !== undefined) conditions.add('priority = ?', priority);
  if (vehicleId !== undefined) conditions.add('vehicle_id = ?', vehicleId);
  if (dueBy !== undefined) conditions.add('due_on <= ?::text::date', dueBy);
  await sendPage(ctx, { columns, from: 'orders', conditions, toItem: toOrder });
});

orders.post('/', async (ctx) => {
  const values = parse(schema, ctx.request.body);
  await checkVehicle(ctx, values);
  const { rows } = await ctx.db.query(
    `insert into orders (workshop_id, vehicle_id, title, description, priority, due_on)
     values ($1, $2, $3, $4, $5, $6::text::date) returning id`,
    [ctx.state.user.workshopId, ...toParams(values)],
  );
  await addActivity(ctx, 'created', rows[0].id);
  sendCreated(ctx, await findOrder(ctx, rows[0].id), `/orders/${rows[0].id}`);
});

orders.get('/:orderId', async (ctx) => sendItem(ctx, await findOrder(ctx, ctx.params.orderId)));

const checkEditable = (order) => {
  if (!isEditable(order)) throw problem(409, `The order is ${order.status}.`);
};

orders.put('/:orderId', async (ctx) => {
  const order = await findOrder(ctx, ctx.params.orderId);
  checkPreconditions(ctx, order, { isRequired: true });
  const values = parse(schema, ctx.request.body);
  checkEditable(order);
  sendItem(ctx, await update(ctx, order, values));
});

orders.patch('/:orderId', async (ctx) => {
  const order = await findOrder(ctx, ctx.params.orderId);
  checkPreconditions(ctx, order, { isRequired: true });
  const values = parsePatch(schema, order, ctx.request.body);
  checkEditable(order);
  sendItem(ctx, await update(ctx, order, values));
});

orders.delete('/:orderId', async (ctx) => {
  const order = await findOrder(ctx, ctx.params.orderId);
  checkPreconditions(ctx, order, { isRequired: true });
  if (order.status === 'started') throw problem(409, 'The order is started.');
  await ctx.db.query('update orders set deleted_at = now() where id = $1', [order.id]);
  await addActivity(ctx, 'deleted', order.id);
  ctx.status = 204;
});
