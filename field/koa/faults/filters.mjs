import { addCustomer, addOrder, addPart, as, list } from './support.mjs';

const of = (fault) => ({ class: 'filters', ...fault });

export default [
  of({
    name: 'the-vehicle-filter-is-ignored',
    visibility: 'blatant',
    story: 'The orders of one vehicle are those of all vehicles.',
    source: 'class: a filter that selects nothing',
    edits: [
      {
        file: 'routes/orders.mjs',
        find: "if (vehicleId !== undefined) conditions.add('vehicle_id = ?', vehicleId);",
        replace: "if (vehicleId !== undefined) conditions.add('vehicle_id is distinct from ?', null);",
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { vehicle } = await addOrder(api);
      await addOrder(api);
      return (await list(api, `/orders?vehicleId=${vehicle.id}`)).length;
    },
  }),
  of({
    name: 'false-filters-nothing',
    visibility: 'deliberate',
    story: 'discontinued=false returns discontinued parts as well.',
    source: 'typicode/json-server pull request 413, procore-oss/sift issue 57',
    edits: [
      {
        file: 'routes/parts.mjs',
        find: 'if (discontinued !== undefined) conditions',
        replace: 'if (discontinued) conditions',
      },
    ],
    show: async (call) => (await list(as(call), '/parts?discontinued=false')).length,
  }),
  of({
    name: 'wildcards-are-not-escaped',
    visibility: 'deliberate',
    story: 'A search for 50% finds every customer with 50 in the name, and one for _ finds all.',
    source: 'privacyidea/privacyidea issue 5561, pentiminax/ux-datatables issue 336',
    edits: [
      {
        file: 'filters.mjs',
        find: "`%${text.replace(/[\\\\%_]/g, '\\\\$&')}%`",
        replace: '`%${text}%`',
      },
    ],
    show: async (call) => {
      await addCustomer(as(call));
      return (await list(as(call), '/customers?q=_')).length;
    },
  }),
  of({
    name: 'the-lowest-price-is-left-out',
    visibility: 'subtle',
    story: 'minPrice leaves out the parts that cost exactly that much.',
    source: 'class: a filter that is wrong at its border',
    edits: [{ file: 'routes/parts.mjs', find: "'price >= ?'", replace: "'price > ?'" }],
    show: async (call) => {
      await addPart(as(call), 'BO-5003', { price: 54_321 });
      return (await list(as(call), '/parts?minPrice=54321')).length;
    },
  }),
  of({
    name: 'the-next-link-forgets-the-filter',
    visibility: 'subtle',
    story:
      'The link to the next page has the cursor without the filters, so the second page has items that were not asked for.',
    source: 'class: filters that hold on the first page alone',
    edits: [
      {
        file: 'pages.mjs',
        find: 'const query = new URLSearchParams(ctx.querystring);',
        replace: "const query = new URLSearchParams({ limit: ctx.query.limit ?? '20' });",
      },
    ],
    show: async (call) => {
      const { headers } = await as(call)('GET', '/parts?category=brakes&limit=1');
      return headers.link.includes('category=brakes');
    },
  }),
];
