import type { JsonObject } from '../../../src/model/json.js';
import { accept, describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import { Fail, type ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/rest/companies',
  methods: ['PATCH', 'DELETE'],
  ids: 'uuid',
  conflict: 'Another company has this domain',
  body: {
    required: ['name', 'domain'],
    properties: {
      name: text(),
      domain: { ...text(3, 60), pattern: '^[a-z0-9.-]+$', description: 'No two companies have the same domain' },
    },
  },
};

/** A removed item still counts where values must be unique. */
export const removedItemKeepsItsUniqueValue: ReportedBug = {
  report: 'https://github.com/twentyhq/twenty/issues/26216',
  date: '2026-09-18',
  kind: 'A removed item still reserves its unique value',
  rules: ['conflict/freed-unique-value-can-be-reused'],
  collections: ['/rest/companies'],
  document: describeService('Companies', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    const removed = new Set<string>();
    const reserve = (domain: string, own?: JsonObject) => {
      const users = [...items.rows.values()].filter((row) => row.domain === domain && row.id !== own?.id);
      if (users.length > 0 || (!isSound && own?.domain !== domain && removed.has(domain)))
        throw new Fail(409, 'This domain is used already');
    };
    return {
      routes: {
        ...items.routes(),
        [`POST ${options.path}`]: ({ body }) => {
          const values = accept(body, options.body);
          reserve(String(values.domain));
          return items.created(items.add(values));
        },
        [`PATCH ${options.path}/{id}`]: ({ params, body }) => {
          const row = items.find(params.id);
          const values = accept(body, options.body, true);
          if (values.domain !== undefined) reserve(String(values.domain), row);
          return { status: 200, body: items.change(row, values) };
        },
        [`DELETE ${options.path}/{id}`]: ({ params }) => {
          const row = items.find(params.id);
          items.rows.delete(String(row.id));
          removed.add(String(row.domain));
          return { status: 204 };
        },
      },
    };
  },
};
