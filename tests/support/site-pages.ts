import { DOCS_PARTS, docsPath } from '@/components/docs/parts'
import { sitePatterns } from '@/scripts/site-patterns'
import { signIn } from '@/tests/support/client'
import { fullProject } from '@/tests/support/pages-projects'
import { sharedService, verifierAccount } from '@/tests/support/shared-service'
import { completedMission, openChallenge } from '@/tests/support/story'

/** What the parameters of pages' addresses stand for: folder of the page → a record that exists. */
export type Records = Readonly<Record<string, string>>

/** Makes a record of every kind that has a page, through the API of the shared service. */
export async function makeRecords(): Promise<Records> {
  const { base } = sharedService()
  const owner = await signIn(base)
  const contributor = await signIn(base)
  const verifier = await signIn(base, verifierAccount())
  const challenge = await openChallenge(owner)
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  const project = await fullProject(owner, contributor, verifier)
  return {
    challenges: challenge.id,
    missions: mission.id,
    missionWithParts: project.id,
    receipts: receipt.id,
    wallets: contributor.address,
  }
}

/** The pages of these records. */
export const recordPaths = (records: Records): string[] =>
  Object.entries(records).map(([kind, id]) => `/${kind === 'missionWithParts' ? 'missions' : kind}/${id}`)

/**
 * The address of every page there is: a new page file is a new row here.
 * @throws Error when a parameter has no record, so that no page is left out unnoticed.
 */
export function sitePages(records: Records): string[] {
  return sitePatterns().flatMap((pattern) => addresses(pattern, records))
}

/** Pages that have several addresses, or none. */
const SPECIAL: Readonly<Record<string, readonly string[]>> = {
  '/challenges': ['/challenges', '/challenges?state=OPEN'],
  '/missions': ['/missions', '/missions?state=COMPLETED'],
  '/search': ['/search', '/search?q=newcomer'],
  '/docs/[[...part]]': DOCS_PARTS.map((part) => docsPath(part.slug)),
}

function addresses(pattern: string, records: Records): readonly string[] {
  const special = SPECIAL[pattern]
  if (special) return special
  if (pattern === '/missions/[id]')
    return [records['missions'], records['missionWithParts']].map((id) => `/missions/${id}`)
  const [, folder = ''] = pattern.split('/')
  return [
    pattern.replaceAll(/\[\w+\]/g, (parameter) => {
      if (parameter === '[page]') return '1'
      const record = records[folder]
      if (!record) throw new Error(`No record stands for ${parameter} of ${pattern}: make one in site-pages.ts.`)
      return record
    }),
  ]
}
