/** Items above an address, and what removes them. */
export interface CreatedParents {
  /** By the path parameters that they fill; none where no items could be created. */
  readonly ids: Readonly<Record<string, string>> | undefined;
  readonly remove: () => Promise<void>;
}

/** The items above addresses that trials under way share. */
export function createSharedParents() {
  const open = new Map<string, { users: number; readonly created: Promise<CreatedParents> }>();
  return {
    /**
     * Returns the ids of the items of this name; `create` makes them where no trial under way has them. The last trial that calls
     * `leave` removes them. Resolves to undefined where another trial could not create them; rejects with the error of `create`.
     */
    async join(name: string, create: () => Promise<CreatedParents>) {
      const known = open.get(name);
      const own = known ?? { users: 0, created: create() };
      if (known === undefined) open.set(name, own);
      own.users += 1;
      const leave = async () => {
        own.users -= 1;
        if (own.users > 0) return;
        open.delete(name);
        await (await own.created).remove();
      };
      try {
        return { ids: (await own.created).ids, leave };
      } catch (error) {
        if (open.get(name) === own) open.delete(name);
        if (known === undefined) throw error;
        return undefined;
      }
    },
  };
}

export type SharedParents = ReturnType<typeof createSharedParents>;
