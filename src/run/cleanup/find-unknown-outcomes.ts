import { isPrinted } from '../../ledger/body-digest.js';
import type { Entry, Ledger } from '../../ledger/entry.js';
import { isBearing, isQuoting } from '../../ledger/marker-match.js';
import type { Meter } from '../../limits/request-meter.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { Doubt } from '../../rule/finding.js';
import { placedAt } from '../identity/fill-template.js';
import { wireOf } from '../tools/case-client.js';
import { enveloped } from '../tools/envelope.js';
import { addressOfEntry, idIn } from '../tools/item-address.js';
import { until, walk } from '../tools/walk-list.js';
import { unknown } from './clean-up.js';

/** Where lists are looked through. */
export interface Looking {
  readonly meter: Meter;
  readonly baseUrl: string;
  readonly collections: readonly Collection[];
  /** Most pages of one list. */
  readonly mostPages: number;
  /** Least time that what was never answered is looked for. */
  readonly leastMs: number;
  /** Paths of what the run made: what stands below them was made by the run as well. */
  readonly ours?: readonly string[];
}

/** What a look through a list gave: `isWhole` when its end was reached, or there is no such place any more. */
export interface Looked {
  readonly collection: Collection;
  readonly entries: readonly Json[];
  readonly isWhole: boolean;
}

/** Looks through the list of a collection at one place; undefined where there is none, or where it cannot be had. */
export async function lookThrough(
  { collection: name, at }: Pick<Entry, 'collection' | 'at'>,
  { meter, baseUrl, collections, mostPages }: Looking,
): Promise<Looked | undefined> {
  const known = collections.find((one) => one.name === name);
  const collection = known && placedAt(known, at);
  if (!collection?.list || collection.path.includes('{')) return undefined;
  const wire = enveloped(wireOf(untiring(meter), `sweep@${name}`), collection);
  try {
    const { entries: all, ended, pages } = await walk({ collection, wire, baseUrl }, { most: mostPages });
    // What stood there before the run is never its own.
    const entries = all.filter((entry) => !collection.standing?.includes(idIn(collection, entry) ?? ''));
    const status = pages.at(-1)?.exchange.answer?.status;
    const isNoPlace = ended === 'trouble' && pages.length === 1 && (status === 404 || status === 410);
    return { collection, entries, isWhole: ended === 'end' || isNoPlace };
  } catch (error) {
    if (error instanceof Doubt) return undefined;
    throw error;
  }
}

/** When a run is over, nothing more is tried; looking for what it left is no trial, so far as there is something left to pay it. */
const untiring = (meter: Meter): Meter =>
  meter.end()?.cause === 'budget' ? { ...meter, send: meter.sendUnmetered } : meter;

/**
 * Finds things that were asked for and never named, by what only they were given. What is found gets its address; what
 * is in no list that was looked through to its end, and would be known, was never made. What remains stays, and is told.
 */
export async function findLost(lost: readonly Entry[], ledger: Ledger, looking: Looking): Promise<void> {
  const byPlace = grouped(lost, ({ collection, at }) => `${collection} ${at}`);
  for (const entries of byPlace.values()) await findThere(entries, ledger, looking);
}

/** By a key of each. */
export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

async function findThere(lost: readonly Entry[], ledger: Ledger, looking: Looking): Promise<void> {
  const [first] = lost;
  if (first === undefined) return;
  const listMs = looking.collections.find(({ name }) => name === first.collection)?.consistency.listMs ?? 0;
  const isSettled = (looked: Looked | undefined) =>
    looked === undefined || lost.every((entry) => bearingIn(looked, entry, looking).length > 0);
  const looked = await until(() => lookThrough(first, looking), isSettled, Math.max(listMs, looking.leastMs));
  for (const entry of lost) place(entry, lost, looked, { ledger, looking });
}

interface Placing {
  readonly ledger: Ledger;
  readonly looking: Looking;
}

