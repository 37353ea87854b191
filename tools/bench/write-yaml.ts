/** JSON as block YAML, as people write it: enough for documents without strings of several lines. */
export const renderYaml = (value: unknown): string => renderYamlLines(value, 0).join('\n');

function renderYamlLines(value: unknown, level: number): string[] {
  const indent = '  '.repeat(level);
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((entry: unknown) => {
      const [first = '', ...rest] = renderYamlLines(entry, level + 1);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  }
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return [indent + JSON.stringify(value)];
  return Object.entries(value).flatMap(([key, child]) => {
    const name = `${indent}${/^[\w/-]+$/.test(key) && !/^\d/.test(key) ? key : JSON.stringify(key)}:`;
    const below = renderYamlLines(child, level + 1);
    const isShort = typeof child !== 'object' || child === null || Object.keys(child).length === 0;
    return isShort ? [`${name} ${below[0]?.trimStart()}`] : [name, ...below];
  });
}
