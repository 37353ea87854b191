import { isUnreachable } from '../../limits/classify-answer.js';
import { clock, pause } from '../../model/clock.js';
import type { Exchange } from '../../model/exchange.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { RunContext } from '../run-context.js';
import { createCaseClient } from '../tools/case-client.js';

/** Maximum wait for a stopped service, and longest pause between two requests, in milliseconds. */
const maxReturnMs = 30_000;
const maxPauseMs = 1_000;

/** Number of requests after which a service that neither answers nor refuses counts as running, and the pause between them. */
const maxRefusalTries = 8;
const refusalPauseMs = 20;

/** Creates a probe that reads a list or the base URL; its requests neither wait for a failing service nor end the run. */
export function createServiceProbe(site: RunContext, rule: string) {
  const meter = {
    ...site.meter,
    send: (request: Parameters<typeof site.meter.send>[0]) => site.meter.send({ ...request, isHasty: true }),
  };
  const client = createCaseClient(meter, `${rule}@service`);
  const path = site.collections.find((one) => one.list !== undefined && !one.path.includes('{'))?.path ?? '/';
  const ask = () => client.trySend({ method: 'GET', path, role: 'control' });
  return {
    /** Waits until the service answers, and starts it again where its process has ended. Throws `InconclusiveError('no-answer')` when it does not. */
    async awaitReturn(): Promise<void> {
      const end = clock.now() + maxReturnMs;
      const { starts } = site.meter;
      for (let ms = 50; ; ms = Math.min(maxPauseMs, ms * 2)) {
        await starts.startIfEnded('confirmation');
        const isLost = starts.isOver() || clock.now() > end;
        if (isLost) throw new InconclusiveError('no-answer', 'the service did not come back');
        if ((await ask()).answer !== undefined) return;
        await pause(ms);
      }
    },
    /**
     * Sends at least `count` requests during `ms` milliseconds, and returns the last one. Throws
     * `InconclusiveError('no-answer')` when one is not answered.
     */
    async requireAnswers(count: number, ms: number): Promise<Exchange> {
      for (let i = 1; ; i += 1) {
        const exchange = await ask();
        if (exchange.answer === undefined)
          throw new InconclusiveError('no-answer', `the service also stopped without it (exchange ${exchange.n})`);
        if (i >= count) return exchange;
        await pause(ms / count);
      }
    },
    /** Returns the second of two refused requests in a row; undefined when the service answers. */
    async findRefusal(): Promise<Exchange | undefined> {
      let isRefused = false;
      for (let i = 0; i < maxRefusalTries; i += 1) {
        const exchange = await ask();
        if (exchange.answer !== undefined) return undefined;
        if (isRefused && isUnreachable(exchange)) return exchange;
        isRefused = isUnreachable(exchange);
        await pause(refusalPauseMs);
      }
      return undefined;
    },
  };
}

/** Finds out whether a service accepts connections. */
export type ServiceProbe = ReturnType<typeof createServiceProbe>;
