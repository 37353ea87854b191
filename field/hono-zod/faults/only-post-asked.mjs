import { createIssue, createLabels, createProject, sendStatus } from './shared.mjs';

const common = { class: 'only-post-asked' };

export default [
  {
    ...common,
    name: 'put-issue-skips-references',
    visibility: 'deliberate',
    story: 'PUT of an issue stores an assignee who is not a member and labels that the project does not have.',
    source: 'accordproject/apap#136: PUT bypasses the validation that POST has',
    edits: [
      {
        file: 'issues.mjs',
        find: "const content = c.req.valid('json');\n    requireReferences(c, findProject(c), content);",
        replace: "const content = c.req.valid('json');",
      },
    ],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call));
      return sendStatus(call, 'PUT', issue, { title: 'New', assigneeId: 'mem_nobody' });
    },
  },
  {
    ...common,
    name: 'patch-estimate-unbounded',
    visibility: 'deliberate',
    story: 'PATCH stores estimates below 0 and above 1000, which POST and PUT refuse.',
    source: 'accordproject/apap#136, for PATCH: the schema of the patch was written a second time',
    edits: [
      {
        file: 'schemas.mjs',
        find: 'estimate: z.number().int().min(0).max(1000).nullable().optional(),',
        replace:
          "estimate: z.number().nullable().optional().openapi({ type: ['integer', 'null'], minimum: 0, maximum: 1000 }),",
      },
      {
        file: 'issues.mjs',
        find: 'readContent(IssueContent, mergePatch(issue, await c.req.json()))',
        replace:
          'readContent(IssueContent.extend({ estimate: IssuePatch.shape.estimate }), mergePatch(issue, await c.req.json()))',
      },
    ],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call));
      return sendStatus(call, 'PATCH', issue, { estimate: 1001 });
    },
  },
  {
    ...common,
    name: 'only-the-first-label-is-checked',
    visibility: 'subtle',
    story: 'The labels of an issue after the first may be ones that its project does not have.',
    source: 'the class: constraints on later elements of arrays',
    edits: [{ file: 'issues.mjs', find: 'of labels.entries())', replace: 'of labels.slice(0, 1).entries())' }],
    show: async (call) => {
      const project = await createProject(call);
      await createLabels(call, project, 'bug');
      return sendStatus(call, 'POST', `${project}/issues`, { title: 'One', labels: ['bug', 'unknown'] });
    },
  },
  {
    ...common,
    name: 'put-unknown-project-says-ok',
    visibility: 'deliberate',
    story: 'PUT to a project that does not exist answers 200 with what was sent, and stores nothing.',
    source: 'the class: PUT to an unknown id',
    edits: [
      {
        file: 'projects.mjs',
        find: "const project = findProject(c);\n    requireMatch(c, presentProject(c, project));\n    const content = c.req.valid('json');",
        replace: `const content = c.req.valid('json');
    const project = c.get('store').projects.get(c.req.param('projectId'));
    if (!project) return c.json({ id: c.req.param('projectId'), ...content }, 200);
    requireMatch(c, presentProject(c, project));`,
      },
    ],
    show: (call) => sendStatus(call, 'PUT', '/v1/projects/prj_unknown', { name: 'New' }),
  },
];
