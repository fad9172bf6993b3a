import { env } from '@/lib/env'
import { unavailable } from '@/lib/errors'
import { createBlobStore } from '@/lib/evidence/blob-store'
import { createFolderStore } from '@/lib/evidence/folder-store'
import type { ObjectStore } from '@/lib/evidence/object-store'

/** What of the environment says where evidence lies. */
interface StoreSettings {
  readonly BLOB_READ_WRITE_TOKEN?: string | undefined
  readonly EVIDENCE_DIR?: string | undefined
}

/** Where evidence lies: a private Vercel Blob store, else a folder, else nowhere (docs/decisions.md#evidence-files). */
export function findStore(
  { BLOB_READ_WRITE_TOKEN: token, EVIDENCE_DIR: folder }: StoreSettings = env(),
): ObjectStore | null {
  if (token) return createBlobStore(token)
  return folder ? createFolderStore(folder) : null
}

/** @throws Refusal `unavailable` where no storage is configured. */
export function requireStore(): ObjectStore {
  const store = findStore()
  if (!store) throw unavailable('This service has no storage for evidence files.')
  return store
}
