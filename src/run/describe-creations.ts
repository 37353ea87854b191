import { hasAnyMarker } from '../ledger/markers.js';
import { isThrottled, isTransient } from '../limits/classify-answer.js';
import { hasStatus } from '../model/exchange.js';
import { buildPointer, isObject, type Json } from '../model/json.js';
import { writeResourceLine } from '../model/result/profile-line.js';
import type { CreationReach } from '../model/result/reach.js';
import { findSentences } from '../model/result/unchecked-causes.js';
import type { Collection } from '../model/service/subject.js';
import { findRawComplaints } from './calibrate/complaints/find-complaints.js';
import type { FailedCreation } from './items/collection-state.js';
import type { RunContext } from './run-context.js';

/** Most characters of a response, or members of a content, that are quoted. */
const maxWords = 140;
const maxExample = 240;

/** What creating items led to in each collection that offers it. */
export const describeCreations = (site: Pick<RunContext, 'model' | 'addressing'>): readonly CreationReach[] =>
  site.model.collections.flatMap((collection) => {
    const { name, path, create } = collection;
    if (create === undefined) return [];
    const { tally, closed, isForeign = false } = site.addressing.of(name);
    const { created = 0, failed } = tally ?? {};
    const about = { collection: name, path, created };
    if (created > 0) return [about];
    if (typeof failed === 'object') return [{ ...about, ...describeFailure(collection, failed, isForeign) }];
    const refusal = failed ?? closed;
    return [refusal === undefined ? about : { ...about, refusal }];
  });

type Failure = Pick<CreationReach, 'refusal' | 'add'>;

function describeFailure(
  { path, create, id }: Collection,
  { exchange, sent }: FailedCreation,
  isForeign: boolean,
): Failure {
  const { answer, method } = exchange;
  const request = `${method} ${exchange.path.split('?')[0]} → ${answer?.status ?? 'no answer'}`;
  const declare = (what: string) => writeResourceLine(path, what);
  if (hasStatus(exchange, 401, 403)) return { refusal: `${request}; to give credentials: --token-env NAME` };
  if (answer === undefined || isTransient(exchange) || isThrottled(exchange)) return { refusal: request };
  if (hasStatus(exchange, 405, 501)) return { refusal: request, add: declare('create: false') };
  if (isForeign) {
    const add = declare(`create: { example: ${buildExample(sent, [id.pointer.slice(1)])}, unique: [${id.pointer}] }`);
    return { refusal: `${request}, with an item that existed before, which is left unchanged`, add };
  }
  if (hasStatus(exchange, 2)) {
    const { words, id: own } = describeUnaddressed(answer?.json, sent);
    return {
      refusal: `${request}, with no id and no Location: its content has ${words}`,
      ...(own !== undefined && { add: declare(`id: { pointer: ${buildPointer([own])} }`) }),
    };
  }
  const schema = create?.request?.schema;
  const names = [sent, isObject(schema) ? schema.properties : undefined].flatMap((one) =>
    isObject(one) ? Object.keys(one) : [],
  );
  const complaints = findRawComplaints(answer?.json ?? answer?.text, names);
  const doubted = complaints.map(({ member }) => member.slice(1));
  const told = complaints.map(({ words }, i) => (words.includes(doubted[i] ?? '') ? words : `${doubted[i]}: ${words}`));
  const words = shorten([...new Set(told)].join('; ') || findSentences(answer?.text ?? ''), maxWords);
  const example = buildExample(sent, doubted);
  return {
    refusal: words === '' ? request : `${request} \`${words}\``,
    add: declare(`create: { example: ${example} }`),
  };
}

/**
 * What the response to a creation without an address has, and the member that may be the id: rather one that the service added, and
 * rather a text, because a number may be a rank or a version.
 */
function describeUnaddressed(shown: Json | undefined, sent: Json): { readonly words: string; readonly id?: string } {
  const members = isObject(shown) ? Object.entries(shown) : [];
  if (members.length === 0) return { words: 'no JSON object' };
  const own = isObject(sent) ? sent : {};
  const [text, number] = ['string', 'number'].map((type) => members.filter(([, value]) => typeof value === type));
  const possible = [...(text ?? []), ...(number ?? [])].map(([name]) => name);
  const [id] = possible.sort((one, other) => Number(Object.hasOwn(own, one)) - Number(Object.hasOwn(own, other)));
  return { words: `only ${members.map(([name]) => name).join(', ')}`, ...(id !== undefined && { id }) };
}

/** The last content, with a gap at each member that the service complains of, for the user to fill. */
function buildExample(sent: Json, doubted: readonly string[]): string {
  const own = isObject(sent) ? Object.entries(sent).filter(([name]) => !doubted.includes(name)) : [];
  const gaps = [...new Set(doubted)].filter((name) => !name.includes('/')).map((name) => [name, '…'] as const);
  const shown = own.map(([name, value]) => [name, hasAnyMarker(value) ? 'example' : value] as const);
  const text = JSON.stringify(Object.fromEntries([...gaps, ...shown]));
  const isShown = text.length <= maxExample && gaps.length + shown.length > 0;
  return isShown ? text : JSON.stringify(Object.fromEntries([...gaps, ['…', '…']]));
}

const shorten = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
