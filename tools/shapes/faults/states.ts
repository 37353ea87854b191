import { catchRefusal } from '../engine/answer.js';
import { isPresent, readNewest, writeVersion } from '../engine/state/items.js';
import { Refusal, type Reply, type Visit } from '../engine/state/world.js';
import type { CollectionFacts } from '../facts/facts.js';
import { putPointer, readPointer } from '../facts/json-pointer.js';
import { changeNewest, type Fault, findTarget, intercept, isChange, isSuccess, replace } from './fault.js';
import { both, isChangeable, isCreatable, isReadable, isRemovable, some } from './where.js';

const hasTag = ({ design }: CollectionFacts) => design.choices.entityTag !== 'none';
const hasAction = some(both(isCreatable, ({ action }) => action !== undefined));
const hasRecord = ({ action }: CollectionFacts) => action?.hasRecord ?? false;
/** An action on an item of its own of which a client reads the record. */
const leavesRecord = some(both(isCreatable, hasRecord));

/** Handles POST of an action; `isDone`: it was performed before. */
const onAction = (spoil: (visit: Visit, isDone: boolean, answer: () => Reply) => Reply) =>
  intercept((visit, answer) => {
    if (visit.target !== 'action' || visit.request.method !== 'POST') return answer();
    const item = findTarget(visit);
    const state = item && readNewest(visit.world, item)?.state;
    return spoil(visit, state !== visit.facts?.action?.states[0], answer);
  });

/** Changes the record of an action in answers. */
const changeRecord = (change: (record: Record<string, unknown>) => unknown) =>
  intercept((visit, answer) => {
    const reply = answer();
    const isRecord = visit.target === 'action' && visit.facts?.action?.hasRecord && isSuccess(reply);
    return isRecord ? { ...reply, json: change({ ...(reply.json as object) }) } : reply;
  });

