import { at, type Creation, type Json, type NearMiss, same } from '#rule';

/** Whether a near miss still misses after it was dressed: a mark or a unique value may have mended what was broken. */
export const isStillBroken = ({ body, pointer, keyword }: NearMiss, sent: Json): boolean =>
  keyword !== 'none' && (pointer === '' || same(at(body, pointer), at(sent, pointer)));

/** Whether a near miss went out broken, and can be found by its mark if something was made of it all the same. */
export const isTraceable = (miss: NearMiss, { sent, mark }: Creation, marker: string | undefined): boolean =>
  miss.pointer !== marker && JSON.stringify(sent).includes(mark) && isStillBroken(miss, sent);
