import { assume, compare, type Exchange, http, type Item, type Json, type Tools } from '#rule';
import { reachLegalState } from './perform-action.js';

/** An item on which the action is not performed, read before and after it, with the states that it shows. */
export interface OtherLook {
  readonly before: Exchange;
  readonly after: Exchange;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface ActionAmongOthers {
  readonly performed: Exchange | undefined;
  /** The state that the item shows after the action, where it had another one. */
  readonly moved: string | undefined;
  readonly others: readonly OtherLook[];
  /** The control, where another item took this state or is gone: items that were read in the same way, without the action. */
  readonly idle: readonly OtherLook[] | undefined;
}

interface DrawnAction {
  readonly body: Json;
  readonly content: Json;
  readonly turn: number;
}

/** Brings three items into a state in which the action is legal, and performs it on the second one. */
export async function actAmongOthers(tools: Tools, drawn: DrawnAction): Promise<ActionAmongOthers> {
  const round = await readAroundAction(tools, drawn, true);
  const { moved } = round;
  const isTaken = ({ from, to }: OtherLook) => moved !== undefined && from !== moved && to === moved;
  const isSuspect = round.others.some((other) => isTaken(other) || http.hasStatus(other.after, 404, 410));
  return { ...round, idle: isSuspect ? (await readAroundAction(tools, drawn, false)).others : undefined };
}

async function readAroundAction(tools: Tools, { body, content, turn }: DrawnAction, isPerformed: boolean) {
  const [elder, item, younger] = [
    await prepare(tools, body, turn),
    await prepare(tools, body, turn),
    await prepare(tools, body, turn),
  ];
  const isDistinct = new Set([elder.path, item.path, younger.path]).size === 3;
  assume(isDistinct, 'setup', 'equal bodies create one and the same item');
  const read = async (items: readonly Item[]) => {
    const looks: Exchange[] = [];
    for (const one of items) looks.push(await one.get());
    return looks;
  };
  const [was, ...before] = await read([item, elder, younger]);
  const performed = isPerformed
    ? await tools.actions.perform(item, tools.subject.action(), { body: content })
    : undefined;
  const [is, ...after] = await read([item, elder, younger]);
  const show = (look: Exchange | undefined) => compare.readState(tools.collection, look?.answer?.json);
  const others = before.flatMap((first, at) => {
    const last = after[at];
    return last ? [{ before: first, after: last, from: show(first), to: show(last) }] : [];
  });
  return { performed, moved: show(was) === show(is) ? undefined : show(is), others };
}

async function prepare(tools: Tools, body: Json, turn: number): Promise<Item> {
  const item = await tools.items.create(body, { role: 'control' });
  await reachLegalState(tools, item, turn);
  return item;
}
