import { createIssue, createProject, get, getStatus, send, sendStatus } from './shared.mjs';

const common = { class: 'http' };

export default [
  {
    ...common,
    name: 'head-without-entity-tag',
    visibility: 'deliberate',
    story: 'HEAD of an item lacks the ETag and Cache-Control that GET has.',
    source: 'hapijs/hapi#1772 and tornadoweb/tornado#393: HEAD without the entity tag of GET',
    edits: [
      {
        file: 'preconditions.mjs',
        find: "c.header('ETag', tag);\n  c.header('Cache-Control', cacheControl);",
        replace:
          "if (c.req.method === 'GET') {\n    c.header('ETag', tag);\n    c.header('Cache-Control', cacheControl);\n  }",
      },
    ],
    show: async (call) => 'etag' in (await send(call, 'HEAD', await createProject(call))).headers,
  },
  {
    ...common,
    name: 'entity-tag-without-the-estimate',
    visibility: 'subtle',
    story: 'The entity tag of an issue stays the same when only its estimate and the time of its change are new.',
    source: 'open-metadata/OpenMetadata#30497: votes are left out of the entity tag',
    edits: [
      {
        file: 'preconditions.mjs',
        find: 'update(JSON.stringify(representation))',
        replace: 'update(JSON.stringify({ ...representation, estimate: undefined, updatedAt: undefined }))',
      },
    ],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call), { estimate: 1 });
      const before = (await get(call, issue)).headers.etag;
      await send(call, 'PATCH', issue, { estimate: 2 });
      return before === (await get(call, issue)).headers.etag;
    },
  },
  {
    ...common,
    name: 'unknown-method-is-ok',
    visibility: 'blatant',
    story: 'A method that a path does not have is answered 200.',
    source: 'the class: 200 to unknown methods',
    edits: [
      {
        file: 'methods.mjs',
        find: 'return new Problem(405,',
        replace: 'return new Problem(200,',
      },
    ],
    show: (call) => sendStatus(call, 'DELETE', '/v1/projects'),
  },
  {
    ...common,
    name: 'malformed-json-is-500',
    visibility: 'blatant',
    story: 'Content that is not well-formed JSON is answered 500.',
    source: 'Marculescu and others, TOSEM 2022: invalid input that is answered 500',
    edits: [
      {
        file: 'problems.mjs',
        find: 'if (error instanceof HTTPException) return new Problem(error.status, error.message).toResponse();',
        replace:
          'if (error instanceof HTTPException && error.status !== 400) return new Problem(error.status, error.message).toResponse();',
      },
    ],
    show: (call) => sendStatus(call, 'POST', '/v1/projects', '{"name":'),
  },
  {
    ...common,
    name: 'rate-limit-never-refuses',
    visibility: 'deliberate',
    story: 'The search counts down RateLimit-Remaining and then goes on answering 200.',
    source: 'the class: the route and caller of a rate limit',
    edits: [{ file: 'rate-limit.mjs', find: 'if (window.used > limit) {', replace: 'if (window.used < 0) {' }],
    show: async (call) => {
      const statuses = [];
      for (let count = 0; count < 45; count += 1) statuses.push(await getStatus(call, '/v1/search?q=page'));
      return statuses.includes(429);
    },
  },
];
