import { env } from '@/lib/env'
import { unavailable } from '@/lib/errors'
import { createBlobStore } from '@/lib/evidence/blob-store'
import { createFolderStore } from '@/lib/evidence/folder-store'
import type { ObjectStore } from '@/lib/evidence/object-store'

/** The configured store: a private Vercel Blob store, else a folder, else none (docs/decisions.md#evidence-files). */
export function findStore(
  settings: Partial<Pick<ReturnType<typeof env>, 'BLOB_READ_WRITE_TOKEN' | 'EVIDENCE_DIR'>> = env(),
): ObjectStore | null {
  const { BLOB_READ_WRITE_TOKEN: token, EVIDENCE_DIR: folder } = settings
  if (token) return createBlobStore(token)
  return folder ? createFolderStore(folder) : null
}

/** @throws Refusal `unavailable` if no storage is configured. */
export function requireStore(): ObjectStore {
  const store = findStore()
  if (!store) throw unavailable('This service has no storage for evidence files.')
  return store
}
