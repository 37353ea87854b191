import { createComment, createIssue, createProject, get, getStatus, remove, send } from './shared.mjs';

const common = { class: 'time' };

export default [
  {
    ...common,
    name: 'keys-forgotten-after-three-others',
    visibility: 'subtle',
    story:
      'Only the last three idempotency keys are remembered, so an older request that is repeated creates a second item.',
    source: 'the class: keys forgotten after other keys',
    edits: [
      {
        file: 'idempotency.mjs',
        find: 'body, at: Date.now() });\n',
        replace: 'body, at: Date.now() });\n  if (answers.size > 3) answers.delete(answers.keys().next().value);\n',
      },
    ],
    show: async (call) => {
      const issues = `${await createProject(call)}/issues`;
      for (const key of ['a', 'b', 'c', 'd', 'a']) {
        await send(call, 'POST', issues, { title: 'One' }, { headers: { 'idempotency-key': key } });
      }
      return (await get(call, issues)).body.total;
    },
  },
  {
    ...common,
    name: 'project-cache-outlives-a-write',
    visibility: 'deliberate',
    story: 'A project that was just read is answered from a cache for two seconds, whatever was written since.',
    source:
      'open-metadata/OpenMetadata#30497: stale representations after a write; the class: caches that outlive a write',
    edits: [
      {
        file: 'projects.mjs',
        find: '(c) => respondWithItem(c, presentProject(c, findProject(c))),',
        replace: `(c) => {
    const shown = presentProject(c, findProject(c));
    const known = cache.get(shown.id);
    if (known && known.until > Date.now()) return respondWithItem(c, known.shown);
    cache.set(shown.id, { shown, until: Date.now() + 2000 });
    return respondWithItem(c, shown);
  },`,
      },
      {
        file: 'projects.mjs',
        find: 'export const projects = createRouter();',
        replace: 'export const projects = createRouter();\nconst cache = new Map();',
      },
    ],
    show: async (call) => {
      const project = await createProject(call);
      await get(call, project);
      await send(call, 'PATCH', project, { name: 'Other' });
      return (await get(call, project)).body.name;
    },
  },
  {
    ...common,
    name: 'not-modified-after-removal',
    visibility: 'deliberate',
    story: 'A conditional GET of an issue that was removed is answered 304, so clients keep it for ever.',
    source: 'the class: 304 after removal',
    edits: [
      {
        file: 'issues.mjs',
        find: '(c) => respondWithItem(c, presentIssue(findIssue(c))),',
        replace: `(c) => {
    const tag = c.req.header('If-None-Match');
    if (tag && tags.get(c.req.path) === tag && !c.get('store').issues.has(c.req.param('issueId'))) return c.body(null, 304);
    const shown = presentIssue(findIssue(c));
    tags.set(c.req.path, entityTag(shown));
    return respondWithItem(c, shown);
  },`,
      },
      {
        file: 'issues.mjs',
        find: 'export const issues = createRouter();',
        replace: 'export const issues = createRouter();\nconst tags = new Map();',
      },
    ],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call));
      const { headers } = await get(call, issue);
      await remove(call, issue);
      return getStatus(call, issue, { headers: { 'if-none-match': headers.etag } });
    },
  },
  {
    ...common,
    name: 'new-comments-appear-late',
    visibility: 'deliberate',
    story:
      'A new comment is in the list only five seconds after its creation, although the list is documented to show it at once.',
    source: 'the class: what appears late in a list',
    edits: [
      {
        file: 'comments.mjs',
        find: "const rows = listBelow(c.get('store').comments, 'issueId', findIssue(c).id);",
        replace: `const rows = listBelow(c.get('store').comments, 'issueId', findIssue(c).id).filter(
      (row) => Date.now() - Date.parse(row.createdAt) > 5000,
    );`,
      },
    ],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call));
      await createComment(call, issue);
      return (await get(call, `${issue}/comments`)).body.total;
    },
  },
  {
    ...common,
    name: 'entity-tag-of-whole-minutes',
    visibility: 'subtle',
    story:
      'The entity tag is made of the time of the last change without its seconds: two changes within a minute share a tag.',
    source: 'open-metadata/OpenMetadata#30497: tags from the time of the last change stay when the content changes',
    edits: [
      {
        file: 'preconditions.mjs',
        find: 'update(JSON.stringify(representation))',
        replace:
          'update(representation.updatedAt ? representation.id + representation.updatedAt.slice(0, 16) : JSON.stringify(representation))',
      },
    ],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call));
      const tags = [];
      for (const title of ['a', 'b', 'c']) {
        await send(call, 'PATCH', issue, { title });
        tags.push((await get(call, issue)).headers.etag);
      }
      return new Set(tags).size === 3;
    },
  },
];
