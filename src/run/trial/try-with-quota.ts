import type { Ledger } from '../../ledger/entry.js';
import type { Room } from '../../ledger/live-quota.js';
import type { Tried } from './experiment.js';

/** A case that is tried, and what it needs to be tried again. */
export interface Crowded {
  readonly room: Room | undefined;
  /** What the case makes stands here, and what lies under it there. */
  readonly page: Ledger;
  readonly ground: Ledger;
  readonly attempt: () => Promise<Tried>;
  readonly clean: () => Promise<void>;
}

/** How often a case that lacks room is tried again, with more room kept for it each time. */
const mostTries = 8;
const growth = 2;

/**
 * Tries a case, and removes what it made. Where it lacked room because of what others made, they have to make room: it is
 * tried again, with nothing standing while it waits, so that nobody waits for one who waits. Only who needs more than there
 * is alone goes without.
 */
export async function tryWithRoom({ room, page, ground, attempt, clean }: Crowded): Promise<Tried> {
  let made = 0;
  let isCrowded = false;
  const once = async () => {
    try {
      const tried = await attempt();
      made = page.standing().length;
      isCrowded = isFull(tried, room) && (room?.others(made + ground.standing().length) ?? 0) > 0;
      return tried;
    } finally {
      await clean();
    }
  };
  const first = await once();
  if (room === undefined || !isCrowded) return first;
  let needed = made + 1;
  return room.keeping(
    page,
    () => needed,
    async (free) => {
      let last = first;
      for (let i = 0; i < mostTries && isCrowded; i += 1) {
        await free(ground.standing().length);
        room.forgive(page);
        last = await once();
        needed = Math.max(needed * growth, made + 1);
      }
      return last;
    },
  );
}

const isFull = ({ finding }: Tried, room: Room | undefined): boolean =>
  finding.verdict === 'inconclusive' && finding.cause === 'budget' && room?.isLacking(finding.why) === true;
