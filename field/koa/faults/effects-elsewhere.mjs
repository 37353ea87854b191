import { act, addCustomer, addMessage, addOrder, addVehicle, as, list } from './support.mjs';

const of = (fault) => ({ class: 'effects-elsewhere', ...fault });

export default [
  of({
    name: 'reading-a-customer-touches-it',
    visibility: 'blatant',
    story: 'Each GET of a customer sets updatedAt, so clients believe that somebody edited it.',
    source: 'javajigi/slipp issue 70 (the date of modification changes with every view)',
    edits: [
      {
        file: 'routes/customers.mjs',
        find: "customers.get('/:customerId', async (ctx) => sendItem(ctx, await findCustomer(ctx, ctx.params.customerId)));",
        replace: `customers.get('/:customerId', async (ctx) => {
  const { id } = await findCustomer(ctx, ctx.params.customerId);
  await ctx.db.query('update customers set updated_at = clock_timestamp() where id = $1', [id]);
  sendItem(ctx, await findCustomer(ctx, id));
});`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path, body } = await addCustomer(api);
      await api('GET', path);
      return (await api('GET', path)).body.updatedAt === body.updatedAt;
    },
  }),
  of({
    name: 'reading-an-order-adds-activity',
    visibility: 'deliberate',
    story:
      'Opening an order writes an entry into the activity of the workshop, which fills with entries that nobody caused.',
    source: 'onetimesecret/onetimesecret issue 3633 (a GET advances the state of a secret)',
    edits: [
      {
        file: 'routes/orders.mjs',
        find: "orders.get('/:orderId', async (ctx) => sendItem(ctx, await findOrder(ctx, ctx.params.orderId)));",
        replace: `orders.get('/:orderId', async (ctx) => {
  const order = await findOrder(ctx, ctx.params.orderId);
  await addActivity(ctx, 'created', order.id);
  sendItem(ctx, order);
});`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path } = await addOrder(api);
      await api('GET', path);
      return (await list(api, '/activity')).length;
    },
  }),
  of({
    name: 'replacing-a-vehicle-changes-its-siblings',
    visibility: 'deliberate',
    story: 'PUT of one vehicle also sets the mileage of the other vehicles of the customer.',
    source: 'class: PUT that changes a neighbour (an update with too wide a condition)',
    edits: [
      {
        file: 'routes/vehicles.mjs',
        find: '  if (isSame(vehicle, values)) return vehicle;\n',
        replace: `  if (isSame(vehicle, values)) return vehicle;
  await ctx.db.query('update vehicles set mileage = $2 where customer_id = $1', [vehicle.customerId, values.mileage]);
`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const customer = await addCustomer(api);
      const [first, second] = [await addVehicle(api, customer), await addVehicle(api, customer)];
      const body = { plate: 'NEW', make: 'Volvo', model: '240', year: 1988, mileage: 777 };
      await api('PUT', first.path, { body });
      return (await api('GET', second.path)).body.mileage;
    },
  }),
  of({
    name: 'a-message-subscribes-its-customer',
    visibility: 'deliberate',
    story: 'Sending a message to a customer subscribes the customer to the newsletter.',
    source: 'class: a write that updates the item it refers to',
    edits: [
      {
        file: 'routes/messages.mjs',
        find: '  const { rows } = await ctx.db.query(\n    `insert',
        replace:
          "  await ctx.db.query('update customers set newsletter = true where id = $1', [customerId]);\n  const { rows } = await ctx.db.query(\n    `insert",
      },
    ],
    show: async (call) => {
      const api = as(call);
      const customer = await addCustomer(api);
      await addMessage(api, customer);
      return (await api('GET', customer.path)).body.newsletter;
    },
  }),
  of({
    name: 'a-replayed-action-adds-activity',
    visibility: 'subtle',
    story: 'A repeated key is answered like the first time, but the activity gets the entry once more.',
    source:
      'class: a repeated key that creates a second record beside the first; spree/spree pull request 13731 names the double effects',
    edits: [
      {
        file: 'middleware/idempotency.mjs',
        find: '  if (rows.length > 0) return replay(ctx, rows[0], fingerprint);',
        replace: `  if (rows.length > 0) {
    replay(ctx, rows[0], fingerprint);
    if (ctx.body.kind !== undefined) {
      await ctx.db.query(
        "insert into activity (workshop_id, kind, order_id, author) values ($1, 'approved', $2, $3)",
        [ctx.state.user.workshopId, ctx.body.orderId, ctx.state.user.id],
      );
    }
    return;
  }`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const order = await addOrder(api);
      const headers = { 'idempotency-key': 'approve-once' };
      await api('POST', `${order.path}/approval`, { headers, body: {} });
      await api('POST', `${order.path}/approval`, { headers, body: {} });
      await act(api, order, 'start');
      return (await list(api, '/activity')).length;
    },
  }),
];
