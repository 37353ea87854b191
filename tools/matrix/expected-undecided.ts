/** Rules that find no usable case in some variants, and the dialects in which they must find one. */
const rulesWithoutCases: readonly { readonly rule: RegExp; readonly unless: readonly string[] }[] = [
  { rule: /^caching\/(a-changed|a-stale-if-match|the-current-entity-tag)/, unless: ['etags', 'weak-etags', 'library'] },
  { rule: /^pagination\/maximum-page-size-is-kept/, unless: ['small-pages', 'pagination-cursor'] },
  { rule: /^validation\/problem-details-are-well-formed/, unless: ['errors-problem'] },
  { rule: /^validation\/errors-have-one-shape/, unless: ['errors-problem'] },
  { rule: /^creation\/refused-post-creates-nothing \[copies\]/, unless: [] },
];

/** Of what a variant left undecided (rule, subject and cause), what is no consequence of its dialects. */
export function listUnexpectedlyUndecided(undecided: readonly string[], dialect: readonly string[]): string[] {
  const inUse = addDefaults(dialect);
  const isExpected = (one: string) =>
    one.endsWith(' no-usable-case') &&
    rulesWithoutCases.some(({ rule, unless }) => rule.test(one) && !unless.some((name) => inUse.includes(name)));
  return undecided.filter((one) => !isExpected(one));
}

/** The dialects with the defaults of those axes that the rules above depend on. */
const addDefaults = (dialect: readonly string[]): readonly string[] => [
  ...dialect,
  ...(dialect.some((name) => name.startsWith('pagination-') || name.startsWith('library'))
    ? []
    : ['pagination-cursor']),
  ...(dialect.some((name) => name.startsWith('errors-')) ? [] : ['errors-problem']),
  ...(dialect.includes('library-without-a-profile') ? ['library'] : []),
];
