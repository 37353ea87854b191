import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../src/model/json.js';
import { describeItems, describeService, Items, type ItemsOptions, text } from '../items.fixture.js';
import type { ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/errors/groups',
  methods: ['PATCH', 'DELETE'],
  ids: 'uuid',
  body: { required: ['title'], properties: { title: text(), comment: text(0, 500) } },
};

const digest = (row: JsonObject) => createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 16);

/** The tag is sent without quotes, and is read as the header is defined: it never matches. */
export const entityTagWithoutQuotes: ReportedBug = {
  report: 'https://github.com/Particular/ServiceControl/pull/5662',
  date: '2026-07-29',
  kind: 'An entity tag without quotes, which no conditional request matches',
  rules: ['caching/current-entity-tag-answers-304'],
  collections: ['/errors/groups'],
  document: describeService('Groups', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    return {
      routes: {
        ...items.routes(),
        [`GET ${options.path}/{id}`]: ({ params, headers }) => {
          const row = items.find(params.id);
          const etag = isSound ? `"${digest(row)}"` : digest(row);
          const known = [...(headers['if-none-match'] ?? '').matchAll(/"([^"]*)"|\*/g)].map(([all, tag]) => tag ?? all);
          if (known.includes(digest(row)) || known.includes('*')) return { status: 304, headers: { etag } };
          return { status: 200, headers: { etag }, body: row };
        },
      },
    };
  },
};
