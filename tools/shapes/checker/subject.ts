import { isDeepStrictEqual } from 'node:util';
import type { TrueItem } from '../engine/truth.js';
import type { CollectionFacts, IdPlace } from '../facts/facts.js';
import { makeId } from '../facts/ids.js';
import { readPointer } from '../facts/json-pointer.js';
import { compileTemplate, fillTemplate } from '../facts/match-path.js';
import { nameMember } from '../facts/names.js';
import { type Content, makeContent } from '../facts/values.js';
import type { Answer, Call } from './client.js';
import { type CheckedService, listTrue } from './service.js';

/** One entry of a list. */
export interface Entry {
  readonly id: string | undefined;
  readonly body: unknown;
}

export interface CreateOptions {
  readonly id?: string | undefined;
  /** Null: without credentials. */
  readonly caller?: number | null;
  /** Null: none, even if one is required. */
  readonly key?: string | null;
}

/** One collection below one parent, as a client that knows the design uses it. */
export class Subject {
  probe = '';
  private readonly used = new Set<string>();

  constructor(
    readonly service: CheckedService,
    readonly facts: CollectionFacts,
    /** Ids of all items that contain it, the outermost first. */
    readonly parents: readonly string[],
  ) {}

  get choices() {
    return this.facts.design.choices;
  }

  get design() {
    return this.service.facts.design.service;
  }

  /** Whether items can be created one by one. */
  get isCreatable(): boolean {
    return this.facts.create !== undefined && this.choices.create !== 'post-replaces';
  }

  /** Reports a deviation unless the condition is true; returns the condition. */
  expect(condition: boolean, text: string): boolean {
    if (!condition) this.service.deviations.push({ probe: this.probe, collection: this.facts.index, text });
    return condition;
  }

  /** A path of a template with the ids that it has parameters for. */
  fill(template: string, id?: string): string {
    const ids = id === undefined ? this.parents : [...this.parents, id];
    const parameters = template.split('{').length - 1;
    const path = fillTemplate(template, ids.slice(ids.length - parameters));
    const { requiredQuery } = this.facts;
    const isNeeded = this.choices.requiredQuery === 'everywhere' || template === this.facts.listPath;
    return requiredQuery && isNeeded ? `${path}?${requiredQuery.name}=${requiredQuery.value}` : path;
  }

  send(call: Call): Promise<Answer> {
    return this.service.client.send(call);
  }

  sendJson(
    method: string,
    path: string,
    body: unknown,
    more: Partial<Call> & { mediaType?: string } = {},
  ): Promise<Answer> {
    const { mediaType = 'application/json', headers, ...rest } = more;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.send({ method, path, body: text, headers: { 'content-type': mediaType, ...headers }, ...rest });
  }

  itemPath(id: string): string {
    return this.fill(this.facts.itemPath ?? '', id);
  }

  /** Reads an item. */
  read(id: string, more: Partial<Call> = {}): Promise<Answer> {
    return this.send({ path: this.itemPath(id), ...more });
  }

  /** Waits until reads show all writes. */
  settle(): void {
    const { lag, removalKind } = this.choices;
    if (lag !== 'none' || removalKind === 'late') this.service.client.clock.pause(5000);
  }

  /** Valid content that no other item has; undefined: an item is missing that it refers to. */
  newContent(caller = 0): Content | undefined {
    const source = `checker/${this.service.contents++}`;
    return makeContent(this.facts.members, source, (collection) => this.findReferenced(collection, caller));
  }

  findReferenced(collection: number, caller = 0): TrueItem | undefined {
    const facts = this.service.facts.collections[collection];
    return facts && listTrue(this.service, facts, caller)[0];
  }

  /** An id that a client may choose. */
  newId(): string {
    return makeId(this.choices.idFormat, 5_000_000 + this.service.contents++, 'checker');
  }

  /** Sends a creation. */
  create(content: Content, { id, caller = 0, key }: CreateOptions = {}): Promise<Answer> {
    const { create } = this.facts;
    const { keyName, idempotency } = this.design;
    const chosen = id ?? this.newId();
    const { clientIdMember, isIdNumber } = this.facts;
    const own = clientIdMember === undefined ? {} : { [clientIdMember]: isIdNumber ? Number(chosen) : chosen };
    const ownKey = idempotency === 'required' ? `key-${this.service.contents++}` : undefined;
    const usedKey = key === null ? undefined : (key ?? ownKey);
    const isMember = usedKey !== undefined && keyName === 'member';
    const whole = { ...own, ...content, ...(isMember && { idempotency_key: usedKey }) };
    const headers = usedKey !== undefined && !isMember ? { [keyName]: usedKey } : {};
    const path = this.fill(create?.path ?? '', create?.path === this.facts.itemPath ? chosen : undefined);
    const body = this.writeBody(whole);
    return this.sendJson(create?.method ?? 'POST', path, body, { caller, headers, mediaType: create?.mediaType ?? '' });
  }

