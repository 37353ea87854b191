/** Lists the variables that curl lines use and do not set: credentials, which a report does not contain. */
export function findUnsetVariables(lines: readonly string[]): string[] {
  const text = lines.join('\n');
  const used = [...text.matchAll(/"\$([A-Za-z_]\w{0,80})"/g)].map(([, name = '']) => name);
  const own = new Set([...text.matchAll(/^([A-Z]+\d*)=\$\(/gm)].map(([, name = '']) => name));
  return [...new Set(used)].filter((name) => !own.has(name));
}

/** Says that variables must be set before the lines are run. */
export const describeUnsetVariables = (names: readonly string[]): string =>
  `Reports contain no credentials. Before the curl lines: ${names.map((name) => `export ${name}=…`).join('; ')}`;
