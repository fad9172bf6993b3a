import { startFaults } from '@/lib/start-faults'

/** Next calls it once when a server process begins, and not while it builds. */
export function register(): void {
  for (const fault of startFaults()) console.error(fault)
}
