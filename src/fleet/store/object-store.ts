import { UnreachableError } from '../../http/connectivity.js';
import { UsageError } from '../../model/profile/usage-error.js';
import { readFileContent, type SendRequest, type StoreRequest, type StoreResponse } from './send-request.js';
import { formatStoreAddress, type StoreAddress } from './store-location.js';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Objects below an address, by the rest of their keys. Each of them throws UsageError if the store refuses, UnreachableError if it fails. */
export interface ObjectStore {
  readonly address: string;
  list(below: string): Promise<string[]>;
  read(name: string): Promise<{ readonly text: string; readonly etag?: string } | undefined>;
  /** Writes a whole object or nothing. Returns false if the condition is not met. */
  write(name: string, file: string, condition?: WriteCondition): Promise<boolean>;
  remove(name: string): Promise<void>;
}

/** The object must not exist, or have this entity tag. */
export type WriteCondition = 'absent' | { readonly etag: string };

/** Creates the access to the objects below an address. */
export function createObjectStore(location: StoreAddress, send: SendRequest): ObjectStore {
  const address = formatStoreAddress(location);
  const root = location.prefix === '' ? '' : `${location.prefix}/`;
  const request = async (action: string, what: StoreRequest, fine: readonly number[]): Promise<StoreResponse> => {
    const response = await send(what);
    if (fine.includes(response.status)) return response;
    throw createStoreError(`${address}: cannot ${action}`, response);
  };
  return {
    address,
    async list(below) {
      const names: string[] = [];
      const query = { 'list-type': '2', prefix: `${root}${below}` };
      for (let token: string | undefined, isMore = true; isMore; isMore = token !== undefined) {
        const more = token === undefined ? query : { ...query, 'continuation-token': token };
        const { text } = await request('list it', { method: 'GET', key: '', query: more }, [200]);
        const page = parseListing(text);
        if (page === undefined || (page.next !== undefined && page.next === token))
          throw new UnreachableError(`${address}: the response is not a list of objects; is AWS_ENDPOINT_URL right?`);
        names.push(...page.keys.map((key) => key.slice(root.length)));
        token = page.next;
      }
      return names;
    },
    async read(name) {
      const response = await request(`read ${name}`, { method: 'GET', key: root + name }, [200, 404]);
      const { status, text, etag } = response;
      return status === 404 ? undefined : { text, etag };
    },
    async write(name, file, condition) {
      const content = await readFileContent(file);
      const headers = condition === undefined ? {} : createCondition(condition);
      const what: StoreRequest = { method: 'PUT', key: root + name, headers, content };
      const { status } = await request(`write ${name}`, what, condition === undefined ? [200] : [200, 409, 412]);
      return status === 200;
    },
    async remove(name) {
      await request(`remove ${name}`, { method: 'DELETE', key: root + name }, [200, 204, 404]);
    },
  };
}

const createCondition = (condition: WriteCondition): Readonly<Record<string, string>> =>
  condition === 'absent' ? { 'if-none-match': '*' } : { 'if-match': condition.etag };

/** Only the code of an error of the store is shown: its message can quote the request. */
function createStoreError(what: string, { status, text, failure }: StoreResponse): Error {
  const [, code] = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(text) ?? [];
  const answer = failure ?? [status, code].filter((part) => part !== undefined).join(' ');
  if (status === 0 || status >= 500 || status === 429) return new UnreachableError(`${what}: ${answer}`);
  return new UsageError(`${what}: ${answer}; ${advise(status)}`);
}

function advise(status: number): string {
  if (status === 401 || status === 403)
    return 'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, and whether they may list, read, write and delete there';
  if (status === 404) return 'check the name of the bucket';
  return 'check AWS_REGION and AWS_ENDPOINT_URL';
}

interface ListingPage {
  readonly keys: readonly string[];
  /** Continues the list; absent on the last page. */
  readonly next?: string;
}

/** Parses a response of ListObjectsV2; undefined if it is something else, or cut off. */
export function parseListing(xml: string): ListingPage | undefined {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.trimEnd().endsWith('</ListBucketResult>')) return undefined;
  const contents = xml.match(/<Contents>[\s\S]*?<\/Contents>/g) ?? [];
  const keys = contents.flatMap((entry) => readElement(entry, 'Key') ?? []);
  if (readElement(xml, 'IsTruncated') !== 'true') return { keys };
  const next = readElement(xml, 'NextContinuationToken');
  return next === undefined ? undefined : { keys, next };
}

function readElement(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, decodeEntity);
}

function decodeEntity(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}
