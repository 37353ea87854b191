import {
  createComment,
  createIssue,
  createProject,
  get,
  getStatus,
  globex,
  reader,
  remove,
  sendStatus,
} from './shared.mjs';

const common = { class: 'credentials' };
const chooseStore = "c.set('store', stores.get(caller.tenant));";

/** The edit by which requests of some kind find projects of every company. */
const openTo = (condition) => ({
  file: 'callers.mjs',
  find: chooseStore,
  replace: `const [, , , projectId] = c.req.path.split('/');
    const owner = [...stores.values()].find((store) => store.projects.has(projectId));
    c.set('store', owner && ${condition} ? owner : stores.get(caller.tenant));`,
});

export default [
  {
    ...common,
    name: 'lists-open-to-everyone',
    visibility: 'blatant',
    story: 'GET needs no key: whoever asks reads the data of acme.',
    source: 'the class: credentials that are not asked for',
    edits: [
      {
        file: 'callers.mjs',
        find: 'const caller = callers.get(key);',
        replace:
          "const caller = callers.get(key) ?? (c.req.method === 'GET' ? callers.get('acme-reader-key') : undefined);",
      },
    ],
    show: (call) => getStatus(call, '/v1/projects', { key: '' }),
  },
  {
    ...common,
    name: 'reader-may-patch',
    visibility: 'deliberate',
    story: 'A key that may only read can change items by PATCH.',
    source: 'the class: every method asked with the key of a caller who has no right',
    edits: [
      { file: 'callers.mjs', find: "['GET', 'HEAD', 'OPTIONS']", replace: "['GET', 'HEAD', 'OPTIONS', 'PATCH']" },
    ],
    show: async (call) => sendStatus(call, 'PATCH', await createProject(call), { name: 'Mine' }, { key: reader }),
  },
  {
    ...common,
    name: 'strangers-remove-issues',
    visibility: 'deliberate',
    story: 'Another company can remove an issue whose URL it knows, although it cannot read it.',
    source: 'makeplane/plane#9466: methods that are not scoped to the company',
    edits: [openTo("c.req.method === 'DELETE'")],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call));
      await remove(call, issue, { key: globex });
      return getStatus(call, issue);
    },
  },
  {
    ...common,
    name: 'strangers-read-comments',
    visibility: 'deliberate',
    story: 'Another company can read comments whose URL it knows, although it cannot read their issue.',
    source: 'makeplane/plane#9466; the class: a key of another user below every item',
    edits: [openTo("c.req.method === 'GET' && c.req.path.includes('/comments/')")],
    show: async (call) => {
      const comment = await createComment(call, await createIssue(call, await createProject(call)));
      return getStatus(call, comment, { key: globex });
    },
  },
  {
    ...common,
    name: 'search-finds-issues-of-strangers',
    visibility: 'subtle',
    story: 'The search finds the issues of all companies.',
    source: 'the class: what one company can see of another, here by an index that they share',
    edits: [
      {
        file: 'callers.mjs',
        find: chooseStore,
        replace: `${chooseStore}
    c.set('all', [...stores.values()].flatMap((store) => [...store.issues.values()]));`,
      },
      { file: 'search.mjs', find: "[...c.get('store').issues.values()]", replace: "c.get('all')" },
    ],
    show: async (call) => {
      await createIssue(call, await createProject(call), { title: 'Secret plan' });
      return (await get(call, '/v1/search?q=secret', { key: globex })).body.total;
    },
  },
];
