import type { JsonObject } from '../../../src/model/json.js';
import { describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import type { ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/lifecycle/events',
  methods: ['DELETE'],
  samples: 25,
  body: {
    required: ['slug', 'state'],
    properties: { slug: text(1, 60), state: { type: 'string', enum: ['draft', 'active', 'archived'] } },
  },
};

/** The total is the number of entries on the page. */
export const totalIsThatOfThePage: ReportedBug = {
  report: 'https://github.com/axoviq-ai/synthadoc/issues/273',
  date: '2026-08-03',
  kind: 'The total counts the entries of the page',
  rules: ['pagination/total-counts-the-items'],
  missed: {
    collection: 'a number that changes with the size of the page is not taken for a total',
  },
  collections: ['/lifecycle/events'],
  document: describeService('Events', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    return {
      routes: {
        ...items.routes(),
        [`GET ${options.path}`]: ({ query }) => {
          const page = items.page(query) as { items: JsonObject[]; total: number };
          return { status: 200, body: isSound ? page : { ...page, total: page.items.length } };
        },
      },
    };
  },
};
