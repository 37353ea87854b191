import type { JsonObject } from '../../../src/model/json.js';
import {
  accept,
  describeItems,
  describeService,
  Items,
  type ItemsOptions,
  inQuery,
  readInteger,
  success,
  text,
} from '../items.fixture.js';
import { Fail, type ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/definitions',
  methods: ['PUT', 'DELETE'],
  samples: 12,
  body: { required: ['name'], properties: { name: text(), schema_name: text(0, 60) } },
  added: { created_at: { type: 'string', format: 'date-time' } },
};

const described = describeItems(options);
const collection = described['/definitions'] as JsonObject;

/** The next page begins after the time of the last entry, and leaves out what was created in the same second. */
export const cursorSkipsEqualTimes: ReportedBug = {
  report: 'https://github.com/lablup/backend.ai/issues/14604',
  date: '2026-09-14',
  kind: 'A cursor that is only a time skips entries that were created at the same time',
  rules: ['pagination/paging-shows-every-item-once', 'pagination/small-pages-show-what-large-pages-show'],
  missed: {
    collection: 'no document names the query parameter of the cursor',
  },
  collections: ['/definitions'],
  document: describeService('Definitions', {
    ...described,
    '/definitions': {
      ...collection,
      get: {
        parameters: [
          inQuery('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
          inQuery('after', { type: 'string' }, 'next_cursor of the page before'),
        ],
        responses: {
          200: success({
            type: 'object',
            properties: {
              items: { type: 'array', items: { type: 'object' } },
              next_cursor: { type: ['string', 'null'] },
            },
          }),
          422: { description: 'Invalid' },
        },
      },
    },
  }),
  build: (isSound) => {
    const now = () => `${new Date().toISOString().slice(0, 19)}Z`;
    const started = now();
    const items = new Items(options, (values) => ({ ...values, created_at: started }));
    const write = (row: JsonObject) =>
      Buffer.from(`${row.created_at}${isSound ? `|${row.id}` : ''}`).toString('base64url');
    const read = (cursor: string) => {
      const [time = '', id] = Buffer.from(cursor, 'base64url').toString().split('|');
      if (Number.isNaN(Date.parse(time))) throw new Fail(422, 'after is invalid');
      return { time, id: Number(id ?? 0) };
    };
    return {
      routes: {
        ...items.routes(),
        'POST /definitions': ({ body }) =>
          items.created(items.add({ ...accept(body, options.body), created_at: now() })),
        'GET /definitions': ({ query }) => {
          const limit = readInteger(query, 'limit', 20, 1, 100);
          const after = query.has('after') ? read(query.get('after') ?? '') : undefined;
          const isAfter = ({ created_at, id }: JsonObject) =>
            after === undefined ||
            String(created_at) < after.time ||
            (String(created_at) === after.time && Number(id) < after.id);
          const rest = [...items.rows.values()].reverse().filter(isAfter);
          const page = rest.slice(0, limit);
          const last = page.at(-1);
          return { status: 200, body: { items: page, next_cursor: rest.length > limit && last ? write(last) : null } };
        },
      },
    };
  },
};
