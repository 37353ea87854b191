/** One page of a list of objects. */
export interface ListingPage {
  readonly keys: readonly string[];
  /** Continues the list; absent on the last page. */
  readonly next?: string;
}

/** Parses a response of ListObjectsV2; undefined if it is something else, or cut off. */
export function parseListing(xml: string): ListingPage | undefined {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.trimEnd().endsWith('</ListBucketResult>')) return undefined;
  const contents = xml.match(/<Contents>[\s\S]*?<\/Contents>/g) ?? [];
  const keys = contents.flatMap((entry) => readElement(entry, 'Key') ?? []);
  if (readElement(xml, 'IsTruncated') !== 'true') return { keys };
  const next = readElement(xml, 'NextContinuationToken');
  return next === undefined ? undefined : { keys, next };
}

function readElement(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, decodeEntity);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntity(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}
