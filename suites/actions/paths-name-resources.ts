import { type Collection, constant, defineRule, heldWithNote, record } from '#rule';

/** Words that are surely no nouns; those that can be one (order, report, search, transfer, ...) are not among them. */
const verb =
  /^(do|get|set|add|create|make|update|change|edit|modify|delete|remove|fetch|find|list|send|submit|execute|run|perform|apply|cancel|approve|reject|activate|deactivate|enable|disable|assign|unassign|publish|unpublish|archive|restore|reopen|reprocess|retry|confirm|verify|validate|calculate|compute|generate|convert|login|logout|register)([-_A-Z].*)?$/;

/** Nothing is sent: what the survey knows is read, and what catches the eye is listed. */
export default defineRule({
  clause: 'RES-03',
  level: 'MAY',
  family: 'convention',
  per: 'service',
  title: 'Paths are read for the nouns that they name',
  otherwise: 'Paths were not read for the nouns that they name',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'item',
  needs: [],
  cases: 1,
  given: () => record({ all: constant(true) }),
  when: async (_, { service }) => ({ paths: service().collections.flatMap(pathsOf) }),
  then: ({ paths }) => {
    const verbs = [...new Set(paths)].filter((path) => isVerb(lastOf(path)));
    if (verbs.length === 0)
      return heldWithNote(`each of ${new Set(paths).size} paths can be read as the name of a thing`);
    return heldWithNote(`paths that can be read as verbs: ${verbs.join(', ')}`);
  },
  proof: { violatedBy: [], silentIn: ['two-versions', 'links-none', 'unique-reference'] },
});

const pathsOf = ({ path, itemPath, actions }: Collection): string[] => [
  path,
  ...(itemPath === undefined ? [] : [itemPath]),
  ...actions.map((action) => action.path),
];

/** The last segment that is no parameter. */
const lastOf = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .at(-1) ?? '';

/** `orders:cancel` is a method in a path, whatever the word. */
const isVerb = (segment: string): boolean => segment.includes(':') || verb.test(segment);
