import type { JsonObject } from '../../../src/model/json.js';
import {
  accept,
  describeItems,
  describeService,
  Items,
  type ItemsOptions,
  pageParameters,
  requestBody,
  success,
  text,
} from '../items.fixture.js';
import { Fail, type ReportedBug, type Request } from '../server.fixture.js';

const options: ItemsOptions = {
  path: '/projects',
  methods: ['PATCH', 'DELETE'],
  ids: 'uuid',
  body: { required: ['name'], properties: { name: text() } },
};
const below: ItemsOptions = {
  path: '/projects/{projectId}/schema-versions',
  methods: [],
  samples: 0,
  listing: 'bare',
  ids: 'uuid',
  body: { required: ['label'], properties: { label: text(1, 60), content: text(0, 500) } },
};

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });
const sent = { type: 'object', required: ['label'], properties: { ...below.body.properties } };
const version = { type: 'object', properties: { id: { type: 'string' }, ...below.body.properties } };
const missing = { description: 'There is no such version in this project' };

/** A version is found by its id alone, whatever project the path names. */
export const versionOfAnotherProject: ReportedBug = {
  report: 'https://github.com/backenly/backenly/pull/52',
  date: '2026-09-18',
  kind: 'A nested item is found below another parent',
  rules: ['nesting/item-belongs-to-its-parent-only'],
  missed: {
    collection: 'no document names the collection below an item',
  },
  collections: ['/projects'],
  document: describeService('Projects', {
    ...describeItems(options),
    [below.path]: {
      parameters: [inPath('projectId')],
      get: { parameters: pageParameters, responses: { 200: success({ type: 'array', items: version }), 404: missing } },
      post: {
        requestBody: requestBody(sent),
        responses: { 201: success(version), 404: missing, 422: { description: 'Invalid' } },
      },
    },
    [`${below.path}/{id}`]: {
      parameters: [inPath('projectId'), inPath('id')],
      get: { responses: { 200: success(version), 404: missing } },
      delete: { responses: { 204: { description: 'Removed' }, 404: missing } },
    },
  }),
  build: (isSound) => {
    const projects = new Items(options);
    const versions = new Items(below);
    const owners = new Map<string, unknown>();
    const list = (project: JsonObject) =>
      [...versions.rows.values()].filter((row) => owners.get(String(row.id)) === project.id);
    const find = ({ params }: Request) => {
      const project = projects.find(params.projectId);
      const row = versions.find(params.id);
      if (isSound && owners.get(String(row.id)) !== project.id) throw new Fail(404, 'Not found');
      return row;
    };
    return {
      routes: {
        ...projects.routes(),
        'DELETE /projects/{id}': ({ params }) => {
          const project = projects.find(params.id);
          for (const row of list(project)) versions.rows.delete(String(row.id));
          projects.rows.delete(String(project.id));
          return { status: 204 };
        },
        [`GET ${below.path}`]: ({ params, query }) => ({
          status: 200,
          body: versions.page(query, list(projects.find(params.projectId))),
        }),
        [`POST ${below.path}`]: ({ params, body }) => {
          const project = projects.find(params.projectId);
          const row = versions.add(accept(body, below.body));
          owners.set(String(row.id), project.id);
          return { status: 201, headers: { location: `/projects/${project.id}/schema-versions/${row.id}` }, body: row };
        },
        [`GET ${below.path}/{id}`]: (request) => ({ status: 200, body: find(request) }),
        [`DELETE ${below.path}/{id}`]: (request) => {
          versions.rows.delete(String(find(request).id));
          return { status: 204 };
        },
      },
    };
  },
};
