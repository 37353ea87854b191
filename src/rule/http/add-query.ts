/** Adds query parameters to a path; a parameter of the same name is replaced. */
export function addQuery(path: string, parameters: Readonly<Record<string, string>>): string {
  const [plain = '', query = ''] = path.split('?');
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) params.set(name, value);
  return `${plain}?${params}`;
}
