import { createLeapingClock } from '../shapes/checker/client.js';
import { findParents, prepareReferences } from '../shapes/checker/prepare-items.js';
import { CheckedService } from '../shapes/checker/service.js';
import { Subject } from '../shapes/checker/subject.js';
import type { Design } from '../shapes/design/design.js';
import { buildDocument } from '../shapes/document/build-document.js';
import type { ChangeBehaviour } from '../shapes/engine/create-world.js';
import { serveDesign } from '../shapes/engine/serve-design.js';
import { describeService } from '../shapes/facts/build-facts.js';
import type { ServiceRecording } from './judge-recording.js';
import { type Recording, RecordingClient } from './recording-client.js';
import { useCollection } from './use-collection.js';

/** What two clients at work at the same time exchanged with a served design; the same each time, but for its port. */
export async function recordDesign(
  design: Design,
  { hasDocument = true, change }: { readonly hasDocument?: boolean; readonly change?: ChangeBehaviour } = {},
): Promise<ServiceRecording> {
  const clock = createLeapingClock();
  const recording: Recording = { entries: [], clock, turn: Promise.resolve() };
  const facts = describeService(design);
  const served = await serveDesign(design, { clock, ...(change && { change }) });
  const callers = Math.max(1, facts.callers.length);
  const clients = [0, 1].map(
    (index) => new RecordingClient(served.url, facts, recording, { index, caller: index % callers }),
  );
  try {
    await Promise.all(
      clients.map(async (client, index) => {
        const service = new CheckedService(facts, client, served, clock);
        // No content of one client is one of the other.
        service.contents = 10_000 * index;
        for (const collection of facts.collections) {
          const parents = await findParents(service, collection);
          if (!parents) continue;
          await prepareReferences(service, collection);
          await useCollection(new Subject(service, collection, parents), index % callers);
        }
      }),
    );
  } finally {
    for (const client of clients) client.close();
    await served.stop();
  }
  return {
    ...{ url: served.url, entries: recording.entries },
    ...(hasDocument && { openapi: JSON.stringify(buildDocument(facts)) }),
  };
}
