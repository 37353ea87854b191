import type { TapedExchange } from '../http/tape.js';
import { getHeader, type HeaderFields } from '../model/exchange.js';
import { isObject, type Json } from '../model/json.js';
import { isLoopback } from '../profile/connection/base-url.js';

/** Watches the header fields of responses for signs that another machine answers behind loopback. */
export function watchHosts() {
  const signs = new Set<string>();
  return {
    onEnd({ end }: TapedExchange) {
      const headers = end?.answer?.headers ?? {};
      // Most responses have none of these fields, and every response passes here.
      for (const name in headers)
        if (tellingFields.has(name)) {
          for (const sign of listHeaderSigns(headers)) signs.add(sign);
          return;
        }
    },
    /** Signs of another machine: in the document and in the responses so far. */
    listSigns: (document: Json | undefined) => [...listServerSigns(document), ...signs],
  };
}

/** Fields that networks for content delivery and hosting services add. */
const hostingFields =
  'cf-ray x-amz-cf-id x-amzn-requestid x-azure-ref x-vercel-id fly-request-id x-nf-request-id x-render-origin-server x-github-request-id x-cloud-trace-context x-akamai-request-id'.split(
    ' ',
  );

const tellingFields = new Set([...hostingFields, 'via', 'server']);

const hostingServers = /^(cloudflare|cloudfront|akamaighost|google frontend|gws|vercel|netlify|awselb)/i;

/** A `Via` field names a pseudonym, or a host (RFC 9110 §7.6.3); a name with a dot is a host. */
function listHeaderSigns(headers: HeaderFields): string[] {
  const found = hostingFields.filter((name) => getHeader({ headers }, name) !== undefined);
  const via = (getHeader({ headers }, 'via') ?? '').split(',').map((part) => part.trim().split(/\s+/)[1] ?? '');
  const hosts = via.filter((name) => name.includes('.') && isOtherHost(`http://${name}`));
  const server = getHeader({ headers }, 'server') ?? '';
  return [
    ...found.map((name) => `responses have the field ${name}`),
    ...hosts.map((name) => `responses have a Via field that names ${name}`),
    ...(hostingServers.test(server) ? [`responses have the field Server: ${server}`] : []),
  ];
}

/** A document whose servers are all on other hosts; one that names this machine or no host is about this machine, too. */
function listServerSigns(document: Json | undefined): string[] {
  const servers = isObject(document) && Array.isArray(document.servers) ? (document.servers as readonly Json[]) : [];
  const urls = servers.flatMap((server) => (isObject(server) && typeof server.url === 'string' ? [server.url] : []));
  const isOther = (url: string) => /^https?:\/\//i.test(url) && isOtherHost(url);
  return urls.length > 0 && urls.every(isOther) ? urls.map((url) => `the document names the server ${url}`) : [];
}

/** Names that exist for examples and tests (RFC 2606, RFC 6761) stand for no machine. */
const exampleNames = /(^|\.)(example|test|invalid|localhost)(\.(com|net|org))?$|\{/i;

function isOtherHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  return !isLoopback(url) && !exampleNames.test(new URL(url).hostname);
}
