/** Lists the URLs of documents, and of scripts that name them, on a page of Swagger UI, Redoc, Scalar and similar. */
export function listDocumentUrls(html: string, page: string): string[] {
  const found = urlPatterns.flatMap((pattern) => [...html.matchAll(pattern)].map(([, address]) => address ?? ''));
  const isLikely = (address: string) =>
    scriptPattern.test(address) || !/\.(js|css|png|ico|svg|html)([?#]|$)/i.test(address);
  const likely = found.filter((address) => isLikely(address) && URL.canParse(address, page));
  return [...new Set(likely.map((address) => new URL(address, page).href))];
}

/** Swagger UI has the URL in a separate script. */
const scriptPattern = /swagger-(?:initializer|ui-init)\.js/i;

const urlPatterns = [
  /\bsrc\s*=\s*["']([^"']*swagger-(?:initializer|ui-init)\.js[^"']*)["']/gi,
  /\bspec-url\s*=\s*["']([^"']+)["']/gi,
  /\bdata-url\s*=\s*["']([^"']+)["']/gi,
  /\b(?:url|specUrl|spec_url)["']?\s*:\s*["']([^"']+)["']/gi,
  /Redoc\.init\(\s*["']([^"']+)["']/gi,
  /\bconfigUrl["']?\s*:\s*["']([^"']+)["']/gi,
  /<link[^>]+rel=["']service-desc["'][^>]+href=["']([^"']+)["']/gi,
];
