// What the API answers, as /openapi.json describes it. Amounts and large numbers are decimal texts.
export type Num = number | string;
export type Amount = string;

export interface Basefee { cycle: Amount; cell: Amount; lane: Amount }
export interface Used {
  cycles: Num; cells: Num; lane: Num; lane_cells: Num; gc: Num; gba: Num; sch: Num;
  looks: Num; intake: Num; moves: Num; hits: Num;
}
export interface Cause { tx?: string | number; seq?: number }
export interface Status {
  chain_id: string; genesis_hash: string; dev: boolean; version: string; height: number; hash: string;
  timestamp_ms: number; state_root: string; discipline: string; clock_ms: number;
  mining: { mode: string; block_time_ms: number; empty_blocks: string; clock: string };
  pool: { pending: number; queued: number; bytes: number };
  timers: { live: number; waiting: number; parked: number; dead: number };
  operations: number; archive_height: number; oldest_block: number; oldest_state: number;
}
export interface Receipt {
  tx: number; hash: string; status: string; error?: string; reason?: string; address?: string;
  cycles: Num; cells: Num; fee: Amount;
}
export interface Fire {
  height: number; index: number; seq: number; deliver_id: string; kind: string; id?: string; actor: string;
  owner: string; handler: string; payer: string; fire_seq?: number; status: string; error?: string;
  cycles: Num; cells: Num; charged: Amount; tip: Amount; priority?: Amount; weight?: Num; keys?: string[];
  cause?: Cause | null;
}
export interface Exit { height: number; index: number; id: string; exit: string; cause?: Cause | null }
export interface EventRow { height?: number; name: string; cause?: Cause | null; [more: string]: unknown }
export interface Scheduled { id: string; kind: string; cause?: Cause | null }
export interface Block {
  height: number; hash: string; context_hash: string; parent_hash: string; timestamp_ms: number;
  proposer: string; txs_hash: string; txs: string[]; dev?: unknown[]; state_root: string; discipline: string;
  basefee: Basefee; used: Used; burned: Basefee; tips: Amount; live: number; due_waiting: number; dead: number;
  operations: number; totals: Record<string, Num>; supply: Record<string, Amount>;
  receipts?: Receipt[]; fired?: Fire[]; exits?: Exit[]; events?: EventRow[]; scheduled?: Scheduled[];
  balances?: Record<string, Amount>;
}
export interface Transaction {
  hash: string; from: string; nonce: number; payload?: string; status: string; waits_for?: string; reason?: string;
  height?: number; index?: number; impersonated?: boolean; receipt?: Receipt; events?: EventRow[]; exits?: Exit[];
  scheduled?: Scheduled[]; cycles_limit: Num; cells_limit: Num; max_fee_per_cycle: Amount; max_fee_per_cell: Amount;
  tip_per_cycle: Amount; tip_per_cell: Amount; valid_until: Num | null;
  call?: { actor: string; handler: string; payload?: string }; transfer?: { to: string; amount: Amount };
  deploy?: { python?: string; python_bytes?: number }; salt?: string; remove_actor?: string;
  schedule_at?: Record<string, unknown>; drop?: string; transfer_control?: boolean; system?: unknown;
}
export interface Why {
  reason: string; cause?: string; required?: Amount; available?: Amount; height?: number; blocks?: number;
  eta_ms?: number | null; expires_at?: Num; ahead?: number | null; gas_limit?: Num; cap?: Num; max_fee?: Amount;
  lane_basefee?: Amount; payer?: string; limit?: string;
}
export interface Timer {
  id: string; kind: string; owner: string; target: string; height: Num | null; watch_keys: [string, string][] | null;
  payload?: string; payload_bytes?: number; handler: string; fee_payer: string; gas_limit: Num | null; expires_at: Num;
  max_fee_per_cycle: Amount | null; max_priority_fee_per_cycle: Amount | null; tier: string | null; bid: Amount;
  client_nonce: Num | null; schedule_block: number; fire_seq: number; last_fire_height: number | null; state: string;
  cause: Cause | null; exit: string | null; exit_height: number | null; why: Why | null;
}
export interface Operation {
  id: string; account: string; target: string; timestamp_ms: number; sequence: number; handler: string;
  payload?: string; payload_bytes?: number; gas_limit: Num; deposit: Amount; state: string; cause: Cause | null;
  exit: string | null; exit_height: number | null;
}
export interface Account {
  address: string; known: boolean; actor: boolean; balance: Amount; locked: Amount; nonce: number;
  pending_nonce: number | null;
}
export interface Actor {
  address: string; owner: string; code_hash: string; code_bytes: number; handlers: string[]; removed: boolean;
}
export interface StorageEntry { key: string; value: string; cbor: unknown }
export interface FeesAt {
  height: number; timestamp_ms: number; basefee: Basefee; used: Used; burned: Basefee; tips: Amount;
}
export interface Fees {
  basefee: Basefee; max_fee_per_cycle: Amount; max_fee_per_cell: Amount; tip_per_cycle: Amount; tip_per_cell: Amount;
}
export interface Config { config: Record<string, Num | boolean | string>; fees: Record<string, Num> }
export interface Fairness { address: string; recent: Num; median: Num; weight: Num }
export interface Page<T> { items: T[]; next: string | null; height: number }
export interface Load { from: number; to: number; timers: number; gas: Num }
