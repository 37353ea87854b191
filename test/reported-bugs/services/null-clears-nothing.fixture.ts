import { accept, describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import { Fail, type ReportedBug } from '../server.fixture.js';

const time = { type: ['string', 'null'], format: 'date-time', description: 'null removes the time' };

const options: ItemsOptions = {
  path: '/v1/memories',
  methods: ['PATCH', 'DELETE'],
  ids: 'uuid',
  body: {
    required: ['text'],
    properties: { text: text(1, 500), occurred_start: time, occurred_end: time },
  },
};

/** A member with null is treated as one that was not sent. */
export const nullClearsNothing: ReportedBug = {
  report: 'https://github.com/vectorize-io/hindsight/issues/2603',
  date: '2026-07-07',
  kind: 'PATCH with null is treated as if the member was absent',
  rules: ['idempotency/null-in-a-patch-removes-the-member'],
  missed: {
    document: 'a service may refuse null, although its document allows it',
    collection: 'a service may refuse null',
  },
  collections: ['/v1/memories'],
  document: describeService('Memories', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    return {
      routes: {
        ...items.routes(),
        [`PATCH ${options.path}/{id}`]: ({ params, body }) => {
          const row = items.find(params.id);
          const values = Object.entries(accept(body, options.body, true));
          const changed = isSound ? values : values.filter(([, value]) => value !== null);
          if (changed.length === 0 && !isSound) throw new Fail(422, 'Provide at least one member to update');
          return { status: 200, body: items.change(row, Object.fromEntries(changed)) };
        },
      },
    };
  },
};
