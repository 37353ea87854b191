import { addCustomer, addVehicle, as, walk } from './support.mjs';

const of = (fault) => ({ class: 'pages', ...fault });

/** A customer with so many vehicles. */
async function addVehicles(api, count) {
  const customer = await addCustomer(api);
  const vehicles = [];
  for (let index = 0; index < count; index += 1)
    vehicles.push(await addVehicle(api, customer, { plate: `P ${index}` }));
  return { path: `${customer.path}/vehicles`, vehicles };
}

export default [
  of({
    name: 'the-last-page-leads-to-the-first',
    visibility: 'blatant',
    story:
      'The last page has a cursor too, which leads to the first page, so a client that reads all pages never ends.',
    source: 'class: cursors that go round',
    edits: [
      {
        file: 'pages.mjs',
        find: 'const nextCursor = rows.length > limit ? writeCursor(shown.at(-1)) : null;',
        replace: `const first = { createdAt: new Date('2999-01-01'), id: shown.at(-1)?.id };
  const nextCursor = shown.length === 0 ? null : writeCursor(rows.length > limit ? shown.at(-1) : first);`,
      },
    ],
    show: async (call) => {
      const { path } = await addVehicles(as(call), 3);
      return (await walk(as(call), path)).length;
    },
  }),
  of({
    name: 'the-maximum-size-is-not-kept',
    visibility: 'deliberate',
    story: 'limit=1000 returns up to 1000 items, although the documentation says 50.',
    source: 'vertz-dev/vertz issue 1242 (the limit is not clamped)',
    edits: [{ file: 'pages.mjs', find: 'Math.min(Number(text), maxLimit)', replace: 'Math.max(Number(text), 1)' }],
    show: async (call) => {
      const { path } = await addVehicles(as(call), 52);
      return (await as(call)('GET', `${path}?limit=1000`)).body.items.length;
    },
  }),
  of({
    name: 'pages-repeat-their-last-item',
    visibility: 'deliberate',
    story: 'The last item of each page is the first of the next one as well.',
    source: 'prisma/prisma issue 16991 (duplicates at the borders of pages)',
    edits: [{ file: 'pages.mjs', find: '(created_at, id) < (?', replace: '(created_at, id) <= (?' }],
    show: async (call) => {
      const { path } = await addVehicles(as(call), 5);
      return (await walk(as(call), path, 3)).length;
    },
  }),
  of({
    name: 'pages-lose-items-that-were-changed',
    visibility: 'subtle',
    story:
      'Lists are in the order of the last change but continue by the time of creation, so an item that was changed hides others.',
    source: 'n8n-io/n8n pull request 38070 (a page that is ordered by another key than its cursor)',
    edits: [
      {
        file: 'pages.mjs',
        find: 'order by created_at desc, id desc limit',
        replace: "order by ${columns.includes('updatedAt') ? 'updated_at' : 'created_at'} desc, id desc limit",
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path, vehicles } = await addVehicles(api, 5);
      for (const { path: changed } of [vehicles[1], vehicles[0]])
        await api('PATCH', changed, { body: { plate: 'CHANGED' } });
      return new Set((await walk(api, path)).map(({ id }) => id)).size;
    },
  }),
  of({
    name: 'a-page-reports-the-size-asked-for',
    visibility: 'subtle',
    story: 'A page of 50 items says that its limit is 1000, so clients take it for the last one.',
    source: 'XRPLF/xrpl-dev-portal issue 139 (a limit that is clamped without a word)',
    edits: [
      {
        file: 'pages.mjs',
        find: 'items: shown.map(toItem), limit, nextCursor',
        replace: 'items: shown.map(toItem), limit: Number(ctx.query.limit ?? limit), nextCursor',
      },
    ],
    show: async (call) => (await as(call)('GET', '/parts?limit=1000')).body.limit,
  }),
];
