import { createIssue, createProject, get, getStatus, pluck } from './shared.mjs';

const common = { class: 'pages' };

async function createIssues(call, ...titles) {
  const project = await createProject(call);
  for (const title of titles) await createIssue(call, project, { title });
  return `${project}/issues`;
}

export default [
  {
    ...common,
    name: 'page-two-repeats-an-item',
    visibility: 'blatant',
    story:
      'Every page after the first begins with the last item of the one before, so the last item of all is on no page.',
    source: 'medic/cht-core#1625: off by one at the boundary of pages',
    edits: [
      {
        file: 'pages.mjs',
        find: 'const start = (page - 1) * limit;',
        replace: 'const start = Math.max(0, (page - 1) * limit - 1);',
      },
    ],
    show: async (call) => pluck(call, `${await createIssues(call, 'a', 'b', 'c', 'd')}?limit=2&page=2`, 'title'),
  },
  {
    ...common,
    name: 'maximum-limit-not-applied',
    visibility: 'deliberate',
    story: 'A limit above the documented maximum of 50 is accepted, and the whole collection is returned.',
    source: 'the class: the maximum of a page',
    edits: [{ file: 'pages.mjs', find: '.int().min(1).max(maximum))', replace: '.int().min(1))' }],
    show: (call) => getStatus(call, '/v1/projects?limit=51'),
  },
  {
    ...common,
    name: 'equal-titles-swap-places',
    visibility: 'subtle',
    story:
      'Sorted by title, issues with the same title come in another order with each request, so pages repeat and lose them.',
    source: 'directus/directus#21177: duplicates on pages when sorted by a member that is not unique',
    edits: [
      {
        file: 'pages.mjs',
        find: 'return rows.toSorted((a, b) => sign * compare(a, b) || a.serial - b.serial);',
        replace: `turn = -turn;
  return rows.toSorted((a, b) => sign * compare(a, b) || turn * (a.serial - b.serial));`,
      },
      {
        file: 'pages.mjs',
        find: '/** Sorts by "member"',
        replace: 'let turn = 1;\n\n/** Sorts by "member"',
      },
    ],
    show: async (call) => {
      const issues = await createIssues(call, 'same', 'same', 'same');
      const pages = [await get(call, `${issues}?sort=title`), await get(call, `${issues}?sort=title`)];
      const [first, second] = pages.map(({ body }) => body.items.map(({ number }) => number).join());
      return first === second;
    },
  },
  {
    ...common,
    name: 'total-counts-the-page',
    visibility: 'blatant',
    story: 'The total is the number of items on the page.',
    source: 'elizaOS/eliza#19076: total reports the size of the page',
    edits: [
      {
        file: 'pages.mjs',
        find: 'return c.json({ items, total, page, limit }, 200);',
        replace: 'return c.json({ items, total: items.length, page, limit }, 200);',
      },
    ],
    show: async (call) => (await get(call, `${await createIssues(call, 'a', 'b', 'c')}?limit=2`)).body.total,
  },
  {
    ...common,
    name: 'issues-without-labels-missing',
    visibility: 'blatant',
    story: 'The list joins issues with their labels, so issues that have none are never in it.',
    source: 'the class: items that never appear in the list, here by an inner join',
    edits: [
      {
        file: 'issues.mjs',
        find: "'projectId', findProject(c).id)\n",
        replace: "'projectId', findProject(c).id)\n      .filter((row) => row.labels.length > 0)\n",
      },
    ],
    show: async (call) => (await get(call, await createIssues(call, 'a'))).body.total,
  },
];
