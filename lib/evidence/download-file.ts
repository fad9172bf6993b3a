import { now } from '@/lib/clock'
import { env } from '@/lib/env'
import { unavailable } from '@/lib/errors'
import { openObject } from '@/lib/evidence/folder-store'
import { requireLink } from '@/lib/evidence/link'
import { objectName } from '@/lib/evidence/object-store'
import { getStoredFile } from '@/lib/evidence/queries'

/**
 * A file of the folder store, by a link of the service's own.
 * @throws Refusal `forbidden`, `expired`, `not_found`, or `unavailable` when the folder does not give it.
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
