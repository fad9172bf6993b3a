import { forbidden } from '@/lib/errors'

/** @throws Refusal `forbidden` when somebody else owns the record. */
export function requireOwner(record: { owner: string }, wallet: string): void {
  if (record.owner !== wallet) throw forbidden('Only the owner may do this.')
}
