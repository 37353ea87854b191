import Router from '@koa/router';
import { checkPreconditions, sendCreated, sendItem } from '../conditional.mjs';
import { readText } from '../filters.mjs';
import { problem } from '../middleware/problems.mjs';
import { Conditions, sendPage } from '../pages.mjs';
import { vehicle as schema } from '../schemas.mjs';
import { findRow, isSame, parse, parsePatch } from '../values.mjs';
import { findCustomer } from './customers.mjs';

const columns = `id, customer_id as "customerId", plate, make, model, year, mileage, tags, notes,
  created_at as "createdAt", updated_at as "updatedAt"`;

const toParams = ({ plate, make, model, year, mileage, tags, notes }) => [
  plate,
  make,
  model,
  year,
  mileage,
  JSON.stringify(tags),
  notes,
];

/** The vehicle of the customer in the path. */
async function findVehicle(ctx) {
  const customer = await findCustomer(ctx, ctx.params.customerId);
  const sql = `select ${columns} from vehicles where id = $1 and customer_id = $2`;
  const vehicle = await findRow(ctx, sql, ctx.params.vehicleId, customer.id);
  if (vehicle === undefined) throw problem(404, 'The customer has no such vehicle.');
  return vehicle;
}

async function update(ctx, vehicle, values) {
  if (isSame(vehicle, values)) return vehicle;
  const { rows } = await ctx.db.query(
    `update vehicles set plate = $2, make = $3, model = $4, year = $5, mileage = $6, tags = $7, notes = $8,
       updated_at = date_trunc('milliseconds', clock_timestamp())
     where id = $1 returning ${columns}`,
    [vehicle.id, ...toParams(values)],
  );
  return rows[0];
}

export const vehicles = new Router({ prefix: '/customers/:customerId/vehicles' });

vehicles.get('/', async (ctx) => {
  const customer = await findCustomer(ctx, ctx.params.customerId);
  const conditions = new Conditions().add('customer_id = ?', customer.id);
  const make = readText(ctx, 'make');
  if (make !== undefined) conditions.add('make = ?', make);
  await sendPage(ctx, { columns, from: 'vehicles', conditions });
});

vehicles.post('/', async (ctx) => {
  const customer = await findCustomer(ctx, ctx.params.customerId);
  const values = parse(schema, ctx.request.body);
  const { rows } = await ctx.db.query(
    `insert into vehicles (workshop_id, customer_id, plate, make, model, year, mileage, tags, notes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
    [ctx.state.user.workshopId, customer.id, ...toParams(values)],
  );
  sendCreated(ctx, rows[0], `/customers/${customer.id}/vehicles/${rows[0].id}`);
});

vehicles.get('/:vehicleId', async (ctx) => sendItem(ctx, await findVehicle(ctx)));

vehicles.put('/:vehicleId', async (ctx) => {
  const vehicle = await findVehicle(ctx);
  checkPreconditions(ctx, vehicle);
  sendItem(ctx, await update(ctx, vehicle, parse(schema, ctx.request.body)));
});

vehicles.patch('/:vehicleId', async (ctx) => {
  const vehicle = await findVehicle(ctx);
  checkPreconditions(ctx, vehicle);
  sendItem(ctx, await update(ctx, vehicle, parsePatch(schema, vehicle, ctx.request.body)));
});

vehicles.delete('/:vehicleId', async (ctx) => {
  const vehicle = await findVehicle(ctx);
  checkPreconditions(ctx, vehicle);
  const sql = 'select 1 from orders where vehicle_id = $1 and deleted_at is null limit 1';
  const { rows } = await ctx.db.query(sql, [vehicle.id]);
  if (rows.length > 0) throw problem(409, 'The vehicle has work orders.');
  await ctx.db.query('delete from vehicles where id = $1', [vehicle.id]);
  ctx.status = 204;
});
