import Router from '@koa/router';
import { checkPreconditions, sendCreated, sendItem } from '../conditional.mjs';
import { containing, readBoolean, readText } from '../filters.mjs';
import { problem } from '../middleware/problems.mjs';
import { Conditions, sendPage } from '../pages.mjs';
import { customer as schema } from '../schemas.mjs';
import { findRow, isSame, parse, parsePatch } from '../values.mjs';

const columns = `id, name, email, phone, company, newsletter, address,
  created_at as "createdAt", updated_at as "updatedAt"`;

const toParams = ({ name, email, phone, company, newsletter, address }) => [
  name,
  email,
  phone,
  company,
  newsletter,
  address,
];

/** The customer of the workshop with an id. */
export async function findCustomer(ctx, id) {
  const sql = `select ${columns} from customers where id = $1 and workshop_id = $2`;
  const customer = await findRow(ctx, sql, id, ctx.state.user.workshopId);
  if (customer === undefined) throw problem(404, 'There is no such customer.');
  return customer;
}

async function update(ctx, customer, values) {
  if (isSame(customer, values)) return customer;
  const { rows } = await ctx.db.query(
    `update customers set name = $2, email = $3, phone = $4, company = $5, newsletter = $6, address = $7,
       updated_at = date_trunc('milliseconds', clock_timestamp())
     where id = $1 returning ${columns}`,
    [customer.id, ...toParams(values)],
  );
  return rows[0];
}

export const customers = new Router({ prefix: '/customers' });

customers.get('/', async (ctx) => {
  const conditions = new Conditions().add('workshop_id = ?', ctx.state.user.workshopId);
  const newsletter = readBoolean(ctx, 'newsletter');
  const q = readText(ctx, 'q');
  if (newsletter !== undefined) conditions.add('newsletter = ?', newsletter);
  if (q !== undefined) conditions.add('name ilike ?', containing(q));
  await sendPage(ctx, { columns, from: 'customers', conditions });
});

customers.post('/', async (ctx) => {
  const values = parse(schema, ctx.request.body);
  const { rows } = await ctx.db.query(
    `insert into customers (workshop_id, name, email, phone, company, newsletter, address)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [ctx.state.user.workshopId, ...toParams(values)],
  );
  sendCreated(ctx, rows[0], `/customers/${rows[0].id}`);
});

customers.get('/:customerId', async (ctx) => sendItem(ctx, await findCustomer(ctx, ctx.params.customerId)));

customers.put('/:customerId', async (ctx) => {
  const customer = await findCustomer(ctx, ctx.params.customerId);
  checkPreconditions(ctx, customer);
  sendItem(ctx, await update(ctx, customer, parse(schema, ctx.request.body)));
});

customers.patch('/:customerId', async (ctx) => {
  const customer = await findCustomer(ctx, ctx.params.customerId);
  checkPreconditions(ctx, customer);
  sendItem(ctx, await update(ctx, customer, parsePatch(schema, customer, ctx.request.body)));
});

customers.delete('/:customerId', async (ctx) => {
  const customer = await findCustomer(ctx, ctx.params.customerId);
  checkPreconditions(ctx, customer);
  const { rows } = await ctx.db.query('select 1 from vehicles where customer_id = $1 limit 1', [customer.id]);
  if (rows.length > 0) throw problem(409, 'The customer has vehicles.');
  await ctx.db.query('delete from customers where id = $1', [customer.id]);
  ctx.status = 204;
});
