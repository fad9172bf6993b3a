import { z } from 'zod'
import { db, findOne } from '@/lib/db/db'
import { raw, sql } from '@/lib/db/sql'
import { expired, notFound } from '@/lib/errors'
import { ObjectKey, type ObjectLink } from '@/lib/evidence/object-store'
import { FileView, type LinkedFileView } from '@/lib/evidence/schemas'
import { requireStore } from '@/lib/evidence/store'
import { missionFilesJson, shownFiles } from '@/lib/evidence/views'

/** A file's row. The database only holds types that `keepFile` determined. */
const StoredFile = FileView.extend({ contentType: ObjectKey.shape.contentType })
const FilesRow = z.object({ files: z.array(StoredFile) })
const DownloadRow = StoredFile.pick({ id: true, contentType: true, bytes: true, sha256: true }).extend({
  erasedAt: z.date().nullable(),
})

/** The body of `GET /api/v1/missions/{id}/files`. @throws Refusal `not_found`, or `unavailable` without storage. */
export async function filesBody(missionId: string): Promise<string> {
  const row = await findOne(
    db,
    sql`SELECT ${raw(missionFilesJson('m.id'))} AS files FROM "Mission" m
      WHERE m.id = ${missionId}::uuid AND m."hiddenAt" IS NULL`,
    FilesRow,
  )
  if (!row) throw notFound('There is no such mission.')
  const stored = row.files.filter(({ erased }) => !erased)
  const links = await requireStore().links(stored)
  const files = stored.flatMap((file, at): LinkedFileView[] => (links[at] ? [{ ...file, ...links[at] }] : []))
  return JSON.stringify({ files })
}

const fileNotFound = () => notFound('There is no such file.')

/**
 * The columns that a download needs.
 * @param missionId the mission that must have the file; any by default.
 * @throws Refusal `not_found`, also if hidden, or `expired` if erased.
 */
export async function getStoredFile(id: string, missionId?: string): Promise<z.infer<typeof DownloadRow>> {
  const ofMission = missionId === undefined ? sql`` : sql`AND f."missionId" = ${missionId}::uuid`
  const file = await findOne(db, sql`${shownFiles} AND f.id = ${id}::uuid ${ofMission}`, DownloadRow)
  if (!file) throw fileNotFound()
  if (file.erasedAt) throw expired('The content of this file was erased by law.')
  return file
}

/** A new link to one file of a mission. @throws Refusal `not_found`, `unavailable`. */
export async function fileLink(missionId: string, id: string): Promise<ObjectLink> {
  const [link] = await requireStore().links([await getStoredFile(id, missionId)])
  if (!link) throw fileNotFound()
  return link
}
