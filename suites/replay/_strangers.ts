import type { Caller, Item, Tools } from '#rule';

/** Removes what another caller made, which nobody else may be able to. */
export async function removeAs(as: Caller, item: Item | undefined, { http, collection }: Tools): Promise<void> {
  if (item && collection.remove) await http.trySend({ method: 'DELETE', path: item.path, as, role: 'control' });
}
