import { describeItems, describeService, Items, type ItemsOptions, inQuery, text } from '../items.fixture.js';
import type { ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/api/v1/packages',
  methods: ['PUT', 'DELETE'],
  query: [inQuery('q', { type: 'string' }, 'Only packages whose name contains this text')],
  body: { required: ['name'], properties: { name: text(1, 80), summary: text(0, 200) } },
};

/** Characters that are wildcards of the database are removed from the text, which then is another one. */
export const searchDropsCharacters: ReportedBug = {
  report: 'https://github.com/nurl-lang/nurl/pull/609',
  date: '2026-07-23',
  kind: 'A search does not find names with an underscore',
  rules: ['filters/filter-values-are-no-patterns', 'filters/filtered-list-has-every-matching-item'],
  missed: {
    collection: 'no document names the query parameter of the search',
  },
  collections: ['/api/v1/packages'],
  document: describeService('Packages', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    return {
      routes: {
        ...items.routes(),
        [`GET ${options.path}`]: ({ query }) => {
          const given = query.get('q') ?? '';
          const part = isSound ? given : given.replaceAll(/[%_\\]/g, '');
          const rows = [...items.rows.values()].filter(({ name }) => String(name).includes(part));
          return { status: 200, body: items.page(query, rows) };
        },
      },
    };
  },
};
