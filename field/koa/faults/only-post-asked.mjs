import { addCustomer, addOrder, addPart, addVehicle, as, unknownId, walk, write } from './support.mjs';

const of = (fault) => ({ class: 'only-post-asked', ...fault });

export default [
  of({
    name: 'a-patch-of-a-part-is-not-validated',
    visibility: 'blatant',
    story: 'PATCH stores a negative price, which POST refuses.',
    source: 'encode/django-rest-framework issue 1729 (validators are skipped by PATCH)',
    edits: [
      {
        file: 'routes/parts.mjs',
        find: 'parsePatch(schema, part, ctx.request.body)',
        replace: '{ ...part, ...ctx.request.body }',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path } = await addPart(api, 'BO-5001');
      return (await api('PATCH', path, { body: { price: -5 } })).status;
    },
  }),
  of({
    name: 'put-of-a-customer-merges',
    visibility: 'deliberate',
    story: 'PUT without the name is accepted and keeps the members that were left out.',
    source: 'api-platform/core issue 147 (partial update by PUT)',
    edits: [
      {
        file: 'routes/customers.mjs',
        find: 'update(ctx, customer, parse(schema, ctx.request.body))',
        replace: 'update(ctx, customer, parse(schema, { ...customer, ...ctx.request.body }))',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path } = await addCustomer(api, { company: 'Example' });
      const { body } = await api('PUT', path, { body: { name: 'Ann', email: 'ann@example.com' } });
      return body.company;
    },
  }),
  of({
    name: 'put-accepts-an-unknown-vehicle',
    visibility: 'deliberate',
    story: 'POST refuses an order for a vehicle that does not exist; PUT and PATCH store it.',
    source: 'jfinkels/flask-restless issue 80 (validators do not run for PATCH)',
    edits: [
      {
        file: 'routes/orders.mjs',
        find: '  await checkVehicle(ctx, values);\n  if (isSame(order, values)) return order;',
        replace: '  if (isSame(order, values)) return order;',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path } = await addOrder(api);
      return (await write(api, 'PUT', path, { vehicleId: unknownId, title: 'Inspection' })).status;
    },
  }),
  of({
    name: 'put-to-an-unknown-part-creates-another',
    visibility: 'deliberate',
    story: 'PUT to an id that does not exist creates a part under an id of its own.',
    source: 'spring-projects/spring-data-rest issue 1396 (PUT creates with generated ids)',
    edits: [
      {
        file: 'routes/parts.mjs',
        find: "parts.put('/:partId', async (ctx) => {\n  const part = await findPart(ctx);",
        replace: `parts.put('/:partId', async (ctx) => {
  const known = await findPart(ctx).catch(() => undefined);
  if (known === undefined) {
    const values = parse(schema, ctx.request.body);
    await checkSku(ctx, values);
    const { rows } = await ctx.db.query(
      \`insert into parts (sku, name, category, price, stock, discontinued, weight_grams, compatible_makes)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning \${columns}\`,
      toParams(values),
    );
    return sendItem(ctx, rows[0]);
  }
  const part = known;`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const body = { sku: 'BO-5002', name: 'Mirror', category: 'body', price: 1, stock: 1 };
      const { status } = await api('PUT', `/parts/${unknownId}`, { body });
      return [status, (await walk(api, '/parts', 50)).length];
    },
  }),
  of({
    name: 'only-the-first-tag-is-checked',
    visibility: 'subtle',
    story: 'The limit on the length of tags holds for the first tag alone, so a list cannot be printed on its label.',
    source: 'class: constraints on later elements of arrays',
    edits: [
      {
        file: 'schemas.mjs',
        find: 'tags: z.array(text(20)).max(5)',
        replace:
          'tags: z.array(z.string()).max(5).refine(([tag]) => tag === undefined || text(20).safeParse(tag).success)',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const customer = await addCustomer(api);
      return (await addVehicle(api, customer, { tags: ['short', 'x'.repeat(40)] })).response.status;
    },
  }),
];
