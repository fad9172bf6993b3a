import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@/lib/db/generated/client'
import { pool } from '@/lib/db/pool'

// There are two ways to use the pool. Commands and hot reads send SQL through lib/db/db.ts, because Prisma's engine costs
// three to ten times the CPU of a prepared statement (docs/performance.md). Reads that are not hot use Prisma's client,
// whose types come from the schema.

declare global {
  var trellisPrisma: PrismaClient | undefined
}

/** Prisma's client over the process's pool, for reads that are not hot. */
export function prisma(): PrismaClient {
  globalThis.trellisPrisma ??= new PrismaClient({ adapter: new PrismaPg(pool()) })
  return globalThis.trellisPrisma
}
