/** A URL as seen from the base URL (`/orders?limit=2`), or whole when it lies elsewhere. */
export function toRelativeUrl(baseUrl: string, url: string): string {
  const base = baseUrl.replace(/\/+$/, '');
  if (!url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest === '') return '/';
  return /^[/?#]/.test(rest) ? rest : url;
}
