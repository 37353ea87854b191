import type { Caller, Item, Tools } from '#rule';

/** Removes the item of another caller as that caller, because the full caller may not be allowed to. */
export async function removeAsCaller(as: Caller, item: Item | undefined, { http, collection }: Tools): Promise<void> {
  if (item && collection.remove) await http.trySend({ method: 'DELETE', path: item.path, as, role: 'control' });
}
