import type { Json, JsonObject } from '../http/json.js';

export interface Order {
  readonly id: string;
  /** Path of its collection. */
  readonly home: string;
  readonly createdAt: string;
  /** The members that the client sent, with defaults. */
  input: JsonObject;
  status: Status;
  updatedAt: string;
  revision: number;
  /** A number that differs between any two states of any orders; the entity tag contains it. */
  stamp: number;
  views: number;
  /** Additional members of a fault. */
  extras: Record<string, Json>;
  records: Partial<Record<ActionName, JsonObject>>;
  position: number;
  isListed: boolean;
}

export type Status = 'pending' | 'paid' | 'cancelled' | 'refunded';

export type ActionName = 'cancellation' | 'payment' | 'refund';
