import { permitWrite } from '../../ledger/entry.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import { isObject, type Json, type JsonObject, parsePointer } from '../../model/json.js';
import type { Trial } from '../../model/result/plan.js';
import type { Collection } from '../../model/service/subject.js';
import { assume, InconclusiveError } from '../../rule/finding.js';
import type { Item } from '../../rule/items.js';
import { SetupStep } from '../calibrate/setup-step.js';
import { createIdentity, prepareBody } from '../items/identity.js';
import { CaseItems, type SetupItems } from '../items/items.js';
import type { RunContext } from '../run-context.js';
import { besideOthers } from '../schedule/claim.js';
import { ifInconclusive, setUpWithQuota } from '../trial/retry-setup.js';
import type { TrialOutcome } from '../trial/trial-outcome.js';
import { earningStep, type Rung, readSentContent, type WantedRung } from './earned-content.js';

/** The methods, and the kinds of content, that a trial may have to earn one after the other. */
const maxAttempts = 9;

/**
 * Creates the earning of a run. A trial runs again as a new one, because others may wait until it is over: it must not wait for them
 * in a second attempt.
 */
export function createTrialEarning(site: RunContext) {
  const repeats = new Set<Trial>();
  const earlier = new Map<Trial, { readonly attempts: number; readonly requests: number }>();
  return {
    /** Earns what a trial that has ended wanted to send. Resolves to its outcome, with the requests of its earlier attempts. */
    async record(trial: Trial, outcome: TrialOutcome): Promise<TrialOutcome> {
      const { earned } = site.writes;
      const { attempts, requests } = earlier.get(trial) ?? { attempts: 0, requests: 0 };
      const all = { ...outcome, requests: requests + outcome.requests };
      const wanted = earned.takeWanted(`${trial.rule}@${trial.subject.name}`);
      const end = site.meter.end();
      if (wanted.length > 0 && end !== undefined && all.verdict === 'inconclusive') return { ...all, ...end };
      if (wanted.length === 0 || attempts === maxAttempts) return all;
      for (const one of wanted) await earned.earn(one, () => earnRungs(one, site));
      earlier.set(trial, { attempts: attempts + 1, requests: all.requests });
      repeats.add(trial);
      return all;
    },
    /** Whether a trial must run again since it was recorded. */
    takeRepeat: (trial: Trial) => repeats.delete(trial),
  };
}

/**
 * Sends content of each kind up to the wanted one, mildest first, to items of its own, and compares others after each. Never throws because of a response; what cannot be tried stays unearned, with the reason.
 */
async function earnRungs(wanted: WantedRung, site: RunContext): Promise<void> {
  const { earned, watch } = site.writes;
  const collection = site.model.collections.find(({ name }) => name === wanted.collection);
  if (collection === undefined || !site.model.bodies.has(wanted.collection))
    return earned.recordFailure(wanted, { cause: 'setup', why: 'nothing is created there' });
  const step = new SetupStep(site, collection, earningStep);
  const { ledger, wire } = step;
  // A case that runs alone would take these writes for effects of its own. Nothing is claimed while it waits for room.
  const besideCases = <T>(go: () => Promise<T>) => site.queue.open().within(besideOthers, go);
  const clean = () => besideCases(() => step.clean());
  const attempt = async () => {
    const bound = await step.bind();
    const items = new CaseItems({ ...site, collection: bound, wire, ledger, restMs: 0, reusedItems: 1 });
    const body = site.addressing.of(bound.name).workingBody ?? (await step.drawBody());
    if (!isReached(bound, site)) await items.create(body, { role: 'control', marked: true });
    assume(isReached(bound, site), 'setup', 'no item was created there and removed again');
    const send = await openSender(wanted, body, { step, items, collection: bound });
    for (const rung of earned.listMissing(wanted)) {
      const exchange = await send(rung);
      if (exchange !== undefined) await watch.compare(collection.name, { after: exchange });
      earned.recordEarned({ ...wanted, rung });
    }
  };
  const fail = ifInconclusive(({ reason, why }) => earned.recordFailure(wanted, { cause: reason, why }));
  await setUpWithQuota({ quota: site.quota, scope: ledger, clean }, () => besideCases(attempt))
    .catch(fail)
    .finally(clean);
}

