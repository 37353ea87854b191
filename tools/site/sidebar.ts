import type { NamedRule } from '../../src/rule/rule.js';

interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
}

/** The order of the pages, by the address below which it is shown: that of the index of the documentation, and the rules of each suite. */
export function renderSidebars(index: string, rules: readonly NamedRule[]): Record<string, SidebarItem[]> {
  const sections = index.split(/^## /m).slice(1);
  const start = { text: 'Overview', link: '/' };
  const suites = [...new Set(rules.map(({ id }) => readSuite(id)))].sort();
  return {
    '/': [
      {
        text: 'Start',
        items: [
          start,
          { text: 'Tutorial', link: '/docs/tutorial' },
          { text: 'Your own service', link: '/docs/own-service' },
        ],
      },
      ...sections.map((section) => ({ text: section.split('\n', 1)[0] ?? '', items: listPages(section) })),
      {
        text: 'Rules by suite',
        items: suites.map((suite) => ({ text: suite, link: `/docs/reference/rules#${suite}` })),
      },
    ],
    ...Object.fromEntries(suites.map((suite) => [`/rules/${suite}/`, listRules(suite, rules)])),
  };
}

const readSuite = (id: string): string => id.split('/')[0] ?? id;

/** Each line of a list begins with the link to its page. */
const listPages = (section: string): SidebarItem[] =>
  [...section.matchAll(/^- \[([^\]]+)\]\(([^)#]+)\.md\)/gm)].map(([, text = '', path = '']) => ({
    text: text.replaceAll('`', ''),
    link: `/${path.startsWith('../') ? path.slice(3) : `docs/${path}`}`,
  }));

/** The whole list on each of some hundred pages would make them large. */
const listRules = (suite: string, rules: readonly NamedRule[]): SidebarItem[] => [
  { text: 'Documentation', link: '/docs/' },
  { text: 'All rules', link: '/docs/reference/rules' },
  {
    text: `Rules of ${suite}`,
    items: rules
      .filter(({ id }) => readSuite(id) === suite)
      .map(({ id, rule }) => ({ text: rule.title, link: `/rules/${id}` })),
  },
];
