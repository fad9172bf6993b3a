import type { Amounts } from './generate'

/** 100,000 challenges with six events each: what a busy service has. */
export const BUSY: Amounts = { records: 100_000, events: 6 }
/** The two ends that growth is measured between. */
export const SMALL: Amounts = { records: 1_000, events: 2 }
export const LARGE: Amounts = { records: 1_000_000, events: 2 }
/** What the writes work on. */
export const WRITING: Amounts = { records: 120_000, events: 1 }
