import { createComment, createIssue, createLabels, createProject, get, pluck, send } from './shared.mjs';

const common = { class: 'effects-elsewhere' };

export default [
  {
    ...common,
    name: 'reading-an-issue-adds-a-comment',
    visibility: 'deliberate',
    story: 'Every GET of an issue leaves a "viewed" entry among its comments.',
    source: 'the class: reading that writes an entry into another collection',
    edits: [
      {
        file: 'issues.mjs',
        find: '(c) => respondWithItem(c, presentIssue(findIssue(c))),',
        replace: `(c) => {
    const row = createRow('com', { issueId: findIssue(c).id, text: 'viewed', author: c.get('caller').name });
    c.get('store').comments.set(row.id, row);
    return respondWithItem(c, presentIssue(findIssue(c)));
  },`,
      },
    ],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call));
      await get(call, issue);
      return (await get(call, `${issue}/comments`)).body.total;
    },
  },
  {
    ...common,
    name: 'reading-comments-raises-the-priority',
    visibility: 'subtle',
    story: 'Reading the comments of an issue that has several raises its priority to high.',
    source:
      'solid-connection/solid-connect-server#90 and opendatadiscovery/odd-platform#1006: viewing writes to the viewed row',
    edits: [
      {
        file: 'comments.mjs',
        find: "const rows = listBelow(c.get('store').comments, 'issueId', findIssue(c).id);",
        replace: `const rows = listBelow(c.get('store').comments, 'issueId', findIssue(c).id);
    if (rows.length > 1) findIssue(c).priority = 'high';`,
      },
    ],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call));
      await createComment(call, issue);
      await createComment(call, issue);
      await get(call, `${issue}/comments`);
      return (await get(call, issue)).body.priority;
    },
  },
  {
    ...common,
    name: 'label-put-recolors-all-labels',
    visibility: 'deliberate',
    story: 'Replacing one label gives its colour to every label of the project.',
    source: 'the class: PUT that changes a neighbour, as an UPDATE whose WHERE lacks the name',
    edits: [
      {
        file: 'labels.mjs',
        find: "replaceContent(label, ['color', 'description'], content);",
        replace: `replaceContent(label, ['color', 'description'], content);
      for (const row of listBelow(c.get('store').labels, 'projectId', project.id)) row.color = content.color;`,
      },
    ],
    show: async (call) => {
      const project = await createProject(call);
      await createLabels(call, project, 'one', 'two');
      await send(call, 'PUT', `${project}/labels/one`, { color: '#ff0000' });
      return pluck(call, `${project}/labels`, 'color');
    },
  },
  {
    ...common,
    name: 'repeated-key-adds-a-second-issue',
    visibility: 'deliberate',
    story: 'A repeated Idempotency-Key gets the first response, yet the issue is stored once more beside it.',
    source: 'the class: a repeated key that creates a second record beside the first; adcontextprotocol/adcp#2346',
    edits: [
      {
        file: 'idempotency.mjs',
        find: 'if (known && Date.now() - known.at < lifetime) return replay(known, fingerprint);',
        replace: `if (known && known.fingerprint === fingerprint) {
    await next();
    c.res = replay(known, fingerprint);
    return;
  }
  if (known) return replay(known, fingerprint);`,
      },
    ],
    show: async (call) => {
      const project = await createProject(call);
      const options = { headers: { 'idempotency-key': 'twice' } };
      for (const _ of [1, 2]) await send(call, 'POST', `${project}/issues`, { title: 'One' }, options);
      return (await get(call, `${project}/issues`)).body.total;
    },
  },
  {
    ...common,
    name: 'creating-an-issue-clears-the-description',
    visibility: 'deliberate',
    story:
      'A new issue saves its project with the few members that were loaded, so the description of the project is lost.',
    source: 'the class: a write that updates the parent',
    edits: [
      {
        file: 'issues.mjs',
        find: 'findActiveProject(c).numbers += 1;',
        replace: 'findActiveProject(c).numbers += 1;\n    delete project.description;',
      },
    ],
    show: async (call) => {
      const project = await createProject(call, { description: 'All papers' });
      await createIssue(call, project);
      return (await get(call, project)).body.description;
    },
  },
];
