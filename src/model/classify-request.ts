/** What requests for different items have in common: the method, and the path with `*` for segments that look like ids. */
export const classifyRequest = (method: string, path: string): string =>
  `${method} ${path.replace(/[?#].*$/s, '').replace(/[^/]*(\d|[^/]{20})[^/]*/g, '*')}`;
