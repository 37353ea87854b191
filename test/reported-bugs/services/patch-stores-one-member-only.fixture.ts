import { accept, describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import type { ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/homes',
  methods: ['PATCH', 'DELETE'],
  listing: 'pages',
  body: {
    required: ['title', 'body'],
    properties: { title: text(1, 80), style: text(0, 60), region: text(0, 60), body: text(1, 500) },
  },
};

/** The answer says that everything was written, and one member was. */
export const patchStoresOneMemberOnly: ReportedBug = {
  report: 'https://github.com/postmark-town/postmark/issues/2529',
  date: '2026-09-06',
  kind: 'PATCH confirms five members and stores one',
  rules: ['idempotency/patch-stores-what-was-sent', 'idempotency/write-returns-what-get-returns'],
  collections: ['/homes'],
  document: describeService('Homes', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    return {
      routes: {
        ...items.routes(),
        'PATCH /homes/{id}': ({ params, body }) => {
          const row = items.find(params.id);
          const values = accept(body, options.body, true);
          const written = Object.entries(values).filter(([name]) => isSound || name === 'body');
          items.change(row, Object.fromEntries(written));
          return { status: 200, body: { ...row, ...values } };
        },
      },
    };
  },
};
