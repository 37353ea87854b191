import type { Answering } from '../service/http/answer.js';
import type { Request } from '../service/http/request.js';
import type { Visit } from '../service/request-context.js';
import { chanceOf } from '../service/seeded-random.js';
import type { Circumstances, Stage, World } from './world.js';

/** Worlds laid around one server, the first one outermost. */
export interface Laid {
  around(request: Request, inside: (request: Request) => Answering): Answering;
  reads(visit: Visit): Visit;
  begin(stage: Stage): void;
  strangers(): number;
  close(): void;
}

/** Opens worlds for one server. */
export function lay(worlds: readonly World[], seed: number): Laid {
  const open: readonly Circumstances[] = worlds.map((world) => world.open?.(chanceOf(seed, world.name)) ?? {});
  const pass = (at: number, request: Request, inside: (request: Request) => Answering): Answering => {
    const world = open[at];
    if (!world) return inside(request);
    const proceed = (changed = request) => pass(at + 1, changed, inside);
    return world.around ? world.around(request, proceed) : proceed();
  };
  return {
    around: (request, inside) => pass(0, request, inside),
    reads: (visit) => open.reduceRight((seen, world) => world.reads?.(seen) ?? seen, visit),
    begin: (stage) => {
      for (const world of open) world.begin?.(stage);
    },
    strangers: () => open.reduce((sum, world) => sum + (world.strangers?.() ?? 0), 0),
    close: () => {
      for (const world of open) world.close?.();
    },
  };
}
