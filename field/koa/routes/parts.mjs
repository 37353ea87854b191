import Router from '@koa/router';
import { checkPreconditions, sendCreated, sendItem } from '../conditional.mjs';
import { containing, readBoolean, readChoice, readInteger, readText } from '../filters.mjs';
import { problem } from '../middleware/problems.mjs';
import { Conditions, sendPage } from '../pages.mjs';
import { categories, part as schema } from '../schemas.mjs';
import { findRow, isSame, parse, parsePatch } from '../values.mjs';

const columns = `id, sku, name, category, price, stock, discontinued, weight_grams as "weightGrams",
  compatible_makes as "compatibleMakes", created_at as "createdAt", updated_at as "updatedAt"`;

const toParams = ({ sku, name, category, price, stock, discontinued, weightGrams, compatibleMakes }) => [
  sku,
  name,
  category,
  price,
  stock,
  discontinued,
  weightGrams,
  JSON.stringify(compatibleMakes),
];

async function findPart(ctx) {
  const part = await findRow(ctx, `select ${columns} from parts where id = $1`, ctx.params.partId);
  if (part === undefined) throw problem(404, 'There is no such part.');
  return part;
}

async function checkSku(ctx, { sku }, id = null) {
  const sql = 'select 1 from parts where sku = $1 and id is distinct from $2';
  const { rows } = await ctx.db.query(sql, [sku, id]);
  if (rows.length > 0) throw problem(409, `There is a part ${sku} already.`);
}

async function update(ctx, part, values) {
  if (isSame(part, values)) return part;
  await checkSku(ctx, values, part.id);
  const { rows } = await ctx.db.query(
    `update parts set sku = $2, name = $3, category = $4, price = $5, stock = $6, discontinued = $7,
       weight_grams = $8, compatible_makes = $9, updated_at = date_trunc('milliseconds', clock_timestamp())
     where id = $1 returning ${columns}`,
    [part.id, ...toParams(values)],
  );
  return rows[0];
}

/** The catalogue, which all workshops share. */
export const parts = new Router({ prefix: '/parts' });

parts.get('/', async (ctx) => {
  const conditions = new Conditions();
  const category = readChoice(ctx, 'category', categories);
  const discontinued = readBoolean(ctx, 'discontinued');
  const minPrice = readInteger(ctx, 'minPrice');
  const maxPrice = readInteger(ctx, 'maxPrice');
  const q = readText(ctx, 'q');
  if (category !== undefined) conditions.add('category = ?', category);
  if (discontinued !== undefined) conditions.add('discontinued = ?', discontinued);
  if (minPrice !== undefined) conditions.add('price >= ?', minPrice);
  if (maxPrice !== undefined) conditions.add('price <= ?', maxPrice);
  if (q !== undefined) conditions.add('name ilike ?', containing(q));
  await sendPage(ctx, { columns, from: 'parts', conditions });
});

parts.post('/', async (ctx) => {
  const values = parse(schema, ctx.request.body);
  await checkSku(ctx, values);
  const { rows } = await ctx.db.query(
    `insert into parts (sku, name, category, price, stock, discontinued, weight_grams, compatible_makes)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    toParams(values),
  );
  sendCreated(ctx, rows[0], `/parts/${rows[0].id}`);
});

parts.get('/:partId', async (ctx) => sendItem(ctx, await findPart(ctx)));

parts.put('/:partId', async (ctx) => {
  const part = await findPart(ctx);
  checkPreconditions(ctx, part);
  sendItem(ctx, await update(ctx, part, parse(schema, ctx.request.body)));
});

parts.patch('/:partId', async (ctx) => {
  const part = await findPart(ctx);
  checkPreconditions(ctx, part);
  sendItem(ctx, await update(ctx, part, parsePatch(schema, part, ctx.request.body)));
});

parts.delete('/:partId', async (ctx) => {
  const part = await findPart(ctx);
  checkPreconditions(ctx, part);
  const { rows } = await ctx.db.query(
    `select 1 from lines join orders on orders.id = order_id where part_id = $1 and deleted_at is null limit 1`,
    [part.id],
  );
  if (rows.length > 0) throw problem(409, 'Lines of orders need the part.');
  await ctx.db.query('delete from parts where id = $1', [part.id]);
  ctx.status = 204;
});
