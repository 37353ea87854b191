const endpoints: Readonly<Record<string, string>> = {
  'POST orders': '4.post',
  'GET orders': '4.list',
  'PUT item': '4.put',
  'PATCH item': '4.patch',
  'DELETE item': '4.delete',
  'GET item': '4.get',
  'POST cancellation': '4.cancellation',
};

/**
 * The clauses of the convention that a rule checks, as faults name them (`4.2`), from the source of its clause, such as
 * `convention §1 rules 2 and 3, §4 endpoint PUT item; RFC 9110 §9.3.4`. A section without a rule stands for all its clauses (`7`).
 */
export function readClauses(source: string, family: string): string[] {
  const found: string[] = family === 'http' ? ['http'] : [];
  const own = source.split(';').find((part) => part.includes('convention')) ?? '';
  for (const [, section = '', rest = ''] of own.matchAll(/§(\d)([^§]*)/g)) {
    const rules = [...(/rules? (\d)(?: and (\d))?/.exec(rest)?.slice(1) ?? [])].filter((one) => one !== undefined);
    const named = Object.keys(endpoints).filter((name) => rest.includes(name));
    const status = /status table.*?([45][0-9x]{2})/.exec(rest)?.[1];
    if (rest.includes('resource cancellation')) found.push('2.cancellation');
    else if (rules.length + named.length > 0)
      found.push(...rules.map((rule) => `${section}.${rule}`), ...named.map((name) => endpoints[name] ?? ''));
    else found.push(status === undefined ? section : `${section}.${status}`);
  }
  return [...new Set(found)];
}

/** Whether a rule and a fault are about the same clause; a rule about a whole section is not. */
export const isSameClause = (rule: readonly string[], fault: readonly string[]): boolean =>
  fault.some((one) => rule.includes(one));