  private writeBody(content: Content): unknown {
    const { createBody } = this.choices;
    if (createBody === 'plain') return content;
    if (createBody === 'wrapped') return { [nameMember(this.facts.design.noun, this.design.naming)]: content };
    const fields = Object.entries(content).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
    );
    return new URLSearchParams(fields).toString();
  }

  /** Whether the checker may write to the items that it takes. */
  get mayWrite(): boolean {
    return this.isCreatable || !this.service.isHarmless;
  }

  /** An item to read: one of the checker, or one of others where none can be created; undefined: there is none. */
  async findItem(): Promise<TrueItem | undefined> {
    return this.isCreatable ? this.provideItem() : this.takeExisting();
  }

  /** The same, to write to; none of others if the checker is harmless. */
  async provideItem(caller = 0): Promise<TrueItem | undefined> {
    if (!this.isCreatable) return this.mayWrite ? this.takeExisting() : undefined;
    const content = this.newContent(caller);
    if (!content) return undefined;
    const isOwn = ({ collection }: TrueItem) => collection === this.facts.index;
    const before = new Set(this.service.truth.created.filter(isOwn).map(({ id }) => id));
    const answer = await this.create(content, { caller });
    this.settle();
    const created = this.service.truth.created.find((one) => isOwn(one) && !before.has(one.id));
    this.expect(created !== undefined, `creation was refused: ${answer.status} ${answer.text.slice(0, 200)}`);
    return created;
  }

  private takeExisting(): TrueItem | undefined {
    const parent = this.parents.at(-1);
    const item = listTrue(this.service, this.facts).find((one) => one.parent === parent && !this.used.has(one.id));
    if (item) this.used.add(item.id);
    return item;
  }

  /** The state of an item now. */
  findTrue(id: string): TrueItem | undefined {
    return this.service.findTrue(this.facts.index, id);
  }

  /** The state of an item as a text that is equal for equal states. */
  readState(id: string): string {
    const { content, exists, parent } = this.findTrue(id) ?? {};
    return JSON.stringify({ content, exists, parent });
  }

  /** The entries of a list, or of a page of it. */
  readEntries(answer: Answer): readonly Entry[] | undefined {
    const body = readPointer(answer.json, this.facts.entriesPointer);
    if (this.choices.listShape === 'by-id')
      return isObject(body) ? Object.entries(body).map(([id, one]) => ({ id, body: one })) : undefined;
    if (!Array.isArray(body)) return undefined;
    return body.map((one) => ({ id: this.readId(one, this.facts.id.list), body: one }));
  }

  /** The id in a representation. */
  readId(body: unknown, place: IdPlace | undefined): string | undefined {
    if (!place) return undefined;
    const value = place.pointer === '' ? body : readPointer(body, place.pointer);
    if (value === undefined || value === null) return undefined;
    return place.isUrl ? this.readIdOfUrl(String(value)) : String(value);
  }

  /** The id in the address of an item; undefined: it is another address. */
  readIdOfUrl(url: string): string | undefined {
    const { pathname, origin } = new URL(url, this.service.client.url);
    if (origin !== this.service.client.url) return undefined;
    const last = compileTemplate(this.facts.itemPath ?? '')
      .match(pathname)
      ?.at(-1);
    return last && decodeURIComponent(last);
  }

  /** What differs between an item in an answer and the item of the service. */
  compare(body: unknown, item: TrueItem, place: IdPlace | undefined): string | undefined {
    if (!isObject(body)) return 'it is no object';
    if (place && this.readId(body, place) !== item.id) return `the id is not ${item.id}`;
    if (!place && this.facts.id.item === undefined && this.hasId(body, item.id)) return 'it has an id';
    const wrong = Object.entries(item.content).find(([name, value]) => !isDeepStrictEqual(body[name], value));
    if (wrong) return `${wrong[0]} is not ${JSON.stringify(wrong[1])}`;
    const isWritten = ({ name }: { name: string }) => body[name] !== undefined && item.content[name] === undefined;
    const extra = this.facts.members.find(isWritten);
    if (extra) return `${extra.name} is not expected`;
    const { parentMember } = this.facts;
    return parentMember && String(body[parentMember]) !== item.parent
      ? `${parentMember} is not ${item.parent}`
      : undefined;
  }

  /** Whether an id is in a representation that should have none. */
  private hasId(body: Readonly<Record<string, unknown>>, id: string): boolean {
    const written = new Set(this.facts.members.map(({ name }) => name));
    const { parentMember } = this.facts;
    return Object.entries(body).some(
      ([name, value]) => String(value) === id && !written.has(name) && name !== parentMember,
    );
  }

  /** The item in the answer to a read. */
  readItem(answer: Answer): unknown {
    return readPointer(answer.json, this.facts.itemPointer);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
