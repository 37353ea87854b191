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
  path: '/issues',
  methods: ['PATCH', 'DELETE'],
  ids: 'uuid',
  body: { required: ['title'], properties: { title: text(), description: text(0, 500) } },
};
const below: ItemsOptions = {
  path: '/comments',
  methods: [],
  samples: 0,
  listing: 'bare',
  ids: 'uuid',
  body: { required: ['body'], properties: { body: text(1, 500) } },
};

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });
const comment = { type: 'object', properties: { id: { type: 'string' }, body: { type: 'string' } } };
const missing = { description: 'There is no such issue or comment' };

/** The database refuses to remove a row to which others refer. */
export const removalOfAParentAnswers500: ReportedBug = {
  report: 'https://github.com/paperclipai/paperclip/issues/7728',
  date: '2026-06-07',
  kind: 'DELETE of an item with children is answered with 500',
  rules: ['nesting/delete-of-an-item-in-use-is-not-a-server-error'],
  missed: {
    collection: 'no document names the collection below an item',
  },
  collections: ['/issues'],
  document: describeService('Issues', {
    ...describeItems(options),
    '/issues/{id}/comments': {
      parameters: [inPath('id')],
      get: { parameters: pageParameters, responses: { 200: success({ type: 'array', items: comment }), 404: missing } },
      post: {
        requestBody: requestBody({ type: 'object', required: ['body'], properties: { body: text(1, 500) } }),
        responses: { 201: success(comment), 404: missing, 422: { description: 'Invalid' } },
      },
    },
    '/issues/{id}/comments/{commentId}': {
      parameters: [inPath('id'), inPath('commentId')],
      get: { responses: { 200: success(comment), 404: missing } },
      delete: { responses: { 204: { description: 'Removed' }, 404: missing } },
    },
  }),
  build: (isSound) => {
    const issues = new Items(options);
    const comments = new Items(below);
    const find = ({ params }: Request) => {
      const row = comments.find(params.commentId);
      if (row.issue_id !== issues.find(params.id).id) throw new Fail(404, 'Not found');
      return row;
    };
    const list = (issue: string | undefined) => [...comments.rows.values()].filter((row) => row.issue_id === issue);
    return {
      routes: {
        ...issues.routes(),
        'GET /issues/{id}/comments': ({ params, query }) => ({
          status: 200,
          body: comments.page(query, list(String(issues.find(params.id).id))),
        }),
        'POST /issues/{id}/comments': ({ params, body }) => {
          const issue = issues.find(params.id);
          const row = comments.add({ ...accept(body, below.body), issue_id: issue.id ?? null });
          return { status: 201, headers: { location: `/issues/${issue.id}/comments/${row.id}` }, body: row };
        },
        'GET /issues/{id}/comments/{commentId}': (request) => ({ status: 200, body: find(request) }),
        'DELETE /issues/{id}/comments/{commentId}': (request) => {
          comments.rows.delete(String(find(request).id));
          return { status: 204 };
        },
        'DELETE /issues/{id}': ({ params }) => {
          const issue = String(issues.find(params.id).id);
          if (!isSound && list(issue).length > 0) throw new Fail(500, 'Internal server error');
          for (const row of list(issue)) comments.rows.delete(String(row.id));
          issues.rows.delete(issue);
          return { status: 204 };
        },
      },
    };
  },
};
