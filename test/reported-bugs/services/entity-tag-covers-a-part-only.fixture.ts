import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../src/model/json.js';
import {
  accept,
  describeItems,
  describeService,
  Items,
  type ItemsOptions,
  readTagged,
  requestBody,
  success,
  text,
} from '../items.fixture.js';
import { Fail, type ReportedBug } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/assets',
  methods: ['PUT', 'DELETE'],
  ids: 'uuid',
  body: { required: ['name'], properties: { name: text(), description: text(0, 500) } },
  added: { upVotes: { type: 'integer' }, downVotes: { type: 'integer' } },
};

const vote: JsonObject = { type: 'object', required: ['vote'], properties: { vote: { enum: ['up', 'down', 'none'] } } };
const found = success({
  type: 'object',
  properties: { upVotes: { type: 'integer' }, downVotes: { type: 'integer' } },
});

/** The entity tag is made from the version, and a vote changes the content but not the version. */
export const entityTagCoversAPartOnly: ReportedBug = {
  report: 'https://github.com/open-metadata/OpenMetadata/pull/30497',
  date: '2026-07-27',
  kind: 'The entity tag stays the same although the content changed, so 304 hides the change',
  rules: ['caching/each-change-changes-the-entity-tag', 'caching/changed-representation-does-not-answer-304'],
  missed: {
    document: 'PUT at a path below an item is only sent where GET reads what it wrote',
    collection: 'no document names the path below an item',
  },
  collections: ['/assets'],
  document: describeService('Assets', {
    ...describeItems(options),
    '/assets/{id}/vote': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      put: {
        summary: 'Replace my vote for an asset',
        requestBody: requestBody(vote),
        responses: { 200: found, 404: { description: 'No such asset' }, 422: { description: 'Invalid' } },
      },
    },
  }),
  build: (isSound) => {
    const noVotes = { upVotes: 0, downVotes: 0 };
    const items = new Items(options, (values) => ({ ...values, ...noVotes }));
    const versions = new Map<string, number>();
    const createTag = (row: JsonObject) =>
      isSound
        ? `"${createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 20)}"`
        : `"${String(row.id).slice(0, 8)}-${versions.get(String(row.id)) ?? 1}"`;
    return {
      routes: {
        ...items.routes(),
        'POST /assets': ({ body }) => items.created(items.add({ ...accept(body, options.body), ...noVotes })),
        'GET /assets/{id}': ({ params, headers }) => {
          const row = items.find(params.id);
          return readTagged(headers, createTag(row), row);
        },
        'PUT /assets/{id}': ({ params, body }) => {
          const row = items.replace(items.find(params.id), accept(body, options.body));
          versions.set(String(row.id), (versions.get(String(row.id)) ?? 1) + 1);
          return { status: 200, headers: { etag: createTag(row) }, body: row };
        },
        'PUT /assets/{id}/vote': ({ params, body }) => {
          const row = items.find(params.id);
          if (!['up', 'down', 'none'].includes(String(body.vote))) throw new Fail(422, 'vote is invalid');
          const votes = { upVotes: body.vote === 'up' ? 1 : 0, downVotes: body.vote === 'down' ? 1 : 0 };
          return { status: 200, body: items.change(row, votes) };
        },
      },
    };
  },
};
