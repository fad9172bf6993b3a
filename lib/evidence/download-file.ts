import { now } from '@/lib/clock'
import { env } from '@/lib/env'
import { unavailable } from '@/lib/errors'
import { openObject } from '@/lib/evidence/folder-store'
import { requireLink } from '@/lib/evidence/link'
import { objectName } from '@/lib/evidence/object-store'
import { getStoredFile } from '@/lib/evidence/queries'

/**
 * Opens a file of the folder store for a link that the service signed.
 * @throws Refusal `forbidden`, `expired`, `not_found`, or `unavailable` if the folder cannot be read.
 */
export async function downloadFile({ id }: { id: string }, query: { expires?: string; signature?: string }) {
  requireLink(id, query, now())
  const file = await getStoredFile(id)
  const folder = env().EVIDENCE_DIR
  if (!folder) throw unavailable('This service no longer has the storage that the link leads to.')
  const object = await openObject(folder, file)
  const contentType = file.contentType === 'text/plain' ? 'text/plain; charset=utf-8' : file.contentType
  return { ...object, name: objectName(file), contentType, sha256: file.sha256 }
}
