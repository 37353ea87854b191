/** Returns a URL relative to the base URL (`/orders?limit=2`), or the whole URL if it is outside of it. */
export function toRelativeUrl(baseUrl: string, url: string): string {
  const base = baseUrl.replace(/\/+$/, '');
  if (!url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest === '') return '/';
  return /^[/?#]/.test(rest) ? rest : url;
}
