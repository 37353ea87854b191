import { addCustomer, addLine, addOrder, addVehicle, as, unknownId } from './support.mjs';

const of = (fault) => ({ class: 'nesting', ...fault });

export default [
  of({
    name: 'a-customer-lists-all-vehicles',
    visibility: 'blatant',
    story: 'The vehicles below a customer are those of the whole workshop.',
    source: 'jfinkels/flask-restless issue 661 (all children instead of those of the parent)',
    edits: [
      {
        file: 'routes/vehicles.mjs',
        find: "new Conditions().add('customer_id = ?', customer.id)",
        replace: "new Conditions().add('workshop_id = ?', customer && ctx.state.user.workshopId)",
      },
    ],
    show: async (call) => {
      const api = as(call);
      const customer = await addCustomer(api);
      return (await api('GET', `${customer.path}/vehicles`)).body.items.length;
    },
  }),
  of({
    name: 'a-vehicle-of-no-customer-fails',
    visibility: 'deliberate',
    story:
      'Creating a vehicle below a customer that does not exist is answered with 500, because only the database notices.',
    source: 'class: a creation below a parent that does not exist',
    edits: [
      {
        file: 'routes/vehicles.mjs',
        find: "vehicles.post('/', async (ctx) => {\n  const customer = await findCustomer(ctx, ctx.params.customerId);",
        replace:
          "vehicles.post('/', async (ctx) => {\n  const customer = { id: (/^[\\da-f-]{36}$/.test(ctx.params.customerId) ? ctx : await findCustomer(ctx, '')).params.customerId };",
      },
    ],
    show: async (call) => (await addVehicle(as(call), { path: `/customers/${unknownId}` })).response.status,
  }),
  of({
    name: 'a-vehicle-is-found-below-any-customer',
    visibility: 'deliberate',
    story: 'A vehicle can be read and changed below a customer who does not own it.',
    source: 'jfinkels/flask-restless issue 661 (no 404 if the child belongs to another parent)',
    edits: [
      {
        file: 'routes/vehicles.mjs',
        find: 'from vehicles where id = $1 and customer_id = $2`',
        replace: 'from vehicles where id = $1 and $2::uuid is not null`',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const [owner, other] = [await addCustomer(api), await addCustomer(api)];
      const { id } = await addVehicle(api, owner);
      return (await api('GET', `${other.path}/vehicles/${id}`)).status;
    },
  }),
  of({
    name: 'a-line-can-be-removed-below-another-order',
    visibility: 'deliberate',
    story: 'DELETE finds the line without looking at the order in the path; all other methods look.',
    source: 'zenstackhq/zenstack pull request 2454 (a nested write that uses the id of the child alone)',
    edits: [
      {
        file: 'routes/lines.mjs',
        find: "lines.delete('/:lineId', async (ctx) => {\n  const { order, line } = await findLine(ctx);",
        replace: `lines.delete('/:lineId', async (ctx) => {
  const order = await findOrder(ctx, ctx.params.orderId);
  const line = await findRow(ctx, \`select \${columns} from lines where id = $1\`, ctx.params.lineId);
  if (line === undefined) throw problem(404, 'There is no such line.');`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const [owner, other] = [await addOrder(api), await addOrder(api)];
      const { id } = await addLine(api, owner);
      return (await api('DELETE', `${other.path}/lines/${id}`)).status;
    },
  }),
  of({
    name: 'a-key-reaches-across-parents',
    visibility: 'subtle',
    story: 'A key that was used below one customer is replayed below another one, whose vehicle is never created.',
    source: 'RamaAditya49/titen issue 37 (keys are stored with the template of the route)',
    edits: [
      {
        file: 'middleware/idempotency.mjs',
        find: 'const scope = [ctx.state.user.id, ctx.path, key];',
        replace: "const scope = [ctx.state.user.id, ctx.path.replace(/[\\da-f]{8}-[\\da-f-]{27}/g, ':id'), key];",
      },
    ],
    show: async (call) => {
      const api = as(call);
      const body = { plate: 'P', make: 'Saab', model: '96', year: 1970, mileage: 1 };
      const headers = { 'idempotency-key': 'one-key' };
      const [first, second] = [await addCustomer(api), await addCustomer(api)];
      await api('POST', `${first.path}/vehicles`, { body, headers });
      await api('POST', `${second.path}/vehicles`, { body, headers });
      return (await api('GET', `${second.path}/vehicles`)).body.items.length;
    },
  }),
];
