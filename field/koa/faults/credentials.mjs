import { addCustomer, addOrder, as } from './support.mjs';

const of = (fault) => ({ class: 'credentials', ...fault });

export default [
  of({
    name: 'lists-need-no-token',
    visibility: 'blatant',
    story: 'GET without a token is answered with the data of the first workshop.',
    source: 'class: an optional login that was meant for one route',
    edits: [
      {
        file: 'middleware/authenticate.mjs',
        find: "const [, id, secret] = /^Bearer +([a-z]+)\\.([\\w-]+)$/i.exec(ctx.get('Authorization')) ?? [];",
        replace: `const given = ctx.get('Authorization') || (ctx.method === 'GET' ? 'Bearer rita.ledger-1234' : '');
  const [, id, secret] = /^Bearer +([a-z]+)\\.([\\w-]+)$/i.exec(given) ?? [];`,
      },
    ],
    show: async (call) => (await call('GET', '/customers')).status,
  }),
  of({
    name: 'any-secret-of-a-user-is-accepted',
    visibility: 'deliberate',
    story: 'The secret of a token is not compared, so the name of a user is enough.',
    source: 'class: a real user with a wrong password',
    edits: [
      {
        file: 'middleware/authenticate.mjs',
        find: 'if (user === undefined || !isEqual(digest(secret), user.secretDigest)) {',
        replace: 'if (user === undefined || !isEqual(digest(secret), digest(secret))) {',
      },
    ],
    show: async (call) => (await call('GET', '/parts', { headers: { authorization: 'Bearer alice.wrong' } })).status,
  }),
  of({
    name: 'a-reader-may-patch',
    visibility: 'deliberate',
    story: 'Readers are refused POST, PUT and DELETE, and may change everything by PATCH.',
    source: 'class: a method that was forgotten in a list of methods',
    edits: [
      {
        file: 'middleware/authenticate.mjs',
        find: "if (user.role === 'reader' && !safe.includes(ctx.method))",
        replace: "if (user.role === 'reader' && ['POST', 'PUT', 'DELETE'].includes(ctx.method))",
      },
    ],
    show: async (call) => {
      const { path } = await addCustomer(as(call));
      return (await as(call, 'rita')('PATCH', path, { body: { name: 'By a reader' } })).status;
    },
  }),
  of({
    name: 'strangers-can-remove-customers',
    visibility: 'deliberate',
    story: 'Users of another workshop cannot read a customer, but can delete it.',
    source: 'class: a token of another user on every method',
    edits: [
      {
        file: 'routes/customers.mjs',
        find: "customers.delete('/:customerId', async (ctx) => {\n  const customer = await findCustomer(ctx, ctx.params.customerId);",
        replace: `customers.delete('/:customerId', async (ctx) => {
  const customer = await findRow(ctx, \`select \${columns} from customers where id = $1\`, ctx.params.customerId);
  if (customer === undefined) throw problem(404, 'There is no such customer.');`,
      },
    ],
    show: async (call) => {
      const { path } = await addCustomer(as(call));
      return (await as(call, 'bob')('DELETE', path)).status;
    },
  }),
  of({
    name: 'orders-accept-the-vehicles-of-strangers',
    visibility: 'subtle',
    story: 'An order may name a vehicle of another workshop, which tells that it exists.',
    source: 'crnk-project/crnk-framework issue 739 (a body may name a parent that the caller has no right to)',
    edits: [
      {
        file: 'routes/orders.mjs',
        find: "'select 1 from vehicles where id = $1 and workshop_id = $2'",
        replace: "'select 1 from vehicles where id = $1 and $2::int > 0'",
      },
    ],
    show: async (call) => {
      const { vehicle } = await addOrder(as(call));
      return (await as(call, 'bob')('POST', '/orders', { body: { vehicleId: vehicle.id, title: 'Theirs' } })).status;
    },
  }),
];
