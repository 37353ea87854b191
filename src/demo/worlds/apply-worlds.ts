import type { AnswerResult } from '../service/http/answer.js';
import type { Request } from '../service/http/request.js';
import { createSeededRandom } from '../service/seeded-random.js';
import type { Circumstances, ServerControls, World } from './world.js';

/** Worlds applied to one server, the first one outermost. */
export interface AppliedWorlds extends Required<Omit<Circumstances, 'around'>> {
  around(request: Request, inside: (request: Request) => AnswerResult): AnswerResult;
}

export function applyWorlds(worlds: readonly World[], seed: number, server: ServerControls): AppliedWorlds {
  const open: readonly Circumstances[] = worlds.map(
    (world) => world.open?.(createSeededRandom(seed, world.name), server) ?? {},
  );
  const pass = (at: number, request: Request, inside: (request: Request) => AnswerResult): AnswerResult => {
    const world = open[at];
    if (!world) return inside(request);
    const proceed = (changed = request) => pass(at + 1, changed, inside);
    return world.around ? world.around(request, proceed) : proceed();
  };
  return {
    around: (request, inside) => pass(0, request, inside),
    alterRead: (visit) => open.reduceRight((seen, world) => world.alterRead?.(seen) ?? seen, visit),
    countForeignOrders: () => open.reduce((sum, world) => sum + (world.countForeignOrders?.() ?? 0), 0),
    close: () => {
      for (const world of open) world.close?.();
    },
  };
}
