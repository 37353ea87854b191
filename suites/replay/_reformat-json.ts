import { type Collection, isObject, type Json, setAtPointer } from '#rule';

/** The same content written differently: members in another order, with white space between them. */
export function reformatJson({ idempotency }: Pick<Collection, 'idempotency'>, sent: Json, key: string): string {
  const isInside = idempotency?.in === 'body';
  const carried = isInside ? setAtPointer(sent, `/${idempotency.name}`, key) : sent;
  const turned = isObject(carried) ? Object.fromEntries(Object.entries(carried).reverse()) : carried;
  return JSON.stringify(turned, null, 1);
}
