import Router from '@koa/router';
import { sendItem } from '../conditional.mjs';
import { readChoice } from '../filters.mjs';
import { problem } from '../middleware/problems.mjs';
import { Conditions, sendPage } from '../pages.mjs';
import { findRow } from '../values.mjs';

const columns = 'id, kind, order_id as "orderId", author, created_at as "createdAt"';
const kinds = ['created', 'approved', 'started', 'finished', 'cancelled', 'deleted'];

/** What happened to the orders of the workshop; the server writes it. */
export const activity = new Router({ prefix: '/activity' });

activity.get('/', async (ctx) => {
  const conditions = new Conditions().add('workshop_id = ?', ctx.state.user.workshopId);
  const kind = readChoice(ctx, 'kind', kinds);
  if (kind !== undefined) conditions.add('kind = ?', kind);
  await sendPage(ctx, { columns, from: 'activity', conditions });
});

activity.get('/:entryId', async (ctx) => {
  const sql = `select ${columns} from activity where id = $1 and workshop_id = $2`;
  const entry = await findRow(ctx, sql, ctx.params.entryId, ctx.state.user.workshopId);
  if (entry === undefined) throw problem(404, 'There is no such entry.');
  sendItem(ctx, entry);
});
