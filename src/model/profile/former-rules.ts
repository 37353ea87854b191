/** Rules that were joined with another one: their former id, and the id of the rule that has their promise now, at the same operations. */
const formerRules: ReadonlyMap<string, string> = new Map([
  ['operations/current-entity-tag-answers-304', 'caching/current-entity-tag-answers-304'],
  ['operations/head-is-supported', 'safety/head-is-supported'],
  ['operations/head-mirrors-get', 'safety/head-matches-get'],
  ['operations/reading-without-credentials-answers-401', 'access/reading-without-credentials-answers-401'],
  ['operations/repeated-get-has-the-same-status', 'safety/repeated-get-returns-the-same'],
  ['operations/unknown-id-answers-404', 'absence/missing-item-answers-404'],
  ['operations/unusual-ids-are-not-a-server-error', 'validation/unusual-ids-are-not-a-server-error'],
  ['operations/unusual-queries-are-not-a-server-error', 'validation/unusual-queries-are-not-a-server-error'],
]);

/** The id that a rule has now. */
export const getCurrentId = (id: string): string => formerRules.get(id) ?? id;

/** The ids of rules that were joined with this one. */
export const listFormerIds = (id: string): readonly string[] =>
  [...formerRules].flatMap(([former, current]) => (current === id ? [former] : []));

/** Whether the name of a subject is that of an operation or an address: only there a former id stands for a rule. */
export const isAddressName = (subject: string): boolean => /^([A-Z]+ )?\//.test(subject);
