import { createIssue, createLabels, createProject, get, pluck, send } from './shared.mjs';

const common = { class: 'filters' };

/** A project with issues that differ in title, label, status and priority. */
async function createIssues(call) {
  const project = await createProject(call);
  await createLabels(call, project, 'ui', 'ui-kit', 'docs');
  await createIssue(call, project, { title: 'b', labels: ['ui'], status: 'in_progress' });
  await createIssue(call, project, { title: 'a', labels: ['ui-kit'], priority: 'high' });
  await send(call, 'PATCH', await createIssue(call, project, { title: 'c', labels: ['docs'] }), { status: 'closed' });
  return `${project}/issues`;
}

export default [
  {
    ...common,
    name: 'label-filter-ignored',
    visibility: 'blatant',
    story: 'The list with ?label= has the issues of all labels.',
    source: 'ZenHubIO/support#1078: a filter by label without effect on the board',
    edits: [
      {
        file: 'issues.mjs',
        find: '\n      .filter((row) => label === undefined || row.labels.includes(label))',
        replace: '',
      },
    ],
    show: async (call) => pluck(call, `${await createIssues(call)}?label=docs`, 'title'),
  },
  {
    ...common,
    name: 'open-means-not-closed',
    visibility: 'deliberate',
    story: 'The list with ?status=open also has the issues that are in progress.',
    source: 'the class: what a filter selects; trackers have an older filter in which open means not closed',
    edits: [
      {
        file: 'issues.mjs',
        find: '.filter((row) => status === undefined || row.status === status)',
        replace:
          ".filter((row) => status === undefined || row.status === status || (status === 'open' && row.status !== 'closed'))",
      },
    ],
    show: async (call) => pluck(call, `${await createIssues(call)}?status=open`, 'title'),
  },
  {
    ...common,
    name: 'label-filter-matches-prefixes',
    visibility: 'subtle',
    story: 'The list with ?label=ui also has the issues with the label ui-kit.',
    source: 'the class: what a filter selects, here as LIKE in place of equality',
    edits: [
      {
        file: 'issues.mjs',
        find: 'row.labels.includes(label))',
        replace: 'row.labels.some((name) => name.startsWith(label)))',
      },
    ],
    show: async (call) => pluck(call, `${await createIssues(call)}?label=ui`, 'title'),
  },
  {
    ...common,
    name: 'descending-order-ignored',
    visibility: 'deliberate',
    story: 'Lists with ?sort=-title or ?sort=-created are in ascending order.',
    source: 'the class: parameters of lists without effect',
    edits: [{ file: 'pages.mjs', find: "const sign = sort.startsWith('-') ? -1 : 1;", replace: 'const sign = 1;' }],
    show: async (call) => pluck(call, `${await createIssues(call)}?sort=-title`, 'title'),
  },
  {
    ...common,
    name: 'next-link-drops-the-filters',
    visibility: 'deliberate',
    story: 'The links to other pages lack the filters, so the second page has items that the filter excludes.',
    source: 'json-api-dotnet/JsonApiDotNetCore#273, superseriousbusiness/gotosocial#2253, DataBiosphere/azul#1812',
    edits: [
      {
        file: 'pages.mjs',
        find: 'const url = new URL(c.req.url);',
        replace: `const url = new URL(c.req.url);
  const limit = url.searchParams.get('limit');
  url.search = limit === null ? '' : \`?limit=\${limit}\`;`,
      },
    ],
    show: async (call) => {
      const issues = await createIssues(call);
      const { headers } = await get(call, `${issues}?priority=normal&limit=1`);
      return headers.link.split(issues).join('');
    },
  },
];
