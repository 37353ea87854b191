import { createIssue, createProject, get, send } from './shared.mjs';

const common = { class: 'values' };

/** What an item looks like after a patch. */
async function readAfterPatch(call, path, patch) {
  await send(call, 'PATCH', path, patch);
  return (await get(call, path)).body;
}

export default [
  {
    ...common,
    name: 'patch-resets-the-priority',
    visibility: 'deliberate',
    story:
      'A patch of any member sets the priority back to normal, because the schema of the patch has a default for it.',
    source: 'colinhacks/zod#5315 and #6627: defaults are applied to missing members of a partial schema',
    edits: [
      {
        file: 'schemas.mjs',
        find: 'priority: priority.nullable().optional(),',
        replace: "priority: priority.nullable().default('normal'),",
      },
      {
        file: 'issues.mjs',
        find: 'mergePatch(issue, await c.req.json())',
        replace: "mergePatch(issue, c.req.valid('json'))",
      },
    ],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call), { priority: 'high' });
      return (await readAfterPatch(call, issue, { title: 'Other' })).priority;
    },
  },
  {
    ...common,
    name: 'null-in-a-patch-is-ignored',
    visibility: 'deliberate',
    story: 'A patch cannot remove a member: null leaves it as it is.',
    source: 'spring-projects/spring-data-rest#727: nulling out fields does not work on PATCH',
    edits: [
      {
        file: 'merge-patch.mjs',
        find: 'if (value === null) delete result[name];',
        replace: 'if (value === null) continue;',
      },
    ],
    show: async (call) => {
      const project = await createProject(call, { description: 'Old' });
      return (await readAfterPatch(call, project, { description: null })).description;
    },
  },
  {
    ...common,
    name: 'patch-replaces-nested-settings',
    visibility: 'subtle',
    story: 'A patch of one setting of a project removes its other settings.',
    source: 'microsoft/typespec#11533: merge patches that are not applied recursively',
    edits: [{ file: 'merge-patch.mjs', find: 'mergePatch(result[name], value);', replace: 'mergePatch({}, value);' }],
    show: async (call) => {
      const project = await createProject(call, { settings: { reminderDays: 3, weekStart: 'monday' } });
      return (await readAfterPatch(call, project, { settings: { reminderDays: 5 } })).settings;
    },
  },
  {
    ...common,
    name: 'put-keeps-omitted-members',
    visibility: 'deliberate',
    story: 'PUT keeps optional members that the new content does not have.',
    source: 'fossasia/open-event-server#1436: PUT that updates only the members it is given',
    edits: [
      {
        file: 'store.mjs',
        find: 'if (content[member] === undefined) delete row[member];',
        replace: 'if (content[member] === undefined) continue;',
      },
    ],
    show: async (call) => {
      const project = await createProject(call, { description: 'Old' });
      await send(call, 'PUT', project, { name: 'New' });
      return (await get(call, project)).body.description;
    },
  },
  {
    ...common,
    name: 'zero-and-empty-text-removed',
    visibility: 'subtle',
    story: 'An estimate of 0 or an empty body that PUT or PATCH sets is treated as missing.',
    source: 'the class: awkward values of each member in turn, here a test of truth in place of undefined',
    edits: [
      { file: 'store.mjs', find: 'if (content[member] === undefined) delete', replace: 'if (!content[member]) delete' },
    ],
    show: async (call) => {
      const issue = await createIssue(call, await createProject(call), { estimate: 5 });
      return (await readAfterPatch(call, issue, { estimate: 0 })).estimate;
    },
  },
];
