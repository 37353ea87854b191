import { type Collection, type definePassiveRule, http } from '#rule';

type Operation = NonNullable<Collection['create']>;

/** Statuses that the document of a service declares for any of the operations. */
export const listDeclaredStatuses = (collection: Collection): number[] =>
  (['list', 'create', 'read', 'head', 'replace', 'patch', 'remove'] as const)
    .map((role): Operation | undefined => collection[role])
    .flatMap((operation) => operation?.statuses ?? []);

/** The same for every response of a run to a request without condition and range. */
export const everyStatus: Parameters<typeof definePassiveRule>[0]['observes'] = {
  concerns: ({ answer, fields }) =>
    answer !== undefined && !Object.keys(fields).some((name) => /^(if-|range$)/i.test(name)),
  findFlaw: (exchange, { dialect, declaredStatuses }) =>
    http.findStatusFlaw(exchange, [...(dialect?.extraStatuses ?? []), ...declaredStatuses]),
  expected: 'a registered status that matches the request',
};
