import { randomInt, randomUUID } from 'node:crypto';
import type { LedgerScope } from '../../ledger/scope.js';
import type { Exchange } from '../../model/exchange.js';
import { isObject } from '../../model/json.js';
import type { Trial } from '../../model/result/plan.js';
import type { SingleResource } from '../../model/service/single-resource.js';
import type { Collection, ResourceSubject, Subject } from '../../model/service/subject.js';
import { getCollection, getResource } from '../../model/service/subject-collections.js';
import { InconclusiveError } from '../../rule/finding.js';
import { buildAddress } from '../../rule/http/address.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { SingleHandle } from '../../rule/single-handle.js';
import type { ActionTools, FoundExchange, SubjectTools, Tools } from '../../rule/tools.js';
import { tickMs } from '../calibrate/noise/learn-noise.js';
import { buildActionPath, buildActionRequest, leadToState, performAction } from '../items/actions.js';
import { CaseClient } from '../items/case-client.js';
import { CaseItems, type SetupItems } from '../items/items.js';
import { createAnotherParent, createAsCaller, createInCollection, createReferredItems } from '../items/parents.js';
import { generateUnusedId, generateWord } from '../items/unique-values.js';
import type { RunContext } from '../run-context.js';
import { createRuleClient } from '../writes/own-writes.js';
import type { CaseAccess } from './case-access.js';
import { type CaseContext, createJudgingTools } from './experiment.js';
import { listNeighbours } from './neighbours.js';
import { type CasePace, noDelay } from './shared-state.js';

export function createCaseContext(
  trial: Trial,
  site: RunContext,
  ledger: LedgerScope,
  pace: CasePace,
  access?: CaseAccess,
): CaseContext {
  const collection = getSubjectCollection(trial.subject);
  const rule = getRule(site.rules, trial);
  const { isPastCaches = false, isPrompt = false, reusedItems = 0, judgesCreations, touches } = rule;
  const delay = isPrompt ? noDelay : site.shared.getReadDelay(collection, pace);
  const wire = new CaseClient(site.meter, `${trial.rule}@${trial.subject.name}`, {
    reading: { ...delay, listPath: collection.path, isPastCaches },
    access,
    isConditional: true,
    stopsBefore: site.meter.outages.countOutages(),
    isHasty: touches === 'floods',
  });
  const restMs = pace === 'rested' && !isPrompt ? tickMs : 0;
  const noise = site.model.noise.get(collection.name);
  const { baseUrl, runMark, addressing, document, mayWrite, mayDelete, purges, maxItems } = site;
  // Members are copied one by one: the run context has many more, and this runs for every case.
  const own = {
    baseUrl,
    runMark,
    addressing,
    document,
    mayWrite,
    mayDelete,
    purges,
    maxItems,
    wire,
    ledger,
    restMs,
    reusedItems,
    judgesCreations,
  };
  const factory = (of: Collection): SetupItems => new CaseItems({ ...own, collection: of });
  return {
    client: wire,
    tools: createTools(trial, site, { collection, wire, ledger, factory }),
    judging: createJudgingTools(collection, noise?.volatile ?? [], site),
    noiseProblem: noise?.trouble,
  };
}

export function getSubjectCollection(subject: Subject): Collection {
  const collection = subject.kind === 'service' ? subject.collections[0] : getCollection(subject);
  if (collection === undefined) throw new Error(`${subject.name} has no collection`);
  return collection;
}

interface CaseParts {
  readonly collection: Collection;
  readonly wire: CaseClient;
  readonly ledger: LedgerScope;
  readonly factory: (of: Collection) => SetupItems;
}

function createTools({ rule, subject }: Trial, site: RunContext, parts: CaseParts): Tools {
  const { collection, ledger, factory } = parts;
  const { baseUrl, addressing, document } = site;
  const check = `${rule}@${subject.name}`;
  const context = { collection, wire: parts.wire.for(collection), baseUrl, ledger, addressing, document };
  const client = { ...createRuleClient(context), sendUntil };
  const perform: ActionTools['perform'] = (item, action, performing) =>
    performAction(context, item, action, performing);
  return {
    client,
    items: factory(collection),
    collection,
    subject: createSubjectTools(subject, (single) => {
      const { itemMs } = collection.consistency;
      return site.singles.open(single, { check, wire: parts.wire, lagMs: itemMs });
    }),
    actions: {
      perform,
      lead: (item, state, isWanted, of = collection) =>
        leadToState(item, state, of, isWanted, {
          client,
          perform: of === collection ? perform : (other, action) => client.send(buildActionRequest(action, other)),
        }),
      buildPath: buildActionPath,
    },
    related: {
      getItems: factory,
      listNeighbours: (item) => listNeighbours(collection, site.model.collections, item, factory),
      createAs: (caller, name) => createAsCaller(caller, name, site, factory),
      createIn: (name, above) => createInCollection(name, site, factory, above),
      nest: (beside) => createAnotherParent(collection.name, site, factory, beside),
      refer: () => createReferredItems(collection.name, site, factory),
    },
    fresh: { key: randomUUID, word: generateWord, idLike: generateUnusedId },
    // Observations are shared under the name of the address, until the service stops.
    share: (name, observe) => {
      const address = `${site.meter.outages.countOutages()} ${getResource(subject)?.name ?? subject.name}`;
      return site.shared.observe(`${address} ${name}`, check, observe);
    },
  };
}

function createSubjectTools(subject: Subject, open: (single: SingleResource) => Promise<SingleHandle>): SubjectTools {
  const refuse = (what: string): never => {
    throw new Error(`${subject.name} is no ${what}`);
  };
  const resource = () => ({
    ...(getResource(subject) ?? refuse('address')),
    collection: getSubjectCollection(subject),
  });
  return {
    service: () => (subject.kind === 'service' ? subject : refuse('service')),
    action: () => (subject.kind === 'action' ? subject.action : refuse('action')),
    operation: () => (subject.kind === 'operation' ? subject.call : refuse('operation')),
    resource,
    address: () => buildAddress(resource(), (name) => inventValue(resource(), name)),
    single: async () => open(getResource(subject)?.single ?? refuse('single resource')),
  };
}

/** A new value for a path parameter, in the form that the document declares, which no item should have. */
function inventValue({ operations }: Pick<ResourceSubject, 'operations'>, name: string): string {
  const parameters = operations.flatMap(({ operation }) => operation.parameters);
  const { schema } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
  const { type, format } = isObject(schema) ? schema : {};
  const types = [type].flat();
  if (types.includes('integer') || types.includes('number')) return String(randomInt(900_000_000, 999_999_999));
  return format === 'uuid' ? randomUUID() : generateWord();
}

/** Sends requests one after the other until one is answered as wanted. Throws {@link InconclusiveError} where the run sends none of them. */
async function sendUntil(
  sends: readonly (() => Promise<Exchange>)[],
  isWanted: (exchange: Exchange) => boolean,
): Promise<FoundExchange> {
  let omitted: InconclusiveError | undefined;
  let isSent = sends.length === 0;
  for (const send of sends) {
    try {
      const exchange = await send();
      if (isWanted(exchange)) return { found: exchange, omitted: omitted?.why };
      isSent = true;
    } catch (error) {
      if (!(error instanceof InconclusiveError) || !error.isOmitted) throw error;
      omitted = error;
    }
  }
  if (!isSent && omitted !== undefined) throw omitted;
  return { found: undefined, omitted: omitted?.why };
}
