import type { Json, JsonObject } from '../http/json.js';

/** An order as stored. */
export interface Order {
  readonly id: string;
  readonly createdAt: string;
  /** What the client wrote, with defaults filled in. */
  input: JsonObject;
  status: Status;
  updatedAt: string;
  revision: number;
  /** Differs between any two states of any orders; the validator is made of it. */
  stamp: number;
  views: number;
  /** Members that a fault keeps with the order. */
  extras: Record<string, Json>;
  records: Partial<Record<ActionName, JsonObject>>;
  position: number;
  isListed: boolean;
}

/** Where an order is in its life. */
export type Status = 'pending' | 'paid' | 'cancelled' | 'refunded';

/** The actions of an order. */
export type ActionName = 'cancellation' | 'payment' | 'refund';