/** Whether an item was created, found, and removed where that is possible: nothing but valid objects is sent before. */
const isReached = ({ name, remove }: Collection, { addressing, mayDelete }: RunContext): boolean =>
  addressing.of(name).workingBody !== undefined && (!mayDelete || remove === undefined || addressing.hasRemoved(name));

/** Sends content of a kind; undefined where a valid object cannot be changed into it. */
type RungSender = (rung: Rung) => Promise<Exchange | undefined>;

interface SenderParts {
  readonly step: SetupStep;
  readonly items: SetupItems;
  readonly collection: Collection;
}

async function openSender({ method }: WantedRung, body: Json, parts: SenderParts): Promise<RungSender> {
  const { items, collection } = parts;
  const { runMark, document } = parts.step.site;
  if (method !== 'POST') return openItemSender(method, body, parts);
  return async (rung) => {
    // What is stored in spite of a refusal is found by the marker, or by what was sent.
    const identity = createIdentity(runMark);
    const sent = prepareBody(collection, body, identity, { isMarked: true, document });
    const text = writeContent(rung, sent, collection);
    if (text === undefined) return undefined;
    return (
      await items.post(body, { text, like: { ...identity, sent: readSentContent({ content: text }).object ?? sent } })
    ).exchange;
  };
}

/** Sends writes to one item, which must accept a valid one first. */
async function openItemSender(
  method: 'PUT' | 'PATCH',
  body: Json,
  { items, collection, step: { wire, ledger } }: SenderParts,
): Promise<RungSender> {
  const item = await items.create(body, { role: 'control', marked: true });
  const valid = method === 'PUT' ? item.prepare(body) : pickMember(item);
  const accepted = await (method === 'PUT' ? item.put(valid) : item.patch(valid));
  if (!hasStatus(accepted, 2))
    throw new InconclusiveError('setup', `${method} of valid content returned ${accepted.answer?.status}`);
  const { request } = (method === 'PUT' ? collection.replace : collection.patch) ?? {};
  const headers = { 'content-type': request?.mediaType ?? 'application/json' };
  return async (rung) => {
    const entry = ledger.find(item.path);
    const text = writeContent(rung, valid, collection);
    if (text === undefined || entry === undefined) return undefined;
    return wire.send({ method, path: item.path, text, headers, record: permitWrite(entry) });
  };
}

/** One member of an item: a patch that changes nothing. */
function pickMember({ sent }: Item): Json {
  const [first] = isObject(sent) ? Object.entries(sent) : [];
  return first === undefined ? {} : { [first[0]]: first[1] };
}

/** Content of a kind, made from a valid object; undefined where the object has no member to change. The marker stays where it can. */
function writeContent(rung: Rung, valid: Json, { marker }: Collection): string | undefined {
  const object: JsonObject = isObject(valid) ? valid : {};
  const [marked] = marker === undefined ? [] : parsePointer(marker);
  const [first, ...others] = Object.entries(object).sort(
    ([one], [other]) => Number(one === marked) - Number(other === marked),
  );
  if (rung === 'no members') return '{}';
  if (rung === 'no object') return '"assay"';
  if (rung === 'empty') return '';
  if (rung === 'no JSON') return JSON.stringify(object).slice(0, -1);
  if (rung === 'valid' || first === undefined) return undefined;
  if (rung === 'missing member') return others.length === 0 ? undefined : JSON.stringify(Object.fromEntries(others));
  const [name, value] = first;
  return JSON.stringify({ ...object, [name]: isObject(value) ? 'assay' : { assay: true } });
}