/** Gives a thing its address, or says what is known instead. Of more things than were asked for, some are somebody else's. */
function place(entry: Entry, lost: readonly Entry[], looked: Looked | undefined, { ledger, looking }: Placing): void {
  const { path, isNowhere, told } = whereIs(entry, lost, looked, looking);
  if (path !== undefined) ledger.made(entry, path);
  else if (isNowhere && !entry.isMade) ledger.gone(entry);
  else ledger.stays(entry, `${entry.at ?? ''} (marked ${entry.mark})`, whyLost(entry, looked, told));
}

/** Where a thing is by its list: at one address, at one of those that are told, or, it seems, nowhere. */
export function whereIs(
  entry: Entry,
  lost: readonly Entry[],
  looked: Looked | undefined,
  looking: Looking,
): { readonly path: string | undefined; readonly isNowhere: boolean; readonly told: readonly string[] } {
  if (looked === undefined) return { path: undefined, isNowhere: false, told: [] };
  const told = bearingIn(looked, entry, looking);
  const path = told.length > 0 ? ownOf(told, entry, lost) : addressBelow(looked, entry, looking.ours ?? []);
  const isNowhere = looked.isWhole && told.length === 0 && likeIn(looked, entry).length === 0;
  return { path, isNowhere, told };
}

function ownOf(told: readonly string[], entry: Entry, lost: readonly Entry[]): string | undefined {
  const alike = lost.filter(({ mark }) => mark === entry.mark);
  return told.length > alike.length ? undefined : told[alike.indexOf(entry)];
}

/** Addresses of what shows what was sent, so far as none of them is known to be that of something else. */
const bearingIn = ({ collection, entries }: Looked, entry: Entry, { ours = [] }: Looking): string[] => {
  const bearing = entries.filter((one) => isBearing(one, entry, collection.marker));
  const paths = bearing.flatMap((one) => addressOfEntry(collection, one)?.path ?? []);
  return [...new Set(paths.filter((path) => !ours.includes(path)))];
};

/** Below a thing that the run made, what shows just what was sent is ours without a mark; where it is one only. */
function addressBelow({ collection, entries }: Looked, entry: Entry, ours: readonly string[]): string | undefined {
  const { isUnmarked, prints = {}, mark, at = '' } = entry;
  if (!isUnmarked || !ours.some((path) => at.startsWith(`${path}/`))) return undefined;
  const [found, ...others] = entries.filter((one) => !isMarked(one) && isPrinted(one, prints, mark));
  return found === undefined || others.length > 0 ? undefined : addressOfEntry(collection, found)?.path;
}

/** What carries a mark, of whichever run, was not sent without one. */
const isMarked = (entry: Json): boolean => /assay-[0-9a-f]{8}-[a-z0-9]/i.test(JSON.stringify(entry));

/** Most things that are named where one of them may be ours. */
const mostNamed = 3;

/** Addresses of what may be the thing: of what was sent without a mark nothing more is known than what it was sent with, and what shows a mark within another text may only quote it. */
function likeIn({ collection, entries }: Looked, entry: Entry): string[] {
  const { isUnmarked, prints = {}, mark } = entry;
  const isUntold = Object.keys(prints).length === 0;
  const isPossible = (one: Json) =>
    isUnmarked
      ? !isMarked(one) && (isUntold || isPrinted(one, prints, mark))
      : isQuoting(one, entry, collection.marker);
  return entries.filter(isPossible).flatMap((one) => addressOfEntry(collection, one)?.path ?? []);
}

function whyLost(entry: Entry, looked: Looked | undefined, told: readonly string[]): string {
  const { isMade, isUnmarked } = entry;
  if (told.length > 0) return `${unknown}, and ${told.join(' and ')} show what was sent, of which one only is ours`;
  if (looked === undefined) return `${unknown}, and its collection has no list that could be looked through`;
  if (!looked.isWhole) return `${unknown}, and it is not among the first ${looked.entries.length} entries of the list`;
  const named = likeIn(looked, entry).slice(0, mostNamed).join(', ');
  if (isMade && !isUnmarked && named === '') return `${unknown}, and nothing in the list shows its mark`;
  if (!isUnmarked) return `${unknown}; it may be ${named}, which shows its mark in another text than was sent`;
  if (isMade && named === '') return `${unknown}, and nothing in the list is like it`;
  return `${unknown}, and it was sent without a mark: if it was made, only its content tells it from others; it may be ${named}`;
}
