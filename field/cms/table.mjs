const signs = {
  held: 'held',
  violated: '**violated**',
  'not-applicable': 'n/a',
  'not-run': 'not run',
  errored: 'errored',
};

/** A report as a Markdown table, rule by rule; rules that apply nowhere are only counted. */
export function tableOf({ results, requests, durationMs }) {
  const subjects = [...new Set(results.map(({ subject }) => subject))].sort();
  const rules = new Map();
  for (const result of results) rules.set(result.rule, { ...rules.get(result.rule), [result.subject]: result });
  const applying = [...rules].filter(([, told]) =>
    Object.values(told).some(({ verdict }) => verdict !== 'not-applicable'),
  );
  const told = ({ verdict, cause } = {}) => signs[verdict] ?? (cause === undefined ? '' : `${verdict}: ${cause}`);
  return [
    `| Rule | ${subjects.join(' | ')} |`,
    `| --- |${subjects.map(() => ' --- |').join('')}`,
    ...applying.map(([rule, of]) => `| \`${rule}\` | ${subjects.map((subject) => told(of[subject])).join(' | ')} |`),
    '',
    `${rules.size - applying.length} rules apply to nothing here. ${counted(results)}; ${requests} requests in ${Math.round(durationMs / 1000)} s.`,
  ].join('\n');
}

function counted(results) {
  const counts = {};
  for (const { verdict } of results) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return Object.entries(counts)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', ');
}
