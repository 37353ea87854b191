import type { Design } from '../design/design.js';
import type { ChangeBehaviour } from '../engine/create-world.js';
import { serveDesign } from '../engine/serve-design.js';
import { describeService } from '../facts/build-facts.js';
import type { CollectionFacts } from '../facts/facts.js';
import { Client, createLeapingClock } from './client.js';
import { findParents, prepareReferences } from './prepare-items.js';
import { changeProbes } from './probes/change.js';
import { creationProbes } from './probes/creation.js';
import { creationEffectProbes } from './probes/creation-effects.js';
import { documentedAnswers } from './probes/documented-answers.js';
import { entryProbes } from './probes/entry.js';
import { itemProbes } from './probes/items.js';
import { listProbes } from './probes/lists.js';
import { pageProbes } from './probes/pages.js';
import type { CollectionProbe } from './probes/probe.js';
import { relationProbes } from './probes/relations.js';
import { removalProbes } from './probes/removal.js';
import { stateProbes } from './probes/states.js';
import { trafficProbes } from './probes/traffic.js';
import { CheckedService, type Deviation } from './service.js';
import { Subject } from './subject.js';

const collectionProbes: readonly CollectionProbe[] = [
  ...listProbes,
  ...pageProbes,
  ...itemProbes,
  ...creationProbes,
  ...creationEffectProbes,
  ...changeProbes,
  ...stateProbes,
  ...relationProbes,
  ...removalProbes,
];

const serviceProbes = [...entryProbes, ...trafficProbes, documentedAnswers];

/** Names of all probes. */
export const probeNames: readonly string[] = [...collectionProbes, ...serviceProbes].map(({ name }) => name);

export interface CheckOptions {
  /** What a fault changes in the service. */
  readonly change?: ChangeBehaviour | undefined;
  /** Names of the probes to run; default: all. */
  readonly probes?: readonly string[];
  /** Writes to no item of others, as a client that is a guest in the service. */
  readonly isHarmless?: boolean;
}

/** Serves a design and requests all that it says from the service; there are no deviations from a service without a fault. */
export async function checkDesign(design: Design, options: CheckOptions = {}): Promise<readonly Deviation[]> {
  const clock = createLeapingClock();
  const served = await serveDesign(design, { clock, change: options.change });
  const facts = describeService(design);
  const client = new Client(served.url, facts, clock);
  const service = new CheckedService(facts, client, served, clock, options.isHarmless);
  const isChosen = ({ name }: { readonly name: string }) => options.probes?.includes(name) ?? true;
  try {
    for (const collection of facts.collections) await checkCollection(service, collection, isChosen);
    for (const probe of serviceProbes.filter((one) => isChosen(one) && one.applies(facts)))
      await probe.run(service, (condition, text) => {
        if (!condition) service.deviations.push({ probe: probe.name, collection: undefined, text });
        return condition;
      });
  } finally {
    client.close();
    await served.stop();
  }
  return service.deviations;
}

async function checkCollection(
  service: CheckedService,
  facts: CollectionFacts,
  isChosen: (probe: CollectionProbe) => boolean,
): Promise<void> {
  for (const probe of collectionProbes.filter((one) => isChosen(one) && one.applies(facts, service.facts))) {
    const parents = await findParents(service, facts);
    if (!parents) return;
    await prepareReferences(service, facts);
    const subject = new Subject(service, facts, parents);
    subject.probe = probe.name;
    await probe.run(subject);
  }
}
