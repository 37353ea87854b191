import { randomUUID } from 'node:crypto';
import type { Trial } from '../plan/index.js';
import type { Action, Collection, Items, ServiceSubject, Subject, Tools } from '../rule/index.js';
import { enveloped } from './envelope.js';
import type { Setting } from './experiment.js';
import { itemsOf } from './items.js';
import { judgingOf } from './judging.js';
import type { Ledger } from './ledger.js';
import { pathOf, perform } from './perform.js';
import type { Site } from './site.js';
import { type Wire, wireOf } from './wire.js';
import { freshWord } from './wording.js';

/** Lays out what one case of a trial is tried with: its own wire, nothing left from the case before. What it makes rests for `restMs` first. */
export function settingFor(trial: Trial, site: Site, ledger: Ledger, restMs: number): Setting {
  const wire = wireOf(site.meter, `${trial.rule}@${trial.subject.name}`);
  const collection = collectionOf(trial.subject);
  const learned = site.noise.get(collection.name)?.volatile ?? [];
  const workshop = (of: Collection): Items => itemsOf({ ...site, collection: of, wire, ledger, restMs });
  return {
    wire,
    tools: toolsOf(trial.subject, collection, enveloped(wire, collection), workshop),
    judging: judgingOf(collection, learned, site.dialect),
  };
}

/** The collection a subject is in; the first one for the service as a whole. Throws when there is none. */
export function collectionOf(subject: Subject): Collection {
  const collection =
    subject.kind === 'service' ? subject.collections[0] : subject.kind === 'action' ? subject.collection : subject;
  if (collection === undefined) throw new Error(`${subject.name} has no collection`);
  return collection;
}

function toolsOf(subject: Subject, collection: Collection, wire: Wire, workshop: (of: Collection) => Items): Tools {
  return {
    http: { send: wire.send, ask: wire.ask, raw: wire.raw },
    perform: (item, action, performing) => perform(collection, wire, item, action, performing),
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
