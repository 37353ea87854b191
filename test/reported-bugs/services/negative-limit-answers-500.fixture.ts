import type { JsonObject } from '../../../src/model/json.js';
import { describeItems, describeService, Items, type ItemsOptions, inQuery, text } from '../items.fixture.js';
import type { ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/v1/documents',
  methods: ['PATCH', 'DELETE'],
  ids: 'uuid',
  body: { required: ['title'], properties: { title: text(), source: text(0, 200) } },
};

const described = describeItems(options);
const collection = described[options.path] as JsonObject;
const parameters = [
  inQuery('limit', { type: 'integer', default: 20 }),
  inQuery('offset', { type: 'integer', default: 0 }),
];

/** The values reach the database as they are, and its error reaches the client. */
export const negativeLimitAnswers500: ReportedBug = {
  report: 'https://github.com/vectorize-io/hindsight/pull/2357',
  date: '2026-06-22',
  kind: 'A negative limit or offset is answered with 500 and the text of the database',
  rules: ['pagination/invalid-paging-values-are-not-a-server-error'],
  collections: ['/v1/documents'],
  document: describeService('Documents', {
    ...described,
    [options.path]: { ...collection, get: { ...(collection.get as JsonObject), parameters } },
  }),
  build: (isSound) => {
    const items = new Items(options);
    return {
      routes: {
        ...items.routes(),
        [`GET ${options.path}`]: ({ query }) => {
          const wrong = ['limit', 'offset'].find((name) => /^-\d{1,9}$/.test(query.get(name) ?? ''));
          if (wrong && !isSound)
            return { status: 500, body: { detail: `${wrong.toUpperCase()} must not be negative` } };
          return { status: 200, body: items.page(query) };
        },
      },
    };
  },
};
