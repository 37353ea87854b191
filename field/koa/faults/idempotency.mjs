import { addCustomer, addMessage, addVehicle, as, list, unknownId } from './support.mjs';

const of = (fault) => ({ class: 'idempotency', ...fault });

export default [
  of({
    name: 'messages-have-no-location',
    visibility: 'blatant',
    story: 'A message is created with 201 but without Location, so clients do not know its address.',
    source: 'class: 201 without Location',
    edits: [
      {
        file: 'routes/messages.mjs',
        find: '  sendCreated(ctx, rows[0], `/messages/${rows[0].id}`);',
        replace: '  sendItem(ctx, rows[0]);\n  ctx.status = 201;',
      },
    ],
    show: async (call) => {
      const { response } = await addMessage(as(call), await addCustomer(as(call)));
      return 'location' in response.headers;
    },
  }),
  of({
    name: 'a-key-for-parts-is-ignored',
    visibility: 'blatant',
    story: 'The key of a request to create a part is ignored, so its retry is refused or creates another part.',
    source: 'abhishekkumar177/College_Media pull request 897 (requests without idempotency are processed twice)',
    edits: [
      {
        file: 'middleware/idempotency.mjs',
        find: "if (ctx.method !== 'POST' || key === '') return next();",
        replace: "if (ctx.method !== 'POST' || key === '' || ctx.path.startsWith('/parts')) return next();",
      },
    ],
    show: async (call) => {
      const body = { sku: 'BO-5005', name: 'Door', category: 'body', price: 1, stock: 1 };
      const send = () => as(call)('POST', '/parts', { body, headers: { 'idempotency-key': 'door' } });
      return [(await send()).status, (await send()).status];
    },
  }),
  of({
    name: 'put-appends-tags',
    visibility: 'deliberate',
    story: 'PUT of a vehicle adds its tags to those that are there, so repeating it makes them more.',
    source: 'tdt/core issue 114 (PUT is not idempotent)',
    edits: [
      {
        file: 'routes/vehicles.mjs',
        find: 'sendItem(ctx, await update(ctx, vehicle, parse(schema, ctx.request.body)));',
        replace: `const values = parse(schema, ctx.request.body);
  sendItem(ctx, await update(ctx, vehicle, { ...values, tags: [...vehicle.tags, ...values.tags] }));`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path } = await addVehicle(api, await addCustomer(api));
      const body = { plate: 'P', make: 'Saab', model: '96', year: 1970, mileage: 1, tags: ['rust'] };
      await api('PUT', path, { body });
      return (await api('PUT', path, { body })).body.tags;
    },
  }),
  of({
    name: 'a-refused-order-is-kept',
    visibility: 'deliberate',
    story: 'An order for an unknown vehicle is answered with 422, but it is in the list.',
    source: 'class: a refused creation that leaves its item behind',
    edits: [
      {
        file: 'routes/orders.mjs',
        find: '  const values = parse(schema, ctx.request.body);\n  await checkVehicle(ctx, values);\n  const { rows }',
        replace: '  const values = parse(schema, ctx.request.body);\n  const { rows }',
      },
      {
        file: 'routes/orders.mjs',
        find: "  await addActivity(ctx, 'created', rows[0].id);",
        replace: `  const isKnown = await checkVehicle(ctx, values).then(() => true, () => false);
  if (!isKnown) {
    ctx.status = 422;
    return;
  }
  await addActivity(ctx, 'created', rows[0].id);`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { status } = await api('POST', '/orders', { body: { vehicleId: unknownId, title: 'Refused' } });
      return [status, (await list(api, '/orders')).length];
    },
  }),
  of({
    name: 'concurrent-requests-with-a-key-create-two',
    visibility: 'subtle',
    story: 'Requests with the same key that arrive at the same time are all carried out.',
    source: 'mhayk/Overpass issue 16 (looking up a key before inserting it is a race)',
    edits: [
      {
        file: 'middleware/transaction.mjs',
        find: 'if (readOnly.includes(ctx.method)) return next();',
        replace: "if (readOnly.includes(ctx.method) || ctx.get('Idempotency-Key') !== '') return next();",
      },
      {
        file: 'middleware/idempotency.mjs',
        find: '  await next();\n  if (ctx.status >= 400) return;',
        // Over a network each query lets other requests go on; the database in this process does not.
        replace:
          '  await new Promise((done) => setTimeout(done, 20));\n  await next();\n  if (ctx.status >= 400) return;',
      },
      {
        file: 'middleware/idempotency.mjs',
        find: 'values ($1, $2, $3, $4, $5, $6, $7)`',
        replace: 'values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const body = { name: 'Ann', email: 'ann@example.com' };
      const send = () => api('POST', '/customers', { body, headers: { 'idempotency-key': 'at-once' } });
      await Promise.all(Array.from({ length: 12 }, send));
      return (await list(api, '/customers')).length > 2;
    },
  }),
];
