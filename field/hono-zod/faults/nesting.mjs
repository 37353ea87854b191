import { createComment, createIssue, createProject, get, getStatus } from './shared.mjs';

const common = { class: 'nesting' };

export default [
  {
    ...common,
    name: 'issue-below-any-project',
    visibility: 'deliberate',
    story: 'An issue can be read, changed and removed below a project that it does not belong to.',
    source: 'OpenRailAssociation/osrd#5630: no nesting checks between projects, studies and scenarios',
    edits: [
      {
        file: 'issues.mjs',
        find: 'if (!issue || issue.projectId !== project.id) throw',
        replace: 'if (!project || !issue) throw',
      },
    ],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call));
      return getStatus(call, `${await createProject(call)}/issues/${issue.split('/').at(-1)}`);
    },
  },
  {
    ...common,
    name: 'comment-below-any-issue',
    visibility: 'deliberate',
    story: 'A comment can be reached below an issue that it does not belong to.',
    source: 'QutEcoacoustics/baw-server#356: the parent in a nested path is not verified',
    edits: [
      {
        file: 'comments.mjs',
        find: 'if (!comment || comment.issueId !== issue.id) throw',
        replace: 'if (!issue || !comment) throw',
      },
    ],
    show: async (call) => {
      const project = await createProject(call);
      const comment = await createComment(call, await createIssue(call, project));
      return getStatus(call, `${await createIssue(call, project)}/comments/${comment.split('/').at(-1)}`);
    },
  },
  {
    ...common,
    name: 'issues-of-a-missing-project',
    visibility: 'blatant',
    story: 'The list of issues below a project that does not exist is empty instead of missing.',
    source: 'RedHatInsights/compliance-backend#1857: an empty array below an invalid parent',
    edits: [
      {
        file: 'issues.mjs',
        find: "'projectId', findProject(c).id)",
        replace: "'projectId', c.req.param('projectId'))",
      },
    ],
    show: (call) => getStatus(call, '/v1/projects/prj_unknown/issues'),
  },
  {
    ...common,
    name: 'location-below-the-first-issue',
    visibility: 'subtle',
    story:
      'The Location of a new comment leads below the first issue of the project, which is another one from the second issue on.',
    source: 'the class: a Location that leads to another parent',
    edits: [
      {
        file: 'comments.mjs',
        find: '{ Location: location,',
        replace:
          "{ Location: location.replace(issue.id, listBelow(c.get('store').issues, 'projectId', project.id)[0].id),",
      },
    ],
    show: async (call) => {
      const project = await createProject(call);
      await createIssue(call, project);
      return getStatus(call, await createComment(call, await createIssue(call, project)));
    },
  },
  {
    ...common,
    name: 'comments-of-sibling-issues',
    visibility: 'blatant',
    story: 'The list of comments of an issue has the comments of all issues of its project.',
    source: 'makeplane/plane#9466: lists below an item that are not scoped to it',
    edits: [
      {
        file: 'comments.mjs',
        find: "const rows = listBelow(c.get('store').comments, 'issueId', findIssue(c).id);",
        replace: `const ids = listBelow(c.get('store').issues, 'projectId', findIssue(c).projectId).map(({ id }) => id);
    const rows = [...c.get('store').comments.values()].filter((row) => ids.includes(row.issueId));`,
      },
    ],
    show: async (call) => {
      const project = await createProject(call);
      await createComment(call, await createIssue(call, project));
      return (await get(call, `${await createIssue(call, project)}/comments`)).body.total;
    },
  },
];
