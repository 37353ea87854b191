import { addCustomer, addOrder, addVehicle, as } from './support.mjs';

const of = (fault) => ({ class: 'http', ...fault });

export default [
  of({
    name: 'malformed-json-fails',
    visibility: 'blatant',
    story: 'A body that is not JSON is answered with 500, so clients retry it for ever.',
    source: 'class: an error of the parser that nobody handles',
    edits: [
      {
        file: 'middleware/problems.mjs',
        find: 'const status = error.status ?? 500;',
        replace: 'const status = error.body === undefined ? (error.status ?? 500) : 500;',
      },
    ],
    show: async (call) =>
      (await as(call)('POST', '/customers', { body: '{"name":', headers: { 'content-type': 'application/json' } }))
        .status,
  }),
  of({
    name: 'head-has-no-entity-tag',
    visibility: 'deliberate',
    story: 'HEAD lacks the entity tag that GET has, so clients must read the whole item before they write it.',
    source: 'cloudhead/node-static pull request 60 (HEAD should have the same headers as GET)',
    edits: [
      {
        file: 'conditional.mjs',
        find: "  ctx.status = 200;\n  ctx.set('ETag', createTag(item));",
        replace: "  ctx.status = 200;\n  if (ctx.method !== 'HEAD') ctx.set('ETag', createTag(item));",
      },
    ],
    show: async (call) => {
      const { path } = await addCustomer(as(call));
      return (await as(call)('HEAD', path)).headers.etag !== undefined;
    },
  }),
  of({
    name: 'unknown-methods-read-the-list',
    visibility: 'deliberate',
    story: 'A method that the service does not know is answered with 200 and the list.',
    source: 'class: 200 to unknown methods',
    edits: [
      {
        file: 'middleware/authenticate.mjs',
        find: '  ctx.state.user = user;',
        replace:
          "  ctx.state.user = user;\n  if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(ctx.method)) ctx.method = 'GET';",
      },
    ],
    show: async (call) => (await as(call)('PROPFIND', '/parts')).status,
  }),
  of({
    name: 'delete-ignores-if-match',
    visibility: 'deliberate',
    story: 'DELETE of an order neither needs nor compares If-Match, so what a colleague has just changed is removed.',
    source: 'CommunitySolidServer/CommunitySolidServer issue 1771 (conditions of a method are not passed on)',
    edits: [
      {
        file: 'routes/orders.mjs',
        find: "checkPreconditions(ctx, order, { isRequired: true });\n  if (order.status === 'started')",
        replace: "if (order.status === 'started')",
      },
    ],
    show: async (call) => {
      const { path } = await addOrder(as(call));
      return (await as(call)('DELETE', path, { headers: { 'if-match': '"stale"' } })).status;
    },
  }),
  of({
    name: 'the-entity-tag-ignores-notes-and-tags',
    visibility: 'subtle',
    story:
      'The entity tag of a vehicle stays when only its notes or tags change, so such a change is overwritten or never seen.',
    source: 'open-metadata/OpenMetadata issue 30885 (an entity tag that covers other members than those that are sent)',
    edits: [
      {
        file: 'conditional.mjs',
        find: 'update(JSON.stringify(item))',
        replace:
          'update(JSON.stringify(item.plate === undefined ? item : { ...item, notes: 0, tags: 0, updatedAt: 0 }))',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path, response } = await addVehicle(api, await addCustomer(api));
      const { headers } = await api('PATCH', path, { body: { notes: 'Leaks oil' } });
      return headers.etag === response.headers.etag;
    },
  }),
];
