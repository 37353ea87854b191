import { addCustomer, addMessage, addPart, as, list } from './support.mjs';

const of = (fault) => ({ class: 'time', ...fault });

export default [
  of({
    name: 'the-list-of-customers-is-cached',
    visibility: 'blatant',
    story: 'Once read, the list of customers stays as it is for ten seconds, whatever is created or removed.',
    source: 'kwhitley/apicache (a response is kept although its data changed)',
    edits: [
      {
        file: 'routes/customers.mjs',
        find: "  await sendPage(ctx, { columns, from: 'customers', conditions });",
        replace: `  const name = \`\${ctx.state.user.workshopId} \${ctx.querystring}\`;
  const known = kept.get(name);
  if (known !== undefined && known.until > Date.now()) {
    ctx.body = known.body;
    return;
  }
  await sendPage(ctx, { columns, from: 'customers', conditions });
  kept.set(name, { until: Date.now() + 10_000, body: ctx.body });`,
      },
      {
        file: 'routes/customers.mjs',
        find: "export const customers = new Router({ prefix: '/customers' });",
        replace: "export const customers = new Router({ prefix: '/customers' });\nconst kept = new Map();",
      },
    ],
    show: async (call) => {
      const api = as(call);
      await list(api, '/customers');
      await addCustomer(api);
      return (await list(api, '/customers')).length;
    },
  }),
  of({
    name: 'keys-are-forgotten-after-others',
    visibility: 'deliberate',
    story: 'Only the last three keys of a user are kept, so a retry after three other requests creates a second item.',
    source: 'class: keys that are forgotten after other keys (a cache with a maximum size)',
    edits: [
      {
        file: 'middleware/idempotency.mjs',
        find: '    [...scope, fingerprint, ctx.status, headers, JSON.stringify(ctx.body)],\n  );',
        replace: `    [...scope, fingerprint, ctx.status, headers, JSON.stringify(ctx.body)],
  );
  await ctx.db.query(
    \`delete from idempotency_keys where user_id = $1 and created_at <
       (select created_at from idempotency_keys where user_id = $1 order by created_at desc offset 2 limit 1)\`,
    [ctx.state.user.id],
  );`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const body = { name: 'Ann', email: 'ann@example.com' };
      const send = (key) => api('POST', '/customers', { body, headers: { 'idempotency-key': key } });
      for (const key of ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k1']) {
        await send(key);
        // Keys are told apart by their millisecond.
        await new Promise((done) => setTimeout(done, 5));
      }
      return (await list(api, '/customers')).length;
    },
  }),
  of({
    name: 'a-part-is-stale-for-seconds',
    visibility: 'deliberate',
    story: 'A part that was read is served from memory for three seconds, also after it was changed.',
    source: 'Basekick-Labs/arc issue 323 (a cache without invalidation)',
    edits: [
      {
        file: 'routes/parts.mjs',
        find: "parts.get('/:partId', async (ctx) => sendItem(ctx, await findPart(ctx)));",
        replace: `const seen = new Map();
parts.get('/:partId', async (ctx) => {
  const known = seen.get(ctx.params.partId);
  const part = known?.until > Date.now() ? known.part : await findPart(ctx);
  if (part !== known?.part) seen.set(ctx.params.partId, { part, until: Date.now() + 3000 });
  sendItem(ctx, part);
});`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path } = await addPart(api, 'BO-5004');
      await api('GET', path);
      await api('PATCH', path, { body: { stock: 99 } });
      return (await api('GET', path)).body.stock;
    },
  }),
  of({
    name: 'messages-appear-late',
    visibility: 'deliberate',
    story: 'A message that was sent is missing in the list for four seconds.',
    source: 'class: what appears late in a list (a read replica that lags)',
    edits: [
      {
        file: 'routes/messages.mjs',
        find: "new Conditions().add('workshop_id = ?', ctx.state.user.workshopId);",
        replace:
          'new Conditions().add("workshop_id = ? and created_at < now() - interval \'4 seconds\'", ctx.state.user.workshopId);',
      },
    ],
    show: async (call) => {
      const api = as(call);
      await addMessage(api, await addCustomer(api));
      return (await list(api, '/messages')).length;
    },
  }),
  of({
    name: 'a-removed-customer-is-not-modified',
    visibility: 'subtle',
    story: 'A conditional GET of a removed customer is answered with 304, so clients keep it for ever.',
    source: 'fastify/fastify-caching issue 20 (tags are answered with 304 after the item has changed)',
    edits: [
      {
        file: 'routes/customers.mjs',
        find: "customers.get('/:customerId', async (ctx) => sendItem(ctx, await findCustomer(ctx, ctx.params.customerId)));",
        replace: `const tags = new Map();
customers.get('/:customerId', async (ctx) => {
  const customer = await findCustomer(ctx, ctx.params.customerId).catch((error) => {
    if (ctx.get('If-None-Match') === '' || tags.get(ctx.path) !== ctx.get('If-None-Match')) throw error;
  });
  if (customer === undefined) {
    ctx.status = 304;
    return;
  }
  sendItem(ctx, customer);
  tags.set(ctx.path, ctx.response.get('ETag'));
});`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path } = await addCustomer(api);
      const { etag } = (await api('GET', path)).headers;
      await api('DELETE', path);
      return (await api('GET', path, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })).status;
    },
  }),
];
