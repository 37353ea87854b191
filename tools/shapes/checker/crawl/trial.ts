import type { CollectionFacts } from '../../facts/facts.js';
import { compileTemplate, fillTemplate } from '../../facts/match-path.js';
import type { Answer } from '../client.js';
import type { Crawler } from './crawler.js';
import type { FactName } from './facts-to-find.js';
import { type Documented, namelessTemplate } from './read-operations.js';
import { listArrays, listValues, stripItem } from './read-values.js';

type Json = Readonly<Record<string, unknown>>;

/** Names of the parameter with the size of a page. */
const sizeNames = [
  'limit',
  'size',
  'per_page',
  'page_size',
  'pageSize',
  'count',
  '$top',
  'maxResults',
  '_limit',
  '_per_page',
];

/** Members with the next page. */
const nextMember = /"(next\w*|next|@odata\.nextLink)":\s*("|\{)/;

/** Finds out about one collection by what a crawler found and by requests of its own. */
export class Trial {
  private readonly known = new Set<FactName>();

  constructor(
    private readonly crawler: Crawler,
    private readonly facts: CollectionFacts,
    private readonly documented: ReadonlyMap<string, Documented>,
  ) {}

  /** Returns whether a fact was found. */
  async run(): Promise<(name: FactName) => boolean> {
    const { listPath, itemPath, id } = this.facts;
    const list = await this.findList();
    if (list || this.isDocumented('GET', listPath)) this.add('list', 'parents');
    if (await this.findPaging(list)) this.add('paging');
    const entry = list && this.readEntry(list.answer);
    const item = await this.findItem(list?.path, entry);
    const isDescribed = this.isDocumented('GET', itemPath);
    if (item || isDescribed) this.add('item');
    if (item ? this.findId(item, entry) : isDescribed && id.item !== undefined) this.add('id');
    await this.findWrites(list?.path, item, entry);
    return (name) => this.known.has(name);
  }

  private add(...names: readonly FactName[]): void {
    for (const name of names) this.known.add(name);
  }

  private isDocumented(method: string, template: string | undefined): boolean {
    return this.operations(template)?.methods.has(method) ?? false;
  }

  /** An address that was read and matches a template. */
  private match(template: string): { path: string; answer: Answer } | undefined {
    const pattern = compileTemplate(template);
    for (const [path, answer] of this.crawler.found)
      if (answer.status === 200 && pattern.match(path.split('?')[0] ?? '')) return { path, answer };
    return undefined;
  }

  private operations(template: string | undefined): Documented | undefined {
    return template === undefined ? undefined : this.documented.get(namelessTemplate(template));
  }

  /** The list, as it was read, or as it is documented. */
  private async findList(): Promise<{ path: string; answer: Answer } | undefined> {
    const { listPath, requiredQuery, parent } = this.facts;
    const found = this.match(listPath);
    if (found || !this.isDocumented('GET', listPath)) return found;
    const ids = parent ? this.findIds(parent) : [];
    if (!ids) return undefined;
    const query = requiredQuery ? `?${requiredQuery.name}=${requiredQuery.value}` : '';
    await this.crawler.read(fillTemplate(listPath, ids) + query);
    return this.match(listPath);
  }

  /** Ids of the first item of a collection and of those that contain it, as its address has them. */
  private findIds({ itemPath, basePath, listPath }: CollectionFacts): string[] | undefined {
    const item = this.match(itemPath ?? '');
    const ids = item && compileTemplate(itemPath ?? '').match(item.path.split('?')[0] ?? '');
    const list = this.match(listPath);
    const above = list && compileTemplate(listPath).match(list.path.split('?')[0] ?? '');
    if (!ids || !above) return undefined;
    const all = [...above, ...ids.slice(-1)].map(decodeURIComponent);
    return all.slice(-(basePath.split('{').length - 1));
  }

  private async findPaging(list: { path: string; answer: Answer } | undefined): Promise<boolean> {
    const { paging, listPath } = this.facts;
    if (!paging) return false;
    if (this.operations(listPath)?.parameters.includes(paging.sizeParameter)) return true;
    if (!list) return false;
    const { path, answer } = list;
    const isLinked = answer.headers.link?.includes('rel="next"') || answer.headers['x-next-token'] !== undefined;
    if (isLinked || nextMember.test(answer.text)) return true;
    if (!sizeNames.includes(paging.sizeParameter)) return false;
    const query = `${path.includes('?') ? '&' : '?'}${encodeURIComponent(paging.sizeParameter)}=1`;
    const one = await this.crawler.send({ path: path + query });
    return one.status === 200 && one.text.length < answer.text.length;
  }

  /** The first entry of the list: of the first array, or of an object of objects. */
  private readEntry({ json }: Answer): unknown {
    const arrays = listArrays(json);
    if (arrays.length > 0) return arrays.sort((one, other) => other.length - one.length)[0]?.[0];
    const objects = Object.entries((json ?? {}) as object).filter(([, value]) => typeof value === 'object');
    const [first] = objects;
    return first && { key: first[0], ...(first[1] as object) };
  }

  /** An item: linked, at the documented address with a value of the entry, or below the list with one. */
  private async findItem(
    list: string | undefined,
    entry: unknown,
  ): Promise<{ path: string; answer: Answer } | undefined> {
    const { itemPath } = this.facts;
    if (itemPath === undefined) return undefined;
    const linked = this.match(itemPath);
    if (linked || list === undefined) return linked;
    const [bare = '', query] = list.split('?');
    const above = compileTemplate(this.facts.listPath).match(bare)?.map(decodeURIComponent) ?? [];
    for (const value of listValues(entry)) {
      const ids = [...above, value];
      const own = fillTemplate(itemPath, ids.slice(ids.length - (itemPath.split('{').length - 1)));
      const guesses = [
        `${bare.replace(/\/$/, '')}/${encodeURIComponent(value)}`,
        `${bare.replace(/\/$/, '')}/${encodeURIComponent(value)}/`,
      ];
      const isDocumented = this.isDocumented('GET', itemPath);
      if (!isDocumented && !guesses.includes(own)) continue;
      await this.crawler.read(query === undefined ? own : `${own}?${query}`);
      const found = this.match(itemPath);
      if (found) return found;
    }
    return undefined;
  }

  /** Whether a member of the item or the entry has the id of the address, or the address. */
  private findId({ path, answer }: { path: string; answer: Answer }, entry: unknown): boolean {
    const [bare = ''] = path.split('?');
    const id = decodeURIComponent(
      compileTemplate(this.facts.itemPath ?? '')
        .match(bare)
        ?.at(-1) ?? '',
    );
    const values = [...listValues(answer.json), ...listValues(entry)];
    return values.some((value) => value === id || value.split('?')[0]?.endsWith(bare));
  }

  private async findWrites(
    list: string | undefined,
    item: { path: string; answer: Answer } | undefined,
    entry: unknown,
  ): Promise<void> {
    const { create, itemPath, changes, design } = this.facts;
    const example = stripItem(item?.answer.json) ?? stripItem(entry);
    const isCreation =
      create && (this.isDocumented(create.method, create.path) || (await this.tryCreation(list, item, example)));
    if (isCreation) this.add('creation');
    const isChange =
      changes.some(({ method }) => this.isDocumented(method, itemPath)) ||
      (item && example && (await this.tryChange(item, example)));
    if (changes.length > 0 && isChange) this.add('change');
    if (design.choices.removal === 'none') return;
    const isRemoval =
      this.isDocumented('DELETE', itemPath) ||
      (item && (await this.try('DELETE', item.path, undefined, await this.readTag(item.path))));
    if (isRemoval) this.add('removal');
  }

  private async try(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<boolean> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const { status } = await this.crawler.send({ method, path, headers: { ...type, ...headers }, body: text });
    return status >= 200 && status < 300;
  }

  /** Tries to create an item with the members of another one: by POST on the list, or by PUT at a new address. */
  private async tryCreation(
    list: string | undefined,
    item: { path: string } | undefined,
    example: Json | undefined,
  ): Promise<boolean> {
    const { create, design } = this.facts;
    if (!create || !example) return false;
    const isOnList = create.path === this.facts.listPath && design.choices.create !== 'post-replaces';
    if (isOnList) return list !== undefined && this.try('POST', list, example);
    return create.method === 'PUT' && item !== undefined && this.try('PUT', `${item.path.split('?')[0]}7`, example);
  }

  private async readTag(path: string): Promise<Record<string, string>> {
    const { etag } = (await this.crawler.send({ path })).headers;
    return etag === undefined ? {} : { 'if-match': etag };
  }

  /** Tries to change an item to what it is. */
  private async tryChange({ path }: { path: string }, example: Json): Promise<boolean> {
    const [name = '', value] = Object.entries(example)[0] ?? [];
    const bodies: Readonly<Record<string, unknown>> = {
      'application/json-patch+json': [{ op: 'replace', path: `/${name}`, value }],
      'application/merge-patch+json': { [name]: value },
      'application/json': example,
    };
    for (const { method } of this.facts.changes)
      for (const [mediaType, body] of Object.entries(bodies)) {
        const headers = { 'content-type': mediaType, ...(await this.readTag(path)) };
        if (await this.try(method, path, body, headers)) return true;
      }
    return false;
  }
}
