import { hostServer } from '../service/http/host-server.js';
import { createAnswerServer } from '../service/http/server.js';
import type { Settings } from '../service/settings.js';
import { answerInventory, type InventoryFault } from './answer-inventory.js';
import { createStock, firstNotice, firstProducts, firstSettings, type Stock } from './stock.js';

/** Starts the inventory: a service with a singleton, lists of text, a map, a search, nested lists and items that the client names. */
export async function startInventory(
  settings: Settings,
  { port, host, fault }: { readonly port: number; readonly host: string; readonly fault?: InventoryFault | undefined },
) {
  const stock = createStock(settings);
  const server = createAnswerServer((request) => answerInventory(stock, settings, request, fault));
  const hosting = await hostServer(server, port, host);
  return {
    url: hosting.url,
    close: hosting.close,
    /** Counts the products that were not there from the start. */
    orders: () => stock.products.size - firstProducts.length,
    requests: () => stock.requests,
    /** How often each effect was caused that no audit may cause. */
    effects: () => listEffects(stock),
  };
}

function listEffects({ effects, settings, notice }: Stock): ReadonlyMap<string, number> {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const changed = [
    ...(isSame(settings, firstSettings) ? [] : ['settings']),
    ...(isSame(notice, firstNotice) ? [] : ['notice']),
  ];
  return new Map([...effects, ...changed.map((name) => [name, 1] as const)]);
}
