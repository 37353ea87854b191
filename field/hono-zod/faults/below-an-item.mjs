import { createProject, getStatus, globex, listMembers, remove, send, sendStatus } from './shared.mjs';

const common = { class: 'below-an-item' };

async function createTransfer(call, project) {
  const [, memberId] = await listMembers(call);
  return (await send(call, 'POST', `${project}/transfers`, { memberId, requestId: 'request-one' })).headers.location;
}

const findTransfer = "const transfer = listTransfers(c).find((row) => row.id === c.req.param('transferId'));";

export default [
  {
    ...common,
    name: 'transfer-of-another-project',
    visibility: 'deliberate',
    story: 'The transfers of one project can be read below every other.',
    source: 'the class: records of actions that are shared between items',
    edits: [
      {
        file: 'transfers.mjs',
        find: findTransfer,
        replace: "const transfer = c.get('store').transfers.get(c.req.param('transferId'));",
      },
    ],
    show: async (call) => {
      const transfer = await createTransfer(call, await createProject(call));
      const other = await createProject(call);
      return getStatus(call, `${other}/transfers/${transfer.split('/').at(-1)}`);
    },
  },
  {
    ...common,
    name: 'transfers-open-to-strangers',
    visibility: 'deliberate',
    story: 'Another company can read a transfer by its URL, although it is told that the project does not exist.',
    source: 'makeplane/plane#9466: what lies below an item is not scoped; the class: records open to strangers',
    edits: [
      {
        file: 'transfers.mjs',
        find: 'export const transfers = createRouter();',
        replace: 'export const transfers = createRouter();\nconst everyTransfer = new Map();',
      },
      {
        file: 'transfers.mjs',
        find: "c.get('store').transfers.set(transfer.id, transfer);",
        replace: "c.get('store').transfers.set(transfer.id, transfer);\n    everyTransfer.set(transfer.id, transfer);",
      },
      {
        file: 'transfers.mjs',
        find: findTransfer,
        replace: `const stored = everyTransfer.get(c.req.param('transferId'));
    const transfer = stored?.projectId === c.req.param('projectId') ? stored : undefined;`,
      },
    ],
    show: async (call) => getStatus(call, await createTransfer(call, await createProject(call)), { key: globex }),
  },
  {
    ...common,
    name: 'archival-survives-restoration',
    visibility: 'blatant',
    story: 'DELETE of an archival is answered 204, yet the archival can still be read.',
    source: 'the class: records of actions that outlive what they belong to',
    edits: [
      { file: 'archivals.mjs', find: "    c.get('store').archivals.delete(archival.projectId);\n", replace: '' },
      { file: 'archivals.mjs', find: 'const archival = findArchival(c);', replace: 'findArchival(c);' },
    ],
    show: async (call) => {
      const project = await createProject(call);
      await send(call, 'POST', `${project}/archival`, { reason: 'Done' });
      await remove(call, `${project}/archival`);
      return getStatus(call, `${project}/archival`);
    },
  },
  {
    ...common,
    name: 'archival-of-another-project',
    visibility: 'subtle',
    story: 'A project that is not archived shows the archival of the project that was archived last.',
    source: 'the class: records that are shared between items',
    edits: [
      {
        file: 'archivals.mjs',
        find: "const archival = c.get('store').archivals.get(findProject(c).id);",
        replace: `const all = c.get('store').archivals;
  const archival = all.get(findProject(c).id) ?? [...all.values()].at(-1);`,
      },
    ],
    show: async (call) => {
      await send(call, 'POST', `${await createProject(call)}/archival`, { reason: 'Done' });
      return getStatus(call, `${await createProject(call)}/archival`);
    },
  },
  {
    ...common,
    name: 'key-of-a-transfer-is-ignored',
    visibility: 'deliberate',
    story:
      'A transfer that is sent again with its requestId is refused with 409 instead of getting the first response.',
    source: 'the class: replay by a key that travels in the body',
    edits: [
      {
        file: 'transfers.mjs',
        find: 'const known = listTransfers(c).find((row) => row.requestId === requestId);',
        replace: 'const known = listTransfers(c).find((row) => row.id === requestId);',
      },
    ],
    show: async (call) => {
      const project = await createProject(call);
      await createTransfer(call, project);
      const [, memberId] = await listMembers(call);
      return sendStatus(call, 'POST', `${project}/transfers`, { memberId, requestId: 'request-one' });
    },
  },
];
