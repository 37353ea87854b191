import type { Exchange } from '../../model/exchange.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { FoundExchange } from '../../rule/tools.js';

/** Sends requests one after the other until one is answered as wanted. Throws {@link InconclusiveError} where the run sends none of them. */
export async function sendUntil(
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
