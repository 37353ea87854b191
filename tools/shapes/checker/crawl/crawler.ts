import type { Answer, Call, Client } from '../client.js';

/** Requests of one crawl that follow links. */
const mostLinks = 150;

/** Documents that are larger are not read. */
const mostBytes = 10_000_000;

/** Follows addresses of a service that it finds in answers. */
export class Crawler {
  /** Answers to GET with status 200, by the path with its query. */
  readonly found = new Map<string, Answer>();
  private links = 0;

  constructor(readonly client: Client) {}

  /** Reads an address and all that it links to, the links of these included. */
  async follow(starts: readonly string[]): Promise<void> {
    const waiting = [...starts];
    for (let path = waiting.shift(); path !== undefined && this.links < mostLinks; path = waiting.shift()) {
      const answer = await this.read(path);
      if (answer) waiting.push(...this.listLinks(answer).filter((link) => !this.found.has(link)));
    }
  }

  /** Reads an address; undefined: there is nothing that can be read. */
  async read(path: string): Promise<Answer | undefined> {
    const known = this.found.get(path);
    if (known) return known;
    this.links++;
    const answer = await this.client.send({ path });
    const { location } = answer.headers;
    if (answer.status === 308 && location !== undefined) return this.read(location);
    // What the root says in its header fields counts, too.
    if ((answer.status !== 200 && path !== '/') || answer.bytes.length > mostBytes) return undefined;
    this.found.set(path, answer);
    return answer;
  }

  /** Addresses of this service in an answer. */
  listLinks({ headers, json, text }: Answer): string[] {
    const fields = [...(headers.link ?? '').matchAll(/<([^>]*)>/g)].map(([, link = '']) => link);
    const inPage = [...text.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);
    const inText = json === undefined ? [...text.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([link]) => link) : [];
    const all = [...fields, ...inPage, ...inText, ...listTexts(json)];
    return [...new Set(all.flatMap((link) => this.toPath(link) ?? []))];
  }

  /** The path of an address of this service. */
  private toPath(link: string): string | undefined {
    if (!/^(\/|https?:\/\/)\S*$/.test(link)) return undefined;
    const { origin, pathname, search } = new URL(link, this.client.url);
    return origin === this.client.url ? pathname + search : undefined;
  }

  send(call: Call): Promise<Answer> {
    return this.client.send(call);
  }
}

/** All texts in a JSON value. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).slice(0, 100).flatMap(listTexts) : [];
}
