import type { Json } from '../../../model/json.js';

/** A part of a text: plain, a variable that an earlier step set, or a secret of the environment. */
export type Piece = string | { readonly variable: string } | { readonly secret: string };

/** A value that a step reads from its response: a member of its JSON, or the last segment of Location. */
export interface Capture {
  readonly variable: string;
  readonly from: 'location' | { readonly pointer: string };
}

export interface RegressionStep {
  readonly method: string;
  /** Path and query, after the base URL. */
  readonly target: readonly Piece[];
  readonly headers: readonly (readonly [name: string, value: readonly Piece[]])[];
  readonly content: readonly Piece[] | undefined;
  readonly captures: readonly Capture[];
}

/** What a member must be: this value, that of a variable, or a text with variables. */
export type ExpectedValue =
  | { readonly value: Json }
  | { readonly variable: string }
  | { readonly text: readonly Piece[] };

/** What must be true of one response, so that the violation is gone. */
export type Assertion =
  /** A missing member and null are the same. */
  | { readonly is: 'member'; readonly pointer: string; readonly equals: ExpectedValue }
  | { readonly is: 'status'; readonly equals: number }
  | { readonly is: 'other status'; readonly than: number }
  | { readonly is: 'status class'; readonly from: number; readonly below: number }
  | { readonly is: 'field'; readonly name: string };

/** A violation as a test that needs no assay. */
export interface RegressionTest {
  readonly title: string;
  /** Lines on where it comes from. */
  readonly origin: readonly string[];
  readonly baseUrl: string;
  /** Names of the variables of the environment with secrets. */
  readonly secrets: readonly string[];
  readonly steps: readonly RegressionStep[];
  /** What is asserted of the response of each step, by its index. */
  readonly assertions: ReadonlyMap<number, readonly Assertion[]>;
}

/** The variable with a new text in each run, for values that must be unique. */
export const uniqueVariable = 'unique';

/** The name under which a test knows a value. */
export const nameValue = (piece: Exclude<Piece, string>): string =>
  'variable' in piece ? piece.variable : piece.secret;

/** Writes a text with `{{name}}` for each value, as Hurl and HTTP clients read it. */
export const writeTemplate = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : `{{${nameValue(piece)}}}`)).join('');
