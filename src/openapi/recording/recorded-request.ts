import { type Json, readJson } from '../../model/json.js';

export interface RecordedRequest {
  readonly method: string;
  /** Origin of the URL; undefined where it is a variable. */
  readonly origin?: string;
  /** Path without query. Segments that begin with `:` or `{{` are parameters. */
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly value: string }[];
  readonly content?: { readonly mediaType: string; readonly json: Json };
  readonly answer?: Json;
}

/** Parses a member that should be a JSON text; undefined for anything else. */
export const parseJsonText = (text: Json | undefined): Json | undefined =>
  typeof text === 'string' ? readJson(text) : undefined;