export const stateFaults: readonly Fault[] = [
  {
    name: 'tag-stays',
    clauses: ['4.4', 'http'],
    appliesTo: some(both(isChangeable, hasTag)),
    change: replace(({ makeTag }) => ({
      makeTag: (world, item, version) => makeTag(world, item, { ...version, revision: 1 }),
    })),
    seenBy: ['entity-tag'],
  },
  {
    name: 'tag-changes-by-itself',
    clauses: ['4.1', '4.4', 'http'],
    appliesTo: some(both(isReadable, hasTag)),
    change: replace(({ makeTag }) => ({
      makeTag: (world, item, version) => makeTag(world, item, { ...version, revision: world.count }),
    })),
    seenBy: ['entity-tag'],
  },
  {
    name: 'if-none-match-is-ignored',
    clauses: ['4.4', 'http'],
    appliesTo: some(both(isReadable, hasTag)),
    change: (correct) => ({
      handle(visit, handler) {
        const { 'if-none-match': _, ...headers } = visit.request.headers;
        return correct.handle({ ...visit, request: { ...visit.request, headers } }, handler);
      },
    }),
    seenBy: ['entity-tag'],
  },
  {
    name: 'if-match-is-ignored',
    clauses: ['7.2', 'http'],
    appliesTo: some(both(isChangeable, hasTag)),
    change: replace(() => ({ requireMatch: () => undefined })),
    seenBy: ['preconditions'],
  },
  {
    name: 'stale-write-is-performed',
    clauses: ['7.2', 'http'],
    appliesTo: some(both(isChangeable, hasTag)),
    change: replace(({ requireMatch, handle }) => {
      const refused: Refusal[] = [];
      return {
        requireMatch(visit, item) {
          try {
            requireMatch(visit, item);
          } catch (error) {
            if (!(error instanceof Refusal) || error.kind !== 'precondition' || !isChange(visit)) throw error;
            refused.push(error);
          }
        },
        handle(visit, handler) {
          refused.length = 0;
          const reply = catchRefusal(visit.world, () => handle(visit, handler));
          for (const one of refused) throw one;
          return reply;
        },
      };
    }),
    seenBy: ['preconditions'],
  },
  {
    name: 'get-performs-the-action',
    clauses: ['1.2', '1.3'],
    appliesTo: leavesRecord,
    change: intercept((visit, answer) => {
      const item = findTarget(visit);
      const { action } = visit.facts ?? {};
      if (item && action && visit.target === 'action' && visit.request.method === 'GET' && isPresent(visit.world, item))
        writeVersion(visit.world, item, { state: action.states[1] });
      return answer();
    }),
    seenBy: ['action'],
  },
  {
    name: 'action-happens-twice',
    clauses: ['7.2', '7.409', '2.cancellation'],
    appliesTo: some(
      both(
        isCreatable,
        (facts) =>
          facts.action !== undefined && (facts.action.hasRecord || facts.design.choices.repeatedAction === 'conflict'),
      ),
    ),
    change: onAction(({ facts, world, ...visit }, isDone, answer) => {
      const item = findTarget({ facts, world, ...visit });
      if (isDone && item && facts?.action) writeVersion(world, item, { state: facts.action.states[0] });
      return answer();
    }),
    seenBy: ['action'],
  },
  {
    name: 'action-has-no-effect',
    clauses: ['1.2', '4.cancellation'],
    appliesTo: hasAction,
    change: onAction((visit, _, answer) => {
      const item = findTarget(visit);
      const versions = item?.versions ?? [];
      const reply = answer();
      if (item) item.versions = versions;
      return reply;
    }),
    seenBy: ['action'],
  },
  {
    name: 'action-leaves-no-record',
    clauses: ['1.2', '2.cancellation'],
    appliesTo: leavesRecord,
    change: intercept((visit, answer) => {
      const reply = answer();
      const isRecord = visit.target === 'action' && visit.request.method === 'GET' && reply.status === 200;
      return isRecord ? { status: 404, headers: {} } : reply;
    }),
    seenBy: ['action'],
  },
  {
    name: 'record-has-no-author',
    clauses: ['2.cancellation'],
    appliesTo: leavesRecord,
    change: changeRecord(({ author: _, date: __, ...record }) => record),
    seenBy: ['action'],
  },
  {
    name: 'link-to-what-is-done',
    clauses: ['3.1'],
    appliesTo: some(both(isCreatable, ({ design }) => design.choices.actionLinks === 'by-state')),
    change: intercept((visit, answer) => {
      const reply = answer();
      if (visit.target !== 'item' || !visit.facts || reply.status !== 200) return reply;
      const body = readPointer(reply.json, visit.facts.itemPointer) as object | undefined;
      const actions = [{ rel: visit.facts.action?.name, href: visit.request.path, method: 'POST' }];
      return body
        ? { ...reply, json: putPointer(structuredClone(reply.json), visit.facts.itemPointer, { ...body, actions }) }
        : reply;
    }),
    seenBy: ['action'],
  },
  {
    name: 'closed-item-is-changed',
    clauses: ['7.2', '7.409'],
    appliesTo: some(both(isChangeable, ({ design }) => design.choices.states === 'after-action')),
    change: intercept((visit, answer) => {
      const item = isChange(visit) ? findTarget(visit) : undefined;
      const state = item?.versions.at(-1)?.state;
      const open = visit.facts?.action?.states[0];
      if (item && open !== undefined) changeNewest(item, { state: open });
      const reply = answer();
      if (item && open !== undefined) changeNewest(item, { state });
      return reply;
    }),
    seenBy: ['closed'],
  },
  {
    name: 'order-is-not-kept',
    clauses: ['7.2', '7.409'],
    appliesTo: some(both(isChangeable, ({ design }) => design.choices.states === 'ordered')),
    change: replace(({ findProblems }) => ({
      findProblems: (...all) => findProblems(...all).filter(({ rule }) => rule !== 'order'),
    })),
    seenBy: ['ordered-change'],
  },
  {
    name: 'tag-is-not-required',
    clauses: ['http'],
    appliesTo: some(both(isChangeable, ({ design }) => design.choices.preconditions === 'required')),
    change: replace(({ requireMatch }) => ({
      requireMatch(visit, item) {
        if (visit.request.headers['if-match'] !== undefined) requireMatch(visit, item);
      },
    })),
    seenBy: ['preconditions'],
  },
  {
    name: 'removal-before-the-archive',
    clauses: ['7.2', '7.409'],
    appliesTo: some(both(isRemovable, ({ archivePath }) => archivePath !== undefined)),
    change: intercept((visit, answer) => {
      const item = visit.request.method === 'DELETE' ? findTarget(visit) : undefined;
      if (item && visit.target === 'item' && isPresent(visit.world, item)) changeNewest(item, { isArchived: true });
      return answer();
    }),
    seenBy: ['archive'],
  },
];
