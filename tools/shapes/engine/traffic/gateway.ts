import { hashNumber } from '../../facts/ids.js';
import type { Reply, World } from '../state/world.js';

/** One of this number of requests fails at the gateway, once it has let the first few pass. */
const failureRate = 30;

/** A client with this number of errors in this time is banned for a while. */
export const ban = { errors: 60, within: 10_000, lasting: 20_000 } as const;

/** Requests of a window of the rate limit, and its length. */
export const rateLimit = { requests: 120, within: 10_000 } as const;

const writePage = (status: number, title: string): Reply => ({
  status,
  headers: {},
  text: `<html><head><title>${status} ${title}</title></head><body><center><h1>${status} ${title}</h1></center></body></html>`,
});

/** The answer of a gateway that does not pass a request on. */
export function answerAtGateway(world: World): Reply | undefined {
  const { service, seed } = world.facts.design;
  if (service.gateway === 'bans' && world.clock.now() < world.bannedUntil) return writePage(403, 'Forbidden');
  if (service.gateway !== 'fails' || hashNumber(failureRate, seed, 'gateway', world.count) > 0) return undefined;
  return world.count % 2 === 0 ? writePage(502, 'Bad Gateway') : writePage(503, 'Service Unavailable');
}

/** Counts errors of the client, for the gateway that bans. */
export function countError(world: World, { status }: Reply): void {
  if (world.facts.design.service.gateway !== 'bans' || status < 400) return;
  const now = world.clock.now();
  world.errors = [...world.errors.filter((at) => at > now - ban.within), now];
  if (world.errors.length < ban.errors) return;
  world.errors = [];
  world.bannedUntil = now + ban.lasting;
}

/** Counts a request; returns the header fields of the rate limit, and whether the request is one too many. */
export function countRequest(world: World): { readonly isTooMany: boolean; readonly headers: Reply['headers'] } {
  const kind = world.facts.design.service.rateLimit;
  if (kind === 'none') return { isTooMany: false, headers: {} };
  const now = world.clock.now();
  if (now >= world.window.since + rateLimit.within) world.window = { since: now, count: 0 };
  world.window.count++;
  const reset = Math.ceil((world.window.since + rateLimit.within - now) / 1000);
  const remaining = Math.max(0, rateLimit.requests - world.window.count);
  const announced: Record<string, string> =
    kind === 'bare'
      ? {}
      : {
          'x-ratelimit-limit': String(rateLimit.requests),
          'x-ratelimit-remaining': String(remaining),
          'x-ratelimit-reset': String(reset),
        };
  const isTooMany = world.window.count > rateLimit.requests;
  return { isTooMany, headers: isTooMany ? { ...announced, 'retry-after': String(reset) } : announced };
}
