import { assume, type Creation, type Exchange, hasStatus, type Json, type Tools } from '#rule';
import { replaceUniqueValues } from './_new-unique-values.js';
import {
  copyUniqueValues,
  type Holder,
  hasUniqueValues,
  postDuplicateValues,
  type WriteMethod,
  writeUniqueValues,
} from './_unique-values.js';

/** A request for unique values that are taken, and its outcome. */
export interface DuplicateRequest {
  /** The body that created the holder of the values. */
  readonly sent: Json;
  readonly first: Exchange;
  readonly asked: Exchange;
  /** Whether both items have the values now. */
  readonly isDone: boolean;
  /** Whether the same request with other values succeeds. */
  readonly isRight: boolean;
  readonly look: Exchange | undefined;
}

/** POST of another body with the unique values of the holder. */
export async function sendDuplicatePost(tools: Tools, holder: Holder, body: Json): Promise<DuplicateRequest> {
  const second = await postDuplicateValues(tools, holder, body);
  const { sent, exchange: first } = holder.creation;
  const { exchange: asked, item } = second;
  const look = item && item.id !== holder.item.id ? await item.get() : undefined;
  const isDone = look !== undefined && hasUniqueValues(tools.collection, look, sent);
  return { sent, first, asked, look, isDone, isRight: await isValidOtherwise(tools, asked, body) };
}

/** PUT or PATCH of another item with the unique values of the holder. */
export async function sendDuplicateWrite(
  tools: Tools,
  holder: Holder,
  way: WriteMethod,
  bodies: readonly [Json, Json],
): Promise<DuplicateRequest> {
  const [body, replacement] = bodies;
  const { sent, exchange: first } = holder.creation;
  const other = await tools.items.create(body, { role: 'control' });
  const asked = await writeUniqueValues(other, way, sent, tools, replacement);
  const known = { sent, first, asked };
  if (hasStatus(asked, 2)) {
    const look = await other.get();
    return { ...known, look, isDone: hasUniqueValues(tools.collection, look, sent), isRight: false };
  }
  if (!hasStatus(asked, 4, 5) || hasStatus(asked, 409))
    return { ...known, look: undefined, isDone: false, isRight: false };
  const fresh = replaceUniqueValues(tools.collection, sent, tools.fresh.word());
  const control = await writeUniqueValues(other, way, fresh, tools, replacement);
  return { ...known, look: undefined, isDone: false, isRight: hasStatus(control, 2) };
}

/** Two concurrent POSTs with different bodies and the same unique values, which are not taken yet. */
export async function sendConcurrentPosts(
  tools: Tools,
  holder: Holder,
  bodies: readonly [Json, Json],
): Promise<DuplicateRequest> {
  const { item } = holder;
  const fresh = replaceUniqueValues(tools.collection, holder.creation.sent, tools.fresh.word());
  const standIn = {
    ...holder,
    item: { ...item, prepare: (body: Json) => copyUniqueValues(tools.collection, item.prepare(body), fresh) },
  };
  const both = await Promise.all(bodies.map((body) => postDuplicateValues(tools, standIn, body)));
  const [winner, loser] = [...both].sort((a, b) => getStatus(a) - getStatus(b));
  assume(winner?.item !== undefined && loser !== undefined, 'setup', 'neither of the two POSTs created an item');
  const asked = loser.exchange;
  const look = loser.item && loser.item.id !== winner.item.id ? await loser.item.get() : undefined;
  if (look?.answer?.json !== undefined) tools.items.claim(look.answer.json);
  const isDone = look !== undefined && hasUniqueValues(tools.collection, look, fresh);
  return {
    sent: fresh,
    first: winner.exchange,
    asked,
    look,
    isDone,
    isRight: await isValidOtherwise(tools, asked, bodies[1]),
  };
}

/** Whether a refused body is accepted with unique values of its own; sent only where the refusal was no plain conflict. */
async function isValidOtherwise({ items }: Tools, asked: Exchange, body: Json): Promise<boolean> {
  if (!hasStatus(asked, 4, 5) || hasStatus(asked, 409)) return false;
  return hasStatus((await items.post(body, { role: 'control' })).exchange, 2);
}

const getStatus = ({ exchange }: Creation): number => exchange.answer?.status ?? 0;
