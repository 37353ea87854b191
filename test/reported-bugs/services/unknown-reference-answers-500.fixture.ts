import { accept, describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import { Fail, type ReportedBug, type Request } from '../server.fixture.js';

const categories: ItemsOptions = {
  path: '/api/v2/categories',
  methods: ['PATCH', 'DELETE'],
  ids: 'uuid',
  body: { required: ['name'], properties: { name: text() } },
};
const options: ItemsOptions = {
  path: '/api/v2/products',
  methods: ['PUT', 'DELETE'],
  ids: 'uuid',
  body: {
    required: ['name'],
    properties: {
      name: text(),
      category_id: { type: 'string', format: 'uuid', description: 'Id of a category' },
    },
  },
};

/** The database refuses a reference to what does not exist, and its text is the response. */
export const unknownReferenceAnswers500: ReportedBug = {
  report: 'https://github.com/ivanarama/onebase/pull/476',
  date: '2026-07-29',
  kind: 'A reference to an item that does not exist is answered with 500',
  rules: [
    'validation/unknown-references-are-refused-by-put-and-patch',
    'responses/no-request-fails-each-time',
    'validation/unusual-values-are-not-a-server-error',
  ],
  missed: {
    collection: 'no item shows the member with the reference',
  },
  collections: ['/api/v2/categories', '/api/v2/products'],
  document: describeService('Catalogue', { ...describeItems(categories), ...describeItems(options) }),
  build: (isSound) => {
    const known = new Items(categories);
    const items = new Items(options);
    const read = ({ body }: Request) => {
      const values = accept(body, options.body);
      const isUnknown = values.category_id !== undefined && !known.rows.has(String(values.category_id));
      if (isUnknown && isSound) throw new Fail(422, 'There is no such category');
      if (isUnknown) throw new Fail(500, 'constraint failed: FOREIGN KEY constraint failed (787)');
      return values;
    };
    return {
      routes: {
        ...known.routes(),
        ...items.routes(),
        [`DELETE ${categories.path}/{id}`]: ({ params }) => {
          const { id } = known.find(params.id);
          if ([...items.rows.values()].some((row) => row.category_id === id)) throw new Fail(409, 'In use');
          known.rows.delete(String(id));
          return { status: 204 };
        },
        [`POST ${options.path}`]: (request) => items.created(items.add(read(request))),
        [`PUT ${options.path}/{id}`]: (request) => ({
          status: 200,
          body: items.replace(items.find(request.params.id), read(request)),
        }),
      },
    };
  },
};
