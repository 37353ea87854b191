import { randomUUID } from 'node:crypto';
import type { Ledger } from '../../ledger/entry.js';
import type { Meter } from '../../limits/request-meter.js';
import type { Trial } from '../../model/result/plan.js';
import type { Action, Collection, ServiceSubject, Subject } from '../../model/service/subject.js';
import type { Items } from '../../rule/items.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { Tools } from '../../rule/tools.js';
import { tickMs } from '../calibrate/noise/learn-noise.js';
import { freshWord } from '../identity/identity.js';
import type { Pace } from '../read-delay.js';
import type { Site } from '../run-context.js';
import { announcing, type Desk } from '../tools/announce-write.js';
import type { Following } from '../tools/await-completion.js';
import { wireOf } from '../tools/case-client.js';
import { enveloped } from '../tools/envelope.js';
import type { Workshop } from '../tools/item-factory.js';
import { itemsOf } from '../tools/items.js';
import { pathOf, perform } from '../tools/perform-action.js';
import type { Setting } from './experiment.js';
import { judgingOf } from './judging-tools.js';

/** Lays out what one case of a trial is tried with: its own wire, nothing left from the case before. */
export function settingFor(trial: Trial, site: Site, ledger: Ledger, pace: Pace): Setting {
  const collection = collectionOf(trial.subject);
  const { isPastCaches = false, touches } = getRule(site.rules, trial.rule);
  const reading = { ...site.tempo.of(collection, pace), listPath: collection.path, isPastCaches };
  const meter = touches === 'floods' ? hasty(site.meter) : site.meter;
  const wire = wireOf(meter, `${trial.rule}@${trial.subject.name}`, reading);
  const restMs = pace === 'rested' ? tickMs : 0;
  const noise = site.noise.get(collection.name);
  const workshop = (of: Collection): Items => itemsOf(workshopFor(site, of, { wire, ledger, restMs }));
  return {
    wire,
    tools: toolsOf(
      trial.subject,
      { collection, wire: enveloped(wire, collection), baseUrl: site.baseUrl, ledger },
      workshop,
    ),
    judging: judgingOf(collection, noise?.volatile ?? [], site.dialect),
    unlearned: noise?.trouble,
  };
}

/** Picked by hand: a site has more to it than is needed, and this is done for every case. */
function workshopFor(site: Site, collection: Collection, own: Pick<Workshop, 'wire' | 'ledger' | 'restMs'>): Workshop {
  const { baseUrl, runMark, addressing, document, mayWrite, mayDelete, purges } = site;
  const { wire, ledger, restMs } = own;
  return {
    collection,
    wire,
    ledger,
    restMs,
    baseUrl,
    runMark,
    addressing,
    document,
    mayWrite,
    mayDelete,
    purges,
  };
}

/** A flood is meant: what it is answered slows nobody down. */
const hasty = (meter: Meter): Meter => ({ ...meter, send: (request) => meter.send({ ...request, isHasty: true }) });

/** The collection a subject is in; the first one for the service as a whole. Throws when there is none. */
export function collectionOf(subject: Subject): Collection {
  const collection =
    subject.kind === 'service' ? subject.collections[0] : subject.kind === 'action' ? subject.collection : subject;
  if (collection === undefined) throw new Error(`${subject.name} has no collection`);
  return collection;
}

function toolsOf(subject: Subject, ground: Following & Desk, workshop: (of: Collection) => Items): Tools {
  const { collection, wire, ledger } = ground;
  return {
    http: announcing(wire, ground),
    perform: (item, action, performing) => {
      ledger.acts(pathOf(action, item));
      return perform(ground, item, action, performing);
    },
    items: workshop(collection),
    fresh: { key: randomUUID, word: () => freshWord() },
    collection,
    service: () => serviceOf(subject),
    action: () => actionOf(subject),
    pathOf,
    itemsOf: workshop,
  };
}

function serviceOf(subject: Subject): ServiceSubject {
  if (subject.kind !== 'service') throw new Error(`${subject.name} is no service`);
  return subject;
}

function actionOf(subject: Subject): Action {
  if (subject.kind !== 'action') throw new Error(`${subject.name} is no action`);
  return subject.action;
}
