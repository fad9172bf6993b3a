import type { RecordType } from '@/lib/moderation/schemas'

/** What names a record and the challenge or mission that it is, or is a part of. */
export interface RecordName {
  readonly recordType: RecordType
  readonly recordId: string
  readonly challengeId: string | null
  readonly missionId: string | null
}

/** The page of the challenge or mission. */
const pageOf = ({ challengeId, missionId }: RecordName) =>
  missionId ? `/missions/${missionId}` : challengeId ? `/challenges/${challengeId}` : null

const PLACES: Readonly<Record<RecordType, (record: RecordName) => string | null>> = {
  challenge: ({ recordId }) => `/challenges/${recordId}`,
  mission: ({ recordId }) => `/missions/${recordId}`,
  proof: (record) => part(pageOf(record), record),
  proposal: (record) => part(pageOf(record), record),
  evidence: (record) => part(projectOf(record), record),
  commitment: (record) => part(projectOf(record), record),
  funding: (record) => part(projectOf(record), record),
  decision: (record) => part(projectOf(record), record),
  submission: (record) => part(pageOf(record), record),
  'muse-link': () => null,
}

const projectOf = ({ missionId }: RecordName) => (missionId ? `/projects/${missionId}` : null)
const part = (page: string | null, { recordType, recordId }: RecordName) => page && `${page}#${recordType}-${recordId}`

/** Where a record can be read while it is not hidden. */
export const recordHref = (record: RecordName): string | null => PLACES[record.recordType](record)

const isPart = ({ recordType }: RecordName) => recordType !== 'challenge' && recordType !== 'mission'

/** Where one can read what a hidden record was a part of; null where the whole page is gone with it. */
export const placeAround = (record: RecordName): string | null => (isPart(record) ? pageOf(record) : null)
