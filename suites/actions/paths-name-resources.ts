import { type Collection, defineRule, heldWithNote, values } from '#rule';

/** Verbs that cannot be nouns; words that can be both (order, report, search, transfer, ...) are not in the list. */
const verb =
  /^(do|get|set|add|create|make|update|change|edit|modify|delete|remove|fetch|find|list|send|submit|execute|run|perform|apply|cancel|approve|reject|activate|deactivate|enable|disable|assign|unassign|publish|unpublish|archive|restore|reopen|reprocess|retry|confirm|verify|validate|calculate|compute|generate|convert|login|logout|register)([-_A-Z].*)?$/;

/** No request is sent: the rule reads the survey and lists paths for a reviewer. */
export default defineRule({
  clause: 'RES-03',
  per: 'service',
  title: 'Paths name resources, not operations (observed)',
  otherwise: 'The names of paths were not observed',
  touches: 'reads',
  needs: [],
  cases: 1,
  given: () => values.record({ all: values.oneOf(true) }),
  when: async (_, { subject }) => ({ paths: subject.service().collections.flatMap(pathsOf) }),
  then: ({ paths }) => {
    const verbs = [...new Set(paths)].filter((path) => isVerb(lastOf(path)));
    if (verbs.length === 0) return heldWithNote(`all ${new Set(paths).size} paths can be read as names of resources`);
    return heldWithNote(`paths that may be verbs: ${verbs.join(', ')}`);
  },
  silentIn: ['two-versions', 'links-none', 'unique-reference'],
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

/** `orders:cancel` has an operation in its path, whatever the verb. */
const isVerb = (segment: string): boolean => segment.includes(':') || verb.test(segment);
