import { createComment, createIssue, createProject, get, listMembers, send, sendStatus } from './shared.mjs';

const common = { class: 'states' };

async function createClosedIssue(call) {
  const issue = await createIssue(call, await createProject(call));
  await send(call, 'PATCH', issue, { status: 'closed' });
  return issue;
}

export default [
  {
    ...common,
    name: 'closed-issue-can-be-replaced',
    visibility: 'deliberate',
    story: 'PUT changes an issue that is closed for good.',
    source: 'the class: writes in a terminal state',
    edits: [{ file: 'issues.mjs', find: 'requireOpen(issue);\n    replaceContent(', replace: 'replaceContent(' }],
    show: async (call) => sendStatus(call, 'PUT', await createClosedIssue(call), { title: 'Other' }),
  },
  {
    ...common,
    name: 'closed-issue-can-be-reopened',
    visibility: 'deliberate',
    story: 'PATCH of the status reopens an issue although closed is final.',
    source: 'the class: writes in a terminal state',
    edits: [
      {
        file: 'issues.mjs',
        find: 'requireOpen(issue);\n    if (!transitions[issue.status].includes(status))',
        replace: "if (status === issue.status && status === 'closed')",
      },
    ],
    show: async (call) => sendStatus(call, 'PATCH', await createClosedIssue(call), { status: 'open' }),
  },
  {
    ...common,
    name: 'archived-project-takes-labels',
    visibility: 'deliberate',
    story: 'Labels can be created in a project that is archived.',
    source: 'go-gitea/gitea#39260: topics of an archived repository can be changed',
    edits: [{ file: 'labels.mjs', find: '    findActiveProject(c);\n', replace: '' }],
    show: async (call) => {
      const project = await createProject(call);
      await send(call, 'POST', `${project}/archival`, { reason: 'Done' });
      return sendStatus(call, 'PUT', `${project}/labels/late`, { color: '#112233' });
    },
  },
  {
    ...common,
    name: 'second-archival-succeeds',
    visibility: 'blatant',
    story: 'A project that is archived can be archived again: the record of the first archival is replaced.',
    source: 'the class: a second action in the state that the first has set',
    edits: [
      {
        file: 'archivals.mjs',
        find: 'const project = findActiveProject(c);',
        replace: 'const project = findProject(c);',
      },
    ],
    show: async (call) => {
      const project = await createProject(call);
      await send(call, 'POST', `${project}/archival`, { reason: 'Done' });
      return sendStatus(call, 'POST', `${project}/archival`, { reason: 'Again' });
    },
  },
  {
    ...common,
    name: 'refused-transfer-says-success',
    visibility: 'blatant',
    story: 'A transfer to the member who leads the project already is answered 200 with an error in its body.',
    source:
      'the class: a second action answered 2xx with a failure in its body; nocodb/nocodb#7368 mentions such answers',
    edits: [
      {
        file: 'transfers.mjs',
        find: "throw conflict('The member leads the project already.');",
        replace: "return c.json({ success: false, error: 'The member leads the project already.' }, 200);",
      },
      { file: 'transfers.mjs', find: 'import { conflict, invalid,', replace: 'import { invalid,' },
    ],
    show: async (call) => {
      const project = await createProject(call);
      const [memberId] = await listMembers(call);
      await send(call, 'POST', `${project}/transfers`, { memberId, requestId: 'first-one' });
      return sendStatus(call, 'POST', `${project}/transfers`, { memberId, requestId: 'second-one' });
    },
  },
  {
    ...common,
    name: 'closed-issue-takes-comments',
    visibility: 'deliberate',
    story: 'Comments can be added to an issue that is closed.',
    source: 'humhub/humhub#3917: comments on archived content',
    edits: [
      {
        file: 'comments.mjs',
        find: "    if (issue.status === 'closed') throw conflict('The issue is closed.');\n",
        replace: '',
      },
    ],
    show: async (call) => {
      const issue = await createClosedIssue(call);
      await createComment(call, issue);
      return (await get(call, `${issue}/comments`)).body.total;
    },
  },
];
