/** A name in lower case without separators: `X-Api-Key`, `x_api_key` and `xApiKey` are the same. */
export const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
