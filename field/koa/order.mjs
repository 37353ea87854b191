import { problem } from './middleware/problems.mjs';
import { findRow } from './values.mjs';

/** The columns of an order; its total comes from its lines. */
export const columns = `id, number, vehicle_id as "vehicleId", title, description, priority, due_on::text as "dueOn",
  status, deleted_at as "deletedAt", created_at as "createdAt", updated_at as "updatedAt",
  (select coalesce(sum(quantity * unit_price), 0)::float8 from lines where order_id = orders.id) as total`;

/** What may be done to an order: the name of the record that does it, from which states, and the state that it leads to. */
export const transitions = {
  approval: { from: ['draft'], to: 'approved' },
  start: { from: ['approved'], to: 'started' },
  completion: { from: ['started'], to: 'finished' },
  cancellation: { from: ['draft', 'approved', 'started'], to: 'cancelled' },
};

/** Orders and their lines may be changed until the work starts. */
export const isEditable = ({ status }) => ['draft', 'approved'].includes(status);

/** A row as an order, with links to what may be done to it in its state. */
export function toOrder({ deletedAt: _, ...order }) {
  const self = `/orders/${order.id}`;
  const possible = Object.entries(transitions).filter(([, { from }]) => from.includes(order.status));
  const links = Object.fromEntries(possible.map(([name]) => [name, { href: `${self}/${name}`, method: 'POST' }]));
  return { ...order, links: { self: { href: self }, ...links } };
}

/**
 * The order of the workshop with an id.
 *
 * @throws 404, or 410 if it was deleted
 */
export async function findOrder(ctx, id) {
  const sql = `select ${columns} from orders where id = $1 and workshop_id = $2`;
  const row = await findRow(ctx, sql, id, ctx.state.user.workshopId);
  if (row === undefined) throw problem(404, 'There is no such order.');
  if (row.deletedAt !== null) throw problem(410, 'The order was deleted.');
  return toOrder(row);
}

/** Notes in the activity of the workshop what happened to an order. */
export async function addActivity(ctx, kind, orderId) {
  const { id, workshopId } = ctx.state.user;
  await ctx.db.query('insert into activity (workshop_id, kind, order_id, author) values ($1, $2, $3, $4)', [
    workshopId,
    kind,
    orderId,
    id,
  ]);
}
