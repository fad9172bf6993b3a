import { iso, raw, type Sql, sql } from '@/lib/db/sql'

// Constant texts; `f` is the alias of the "EvidenceFile" row.

const fileFields = `'id', f.id, 'proofId', f."proofId", 'contentType', f."contentType", 'bytes', f.bytes,
    'sha256', f.sha256, 'uploadedBy', f."uploadedBy", 'uploadedAt', ${iso('f."uploadedAt"')}`
const fileJson = `CASE WHEN f."erasedAt" IS NULL THEN json_build_object(${fileFields})
    ELSE json_build_object(${fileFields}, 'erased', true) END`

/** A file is hidden with its proof. */
const SHOWN = `f."hiddenAt" IS NULL AND NOT EXISTS (SELECT 1 FROM "Proof" h WHERE h.id = f."proofId" AND h."hiddenAt" IS NOT NULL)`

const filesWhere = (which: string) => `(SELECT coalesce(json_agg(${fileJson} ORDER BY f.id), '[]')
    FROM "EvidenceFile" f WHERE ${which} AND ${SHOWN})`

/** The files of a proof. @param proofId trusted SQL that names its id. */
export const proofFilesJson = (proofId: string) => filesWhere(`f."proofId" = ${proofId}`)
/** The sorted SHA-256 sums of all files of a proof, including hidden ones: a verifier signs them. @param proofId as above. */
export const fileSumsJson = (
  proofId: string,
) => `(SELECT coalesce(json_agg(f.sha256 ORDER BY f.sha256 COLLATE "C"), '[]')
    FROM "EvidenceFile" f WHERE f."proofId" = ${proofId})`
/** Every file of a mission. @param missionId trusted SQL that names its id. */
export const missionFilesJson = (missionId: string) => filesWhere(`f."missionId" = ${missionId}`)
/** The files of a mission that belong to no proof. */
export const looseFilesJson = (missionId: string) => filesWhere(`f."missionId" = ${missionId} AND f."proofId" IS NULL`)

/** Selects the columns that a download needs; no row for a hidden file. */
export const shownFiles = raw(`SELECT f.id, f."contentType", f.bytes, f.sha256, f."erasedAt" FROM "EvidenceFile" f
    JOIN "Mission" m ON m.id = f."missionId" WHERE m."hiddenAt" IS NULL AND ${SHOWN}`)

/** The response body `{"file": …}` of a write. */
export function showFile(id: string): Sql {
  return sql`(SELECT json_build_object('file', ${raw(fileJson)})::text FROM "EvidenceFile" f WHERE f.id = ${id}::uuid)`
}
