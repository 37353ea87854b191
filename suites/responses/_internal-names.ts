import { buildPointer, isObject, type Json } from '#rule';

/** Members that databases, object mappers and login tables have, and public contracts do not. */
const internal =
  /^(__v|__typename__|_class|_cls|\$oid|\$date|\$numberdecimal|_rev|_etag|_ts|_rid|_self|_attachments|ctid|xmin|rowid|password|passwd|pwd|passwordhash|passworddigest|passwordsalt|salt|hashedpassword|encryptedpassword|deletedat|isdeleted|hibernatelazyinitializer|changetracker)$/;

/** Pointers to members whose names suggest internals of the service, up to ten; entries of a list count once. */
export function findInternalNames(json: Json | undefined, path: readonly string[] = [], depth = 0): string[] {
  if (typeof json !== 'object' || json === null || depth > 6) return [];
  if (Array.isArray(json))
    return unique(json.slice(0, 5).flatMap((one) => findInternalNames(one, [...path, '*'], depth + 1)));
  const members = isObject(json) ? Object.entries(json) : [];
  const found = members.flatMap(([name, part]) => {
    const here = [...path, name];
    const own = isInternal(name) && part !== null ? [buildPointer(here)] : [];
    return [...own, ...findInternalNames(part, here, depth + 1)];
  });
  return unique(found);
}

/** Letter case and separators are a matter of style; leading special characters are not. */
const isInternal = (name: string): boolean => {
  const lower = name.toLowerCase();
  return internal.test(lower) || internal.test(lower.replace(/(?<=[a-z])[_-](?=[a-z])/g, ''));
};

const unique = (pointers: readonly string[]): string[] => [...new Set(pointers)].slice(0, 10);
