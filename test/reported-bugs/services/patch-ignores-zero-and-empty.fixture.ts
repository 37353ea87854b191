import { accept, describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import type { ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/sessions',
  methods: ['PATCH', 'DELETE'],
  body: {
    required: ['agent'],
    properties: {
      agent: text(1, 60),
      title: text(0, 100),
      client_offset: { type: 'integer', minimum: 0, maximum: 9999 },
      is_manual: { type: 'boolean' },
    },
  },
};

/** A member is changed only where its value counts as true. */
export const patchIgnoresZeroAndEmpty: ReportedBug = {
  report: 'https://github.com/emcie-co/parlant/pull/774',
  date: '2026-04-09',
  kind: 'PATCH ignores 0, false and the empty text',
  rules: ['idempotency/patch-stores-empty-values'],
  collections: ['/sessions'],
  document: describeService('Sessions', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    return {
      routes: {
        ...items.routes(),
        'PATCH /sessions/{id}': ({ params, body }) => {
          const values = Object.entries(accept(body, options.body, true));
          const changed = values.filter(([, value]) => isSound || value);
          return { status: 200, body: items.change(items.find(params.id), Object.fromEntries(changed)) };
        },
      },
    };
  },
};
