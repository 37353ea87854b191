import { createIssue, createProject, get, getStatus, remove, send, sendStatus } from './shared.mjs';

const common = { class: 'idempotency' };
const withKey = (key) => ({ headers: { 'idempotency-key': key } });

export default [
  {
    ...common,
    name: 'key-ignored-for-comments',
    visibility: 'deliberate',
    story: 'A comment that is sent again with its key is created twice.',
    source: 'fullstackhero/docs#240: replay silently never engaged',
    edits: [
      { file: 'comments.mjs', find: 'middleware: [requireJson, idempotent],', replace: 'middleware: [requireJson],' },
    ],
    show: async (call) => {
      const comments = `${await createIssue(call, await createProject(call))}/comments`;
      for (const _ of [1, 2]) await send(call, 'POST', comments, { text: 'Once' }, withKey('one'));
      return (await get(call, comments)).body.total;
    },
  },
  {
    ...common,
    name: 'key-with-other-content-replayed',
    visibility: 'deliberate',
    story:
      'A key that is used again with other content gets the response to the first content, and the second is lost.',
    source: 'josipmusa/idempotency4j#12: the server silently returns the cached response',
    edits: [
      {
        file: 'idempotency.mjs',
        find: 'if (known.fingerprint !== fingerprint) {',
        replace: 'if (known.fingerprint === undefined) {',
      },
    ],
    show: async (call) => {
      await send(call, 'POST', '/v1/projects', { name: 'One' }, withKey('one'));
      return sendStatus(call, 'POST', '/v1/projects', { name: 'Two' }, withKey('one'));
    },
  },
  {
    ...common,
    name: 'key-shared-by-all-paths',
    visibility: 'subtle',
    story: 'A key that was used below one project gets that response below another project, where nothing is created.',
    source: 'nensii21/devlink#1200: the key was bound to the user and not to the request',
    edits: [{ file: 'idempotency.mjs', find: 'tenant, c.req.path, key]', replace: 'tenant, key]' }],
    show: async (call) => {
      const issues = [`${await createProject(call)}/issues`, `${await createProject(call)}/issues`];
      for (const path of issues) await send(call, 'POST', path, { title: 'One' }, withKey('one'));
      return (await get(call, issues[1])).body.total;
    },
  },
  {
    ...common,
    name: 'refusals-are-replayed',
    visibility: 'subtle',
    story: 'A creation that was refused with 409 is refused for ever with the same key, also after the reason is gone.',
    source: 'KanishJebaMathewM/Truxify#2869: idempotency middleware caches 4xx responses',
    edits: [
      {
        file: 'idempotency.mjs',
        find: 'if (c.res.status !== 201) return;',
        replace: 'if (c.res.status >= 500) return;',
      },
    ],
    show: async (call) => {
      const project = await createProject(call);
      await send(call, 'POST', `${project}/archival`, { reason: 'Done' });
      await send(call, 'POST', `${project}/issues`, { title: 'One' }, withKey('one'));
      await remove(call, `${project}/archival`);
      return sendStatus(call, 'POST', `${project}/issues`, { title: 'One' }, withKey('one'));
    },
  },
  {
    ...common,
    name: 'location-lacks-its-prefix',
    visibility: 'blatant',
    story: 'The Location of a new project lacks /v1, so it leads nowhere.',
    source: 'rest-faults (TOSEM 2023): a Location that leads to 404; the class: creation',
    edits: [
      {
        file: 'projects.mjs',
        find: 'Location: `/v1/projects/',
        replace: 'Location: `/projects/',
      },
    ],
    show: async (call) => getStatus(call, await createProject(call)),
  },
];
