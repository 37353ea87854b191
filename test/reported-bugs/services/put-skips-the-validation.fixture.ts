import { describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import type { ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/templates',
  methods: ['PUT', 'DELETE'],
  body: {
    required: ['name', 'language'],
    properties: {
      name: text(1, 80),
      language: { type: 'string', enum: ['en', 'de', 'fr'] },
      priority: { type: 'integer', minimum: 1, maximum: 9 },
    },
  },
};

/** Only the handler of POST checks the body. */
export const putSkipsTheValidation: ReportedBug = {
  report: 'https://github.com/accordproject/apap/issues/136',
  date: '2026-03-23',
  kind: 'PUT stores what POST refuses as invalid',
  rules: ['validation/invalid-put-and-patch-are-refused'],
  missed: {
    collection: 'no document says which values are invalid',
  },
  collections: ['/templates'],
  document: describeService('Templates', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    return {
      routes: {
        ...items.routes(),
        ...(!isSound && {
          'PUT /templates/{id}': ({ params, body }) => ({
            status: 200,
            body: items.replace(items.find(params.id), { ...body, id: items.find(params.id).id ?? null }),
          }),
        }),
      },
    };
  },
};
