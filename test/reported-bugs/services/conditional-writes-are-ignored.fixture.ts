import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../src/model/json.js';
import {
  accept,
  describeItems,
  describeService,
  Items,
  type ItemsOptions,
  readTagged,
  text,
} from '../items.fixture.js';
import { Fail, type ReportedBug, type Request } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/Doc',
  methods: ['PUT', 'DELETE'],
  listing: 'bare',
  body: { required: ['name'], properties: { name: text(), amount: { type: 'integer', minimum: 0, maximum: 9999 } } },
};

const createTag = (row: JsonObject) =>
  `"${createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 16)}"`;

/** Reads have entity tags, and writes do not read the conditions. */
export const conditionalWritesAreIgnored: ReportedBug = {
  report: 'https://github.com/HarperFast/harper/issues/1395',
  date: '2026-06-19',
  kind: 'If-Match of a write is ignored',
  rules: ['caching/if-match-is-observed', 'caching/stale-if-match-changes-nothing'],
  missed: {
    document:
      'the document names neither If-Match nor 412, and HTTP lets a server ignore conditions that it does not offer: the report notes it',
    collection: 'no document names If-Match: the report notes it',
  },
  collections: ['/Doc'],
  document: describeService('Records', describeItems(options)),
  build: (isSound) => {
    const items = new Items(options);
    const check = ({ params, headers }: Request) => {
      const row = items.find(params.id);
      const wanted = headers['if-match'];
      if (!isSound || wanted === undefined || wanted.trim() === '*') return row;
      if (!wanted.split(',').some((tag) => tag.trim() === createTag(row))) throw new Fail(412, 'The record changed');
      return row;
    };
    return {
      routes: {
        ...items.routes(),
        'GET /Doc/{id}': ({ params, headers }) => {
          const row = items.find(params.id);
          return readTagged(headers, createTag(row), row);
        },
        'PUT /Doc/{id}': (request) => {
          const row = items.replace(check(request), accept(request.body, options.body));
          return { status: 200, headers: { etag: createTag(row) }, body: row };
        },
        'DELETE /Doc/{id}': (request) => {
          items.rows.delete(String(check(request).id));
          return { status: 204 };
        },
      },
    };
  },
};
